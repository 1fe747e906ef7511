// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.Transformer;
import io.ccmoperator.ini.IniDocument;
import io.ccmoperator.ini.IniReader;
import io.ccmoperator.ini.IniSection;
import io.ccmoperator.ini.IniWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * OpenStack: INI. The keys with which the cloud provider within Kubernetes was configured where its credentials are
 * are removed in favour of the mounted clouds.yaml; block storage belongs to another component; all other keys are
 * kept. A value that the cloud controller manager's reader refuses, for which it would not start, is an error.
 */
@Transformer(OpenStackTransformer.NAME)
final class OpenStackTransformer implements CloudConfigTransformer {
    /** By this name descriptors select the transformer. */
    public static final String NAME = "openstack";

    private static final String GLOBAL = "Global";
    private static final String LOAD_BALANCER = "LoadBalancer";

    /** The legacy keys, with the only value that each could have. */
    private static final List<Setting> LEGACY = List.of(
            new Setting("secret-name", "openstack-credentials"),
            new Setting("secret-namespace", "kube-system"),
            new Setting("kubeconfig-path", ""));

    private static final List<Setting> CREDENTIALS = List.of(
            new Setting("use-clouds", "true"),
            new Setting("clouds-file", "/etc/openstack/secret/clouds.yaml"),
            new Setting("cloud", "openstack"));

    private static final List<Setting> LOAD_BALANCER_DEFAULTS =
            List.of(new Setting("max-shared-lb", "1"), new Setting("manage-security-groups", "true"));

    private static final String LOAD_BALANCER_CLASS = "LoadBalancerClass";

    /** Of the sections without subsection, in the cloud controller manager's own configuration. */
    private static final SortedMap<String, GcfgKeys> KEYS = new TreeMap<>(Map.of(
            GLOBAL,
            new GcfgKeys()
                    .and(
                            GcfgType.STRING,
                            "auth-url",
                            "user-id",
                            "username",
                            "password",
                            "tenant-id",
                            "tenant-name",
                            "trust-id",
                            "trustee-id",
                            "trustee-password",
                            "domain-id",
                            "domain-name",
                            "tenant-domain-id",
                            "tenant-domain-name",
                            "user-domain-id",
                            "user-domain-name",
                            "region",
                            "ca-file",
                            "tls-insecure",
                            "cert-file",
                            "key-file",
                            "cafilecontents",
                            "clouds-file",
                            "cloud",
                            "application-credential-id",
                            "application-credential-name",
                            "application-credential-secret")
                    .and(GcfgType.WORD, "os-endpoint-type")
                    .and(GcfgType.BOOLEAN, "use-clouds"),
            LOAD_BALANCER,
            new GcfgKeys()
                    .and(
                            GcfgType.STRING,
                            "lb-version",
                            "subnet-id",
                            "member-subnet-id",
                            "network-id",
                            "floating-network-id",
                            "floating-subnet-id",
                            "floating-subnet",
                            "floating-subnet-tags",
                            "lb-method",
                            "lb-provider",
                            "node-selector",
                            "flavor-id",
                            "availability-zone",
                            "ingress-hostname-suffix",
                            "container-store",
                            "default-tls-container-ref")
                    .and(
                            GcfgType.BOOLEAN,
                            "enabled",
                            "create-monitor",
                            "manage-security-groups",
                            "internal-lb",
                            "cascade-delete",
                            "enable-ingress-hostname",
                            "provider-requires-serial-api-calls")
                    .and(GcfgType.DURATION, "monitor-delay", "monitor-timeout")
                    .and(GcfgType.UINT64, "monitor-max-retries", "monitor-max-retries-down")
                    .and(GcfgType.INT64, "max-shared-lb"),
            "Route",
            new GcfgKeys().and(GcfgType.STRING, "router-id"),
            "Metadata",
            new GcfgKeys().and(GcfgType.STRING, "search-order").and(GcfgType.DURATION, "request-timeout"),
            "Networking",
            new GcfgKeys()
                    .and(GcfgType.BOOLEAN, "ipv6-support-disabled")
                    .and(GcfgType.STRINGS, "public-network-name", "internal-network-name")
                    .and(GcfgType.STRING, "address-sort-order")));

    private static final GcfgKeys LOAD_BALANCER_CLASS_KEYS = new GcfgKeys()
            .and(
                    GcfgType.STRING,
                    "floating-network-id",
                    "floating-subnet-id",
                    "floating-subnet",
                    "floating-subnet-tags",
                    "network-id",
                    "subnet-id",
                    "member-subnet-id");

    @Override
    public TransformedConfig transform(String source, TransformerFacts facts) {
        IniDocument document = IniReader.read(source);
        IniSection global = document.section(GLOBAL).orElse(IniSection.empty(GLOBAL));
        List<String> faults = new ArrayList<>(defaultFaults(global));
        IniSection balancer = document.section(LOAD_BALANCER).orElse(IniSection.empty(LOAD_BALANCER));
        IniDocument result = document.with(withMountedCredentials(global))
                .with(withDefaults(balancer))
                .without("BlockStorage");
        KEYS.forEach((name, keys) -> result.section(name).ifPresent(section -> faults.addAll(keys.faults(section))));
        result.sectionsNamed(LOAD_BALANCER_CLASS)
                .forEach(section -> faults.addAll(LOAD_BALANCER_CLASS_KEYS.faults(section)));
        GcfgKeys.requireNone(faults);
        return TransformedConfig.of(IniWriter.write(result));
    }

    private static List<String> defaultFaults(IniSection global) {
        List<String> faults = new ArrayList<>();
        for (Setting legacy : LEGACY) {
            global.entry(legacy.key())
                    .filter(entry -> !unquoted(entry.text()).equals(legacy.value()))
                    .ifPresent(entry -> faults.add("line " + entry.line() + ": '[Global] " + legacy.key()
                            + "' is set to a non-default value; remove the key"));
        }
        return faults;
    }

    /** Single quotes are part of the value here, but were quotes to the previous operator's reader. */
    private static String unquoted(String value) {
        boolean quoted = value.length() > 1 && value.startsWith("'") && value.endsWith("'");
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    private static IniSection withMountedCredentials(IniSection global) {
        IniSection changed = global;
        for (Setting legacy : LEGACY) {
            changed = changed.without(legacy.key());
        }
        for (Setting credential : CREDENTIALS) {
            changed = changed.with(credential.key(), credential.value());
        }
        return changed;
    }

    private static IniSection withDefaults(IniSection balancer) {
        IniSection changed = balancer.without("use-octavia");
        for (Setting setting : LOAD_BALANCER_DEFAULTS) {
            if (changed.entry(setting.key()).isEmpty()) {
                changed = changed.with(setting.key(), setting.value());
            }
        }
        return changed;
    }

    private record Setting(String key, String value) {}
}
