// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.Transformer;
import io.ccmoperator.cloudconfig.transform.words.GcfgType;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.ini.GcfgBoolean;
import io.ccmoperator.ini.IniDocument;
import io.ccmoperator.ini.IniEntry;
import io.ccmoperator.ini.IniReader;
import io.ccmoperator.ini.IniSection;
import io.ccmoperator.ini.IniWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * OpenStack: INI. The credentials are those of the mounted clouds.yaml, on Kubernetes unless the configuration has some itself. On OpenShift the keys with which the cloud provider within
 * Kubernetes was configured where its credentials are are removed, block storage belongs to another component, and load balancers
 * have defaults. All other keys are kept. A value that the cloud controller manager's reader refuses, for which it would not start, is an error.
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

    private static final Setting USE_CLOUDS = new Setting("use-clouds", "true");
    private static final Setting CLOUDS_FILE = new Setting("clouds-file", "/etc/openstack/secret/clouds.yaml");
    private static final Setting CLOUD = new Setting("cloud", "openstack");

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
        List<Setting> credentials = credentials(global, facts);
        List<String> faults = new ArrayList<>(facts.isOpenShift() ? defaultFaults(global) : List.of());
        IniDocument mounted = document.with(withMountedCredentials(global, credentials));
        IniDocument result = facts.isOpenShift() ? ofOpenShift(mounted) : mounted;
        KEYS.forEach((name, keys) -> result.section(name).ifPresent(section -> faults.addAll(keys.faults(section))));
        result.sectionsNamed(LOAD_BALANCER_CLASS)
                .forEach(section -> faults.addAll(LOAD_BALANCER_CLASS_KEYS.faults(section)));
        GcfgKeys.requireNone(faults);
        return new TransformedConfig(IniWriter.write(result), forced(global, credentials));
    }

    /**
     * Where the mounted credentials are; empty where those of the configuration count, as they do on Kubernetes. There the user makes
     * clouds.yaml, with a cloud of any name.
     *
     * @throws InvalidInputException if there are none
     */
    private static List<Setting> credentials(IniSection global, TransformerFacts facts) {
        if (!facts.isOpenShift() && OpenStackCredentials.areIn(global)) {
            return List.of();
        }
        if (!facts.isOpenShift() && facts.credentialsSecret().isEmpty()) {
            throw new InvalidInputException(
                    "[Global] has no credentials, and spec.credentials.none of the CloudControllerManager says"
                            + " that there is no Secret with a clouds.yaml; write application-credential-id and"
                            + " application-credential-secret, or username and password, or set spec.credentials.secretName");
        }
        boolean named =
                !facts.isOpenShift() && !global.value(CLOUD.key()).orElse("").isEmpty();
        return named ? List.of(USE_CLOUDS, CLOUDS_FILE) : List.of(USE_CLOUDS, CLOUDS_FILE, CLOUD);
    }

    /** A line for each key that the user has set to something else. */
    private static List<String> forced(IniSection global, List<Setting> settings) {
        List<String> warnings = new ArrayList<>();
        for (Setting setting : settings) {
            global.entry(setting.key())
                    .filter(entry -> !entry.text().isEmpty() && !setting.isSetBy(entry))
                    .ifPresent(entry -> warnings.add(new ForcedValue(
                                    "line " + entry.line() + ": " + global.display(entry.key()),
                                    entry.text(),
                                    setting.value())
                            .warning()));
        }
        return warnings;
    }

    private static IniDocument ofOpenShift(IniDocument document) {
        IniSection global = document.section(GLOBAL).orElseThrow();
        for (Setting legacy : LEGACY) {
            global = global.without(legacy.key());
        }
        IniSection balancer = document.section(LOAD_BALANCER).orElse(IniSection.empty(LOAD_BALANCER));
        return document.with(global).with(withDefaults(balancer)).without("BlockStorage");
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

    @Override
    public Optional<Boolean> hasCredentials(String config) {
        return Optional.of(OpenStackCredentials.areIn(
                IniReader.read(config).section(GLOBAL).orElse(IniSection.empty(GLOBAL))));
    }

    private static IniSection withMountedCredentials(IniSection global, List<Setting> credentials) {
        IniSection changed = global;
        for (Setting credential : credentials) {
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

    private record Setting(String key, String value) {
        boolean isSetBy(IniEntry entry) {
            return entry.text().equals(value)
                    || value.equals("true") && GcfgBoolean.parse(entry.text()).orElse(false);
        }
    }
}
