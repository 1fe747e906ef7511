// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.text.MessageText;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Settings that the cloud controller manager ignores because of another key, or of one that is missing. It says so in its log at most, and
 * a feature is off. What single keys may have is in the table of words.
 */
final class IgnoredSettings {
    private static final String INSECURE = "insecureFlag";
    private static final String POOL_NAME = "ipPoolName";
    private static final String POOL_ID = "ipPoolId";

    /** The class of Services that name none. */
    private static final String DEFAULT_CLASS = "default";

    /** Of these groups the section has to have one key each. */
    private static final List<List<String>> REQUIRED = List.of(
            List.of("size"),
            List.of("lbServiceId", "tier1GatewayPath"),
            List.of("tcpAppProfileName", "tcpAppProfilePath"),
            List.of("udpAppProfileName", "udpAppProfilePath"));

    private final FieldReader config;
    private final List<String> warnings = new ArrayList<>();

    private IgnoredSettings(FieldReader config) {
        this.config = config;
    }

    /**
     * Looks at a configuration.
     *
     * @param config the tree with the settings of the cluster
     * @return one warning a setting
     */
    static List<String> warnings(Map<String, Object> config) {
        IgnoredSettings ignored = new IgnoredSettings(FieldReader.of(config));
        ignored.addLabels();
        ignored.addGlobals();
        ignored.addLoadBalancer();
        ignored.addPools();
        return ignored.warnings;
    }

    private void addLabels() {
        Map<String, Object> labels = section(Section.LABELS);
        if (has(labels, "zone") != has(labels, "region")) {
            String missing = has(labels, "zone") ? "region" : "zone";
            warnings.add(
                    "labels: " + missing + " is missing, so nodes get labels of neither zone nor region; write both");
        }
    }

    /** A vCenter cannot take back what is set for all; the user and password for all are of no use beside a Secret for all. */
    private void addGlobals() {
        Map<String, Object> global = section(Section.GLOBAL);
        section(Section.VCENTER).forEach((name, center) -> {
            if (Boolean.TRUE.equals(global.get(INSECURE))
                    && Boolean.FALSE.equals(FieldReader.of(center).at(INSECURE))) {
                warnings.add("vcenter." + MessageText.ofName(name)
                        + ".insecureFlag: false has no effect beside global.insecureFlag: true; remove the latter, and write"
                        + " insecureFlag: true for each vCenter that needs it");
            }
        });
        List<String> credentials =
                Stream.of("user", "password").filter(key -> has(global, key)).toList();
        if (has(global, "secretName")
                && has(global, "secretNamespace")
                && !has(global, "server")
                && !credentials.isEmpty()) {
            warnings.add("global: " + String.join(" and ", credentials)
                    + (credentials.size() > 1 ? " have" : " has")
                    + " no effect beside secretName and secretNamespace; remove "
                    + (credentials.size() > 1 ? "them" : "it"));
        }
    }

    private void addLoadBalancer() {
        Map<String, Object> balancer = section(Section.LOAD_BALANCER);
        Map<String, Object> classes = section(Section.LOAD_BALANCER_CLASS);
        List<String> wrong = new ArrayList<>();
        if (balancer.isEmpty() && classes.isEmpty()) {
            return;
        }
        REQUIRED.stream()
                .filter(keys -> keys.stream().noneMatch(key -> has(balancer, key)))
                .forEach(keys -> wrong.add("write " + String.join(" or ", keys)));
        Map<String, Object> byDefault =
                FieldReader.of(classes.get(DEFAULT_CLASS)).map();
        if (has(balancer, POOL_NAME) && has(balancer, POOL_ID)) {
            wrong.add("remove ipPoolName or ipPoolId");
        } else if (Stream.of(balancer, byDefault).noneMatch(map -> has(map, POOL_NAME) || has(map, POOL_ID))) {
            wrong.add("write ipPoolName or ipPoolId");
        }
        if (!wrong.isEmpty()) {
            warnings.add(
                    "loadBalancer: the section is not complete, so Services of type LoadBalancer get no load balancer; "
                            + String.join(", ", wrong));
        }
    }

    /** A class gets the id of the section's pool where it has none, and an id counts more than a name. */
    private void addPools() {
        if (has(section(Section.LOAD_BALANCER), POOL_ID)) {
            section(Section.LOAD_BALANCER_CLASS).forEach((name, written) -> {
                Map<String, Object> pool = FieldReader.of(written).map();
                if (has(pool, POOL_NAME) && !has(pool, POOL_ID)) {
                    warnings.add("loadBalancerClass." + MessageText.ofName(name)
                            + ".ipPoolName has no effect beside loadBalancer.ipPoolId; write ipPoolId");
                }
            });
        }
    }

    private Map<String, Object> section(Section section) {
        return config.map(section.yaml());
    }

    private static boolean has(Map<String, Object> section, String key) {
        return !Tree.text(section.get(key)).isEmpty();
    }
}
