// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.flags;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Container;
import io.ccmoperator.assets.provider.Flag;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules on the cloud configuration and the credentials that workloads use. */
public final class CloudConfigRules {
    /** For each provider. */
    public static final List<Rule<ParsedProvider>> RULES = List.of(
            rule("cloud-config-key", CloudConfigRules::keys),
            rule("cloud-config-flag", CloudConfigRules::flag),
            rule("cloud-config-used", CloudConfigRules::used),
            rule("credentials-secret", CloudConfigRules::secrets));

    private static final String CLOUD_CONF = "cloud-conf";
    private static final String CLOUD_CONF_KEY = "cloud.conf";
    private static final String TRUSTED_CA = "ccm-trusted-ca";
    private static final String TRUSTED_CA_KEY = "ca-bundle.crt";

    /** Beside cloud.conf, the user's keys are copied; these are keys that installers write. */
    private static final Set<String> CLOUD_CONF_KEYS = Set.of(CLOUD_CONF_KEY, "ca-bundle.pem", "endpoints");

    private CloudConfigRules() {}

    private static void keys(ParsedProvider provider, Findings findings) {
        for (Pod pod : provider.workloads()) {
            for (FieldReader volume : pod.volumes()) {
                FieldReader source = volume.field("configMap");
                source.field("items").items().forEach(item -> key(source.field("name"), item.field("key"), findings));
            }
            for (Container container : pod.allContainers()) {
                for (FieldReader variable : container.fields().field("env").items()) {
                    FieldReader reference = variable.field("valueFrom", "configMapKeyRef");
                    key(reference.field("name"), reference.field("key"), findings);
                }
            }
        }
    }

    private static void key(FieldReader configMap, FieldReader key, Findings findings) {
        if (configMap.is(TRUSTED_CA) && !key.is(TRUSTED_CA_KEY)) {
            findings.add(key, "ConfigMap " + TRUSTED_CA + " has the key " + TRUSTED_CA_KEY + " only");
        } else if (configMap.is(CLOUD_CONF) && !CLOUD_CONF_KEYS.contains(key.string())) {
            findings.add(
                    key,
                    "ConfigMap " + CLOUD_CONF + " has the key " + CLOUD_CONF_KEY
                            + ", whatever key the user's ConfigMap has; write " + CLOUD_CONF_KEY);
        }
    }

    private static void flag(ParsedProvider provider, Findings findings) {
        for (Pod pod : provider.workloads()) {
            for (Container container : pod.containers()) {
                container.flag("cloud-config").ifPresent(flag -> {
                    if (flag.value().startsWith("/")) {
                        file(pod, container, flag, findings);
                    } else if (!flag.value().isEmpty()
                            && !flag.value().startsWith("/")
                            && !flag.value().contains("$")) {
                        findings.add(
                                flag.field(), "has to be the absolute path of a file in a directory that is mounted");
                    }
                });
            }
        }
    }

    private static void file(Pod pod, Container container, Flag flag, Findings findings) {
        String file = flag.value();
        Optional<FieldReader> mount = container.mounts().stream()
                .filter(candidate -> isBelow(file, candidate.field("mountPath").string()))
                .reduce((one, other) -> one.field("mountPath").string().length()
                                >= other.field("mountPath").string().length()
                        ? one
                        : other);
        if (mount.isEmpty()) {
            findings.add(
                    flag.field(),
                    "container " + container.name() + " mounts nothing at " + file
                            + "; mount ConfigMap cloud-conf in that directory");
            return;
        }
        FieldReader source = pod.volume(mount.get().field("name").string())
                .map(volume -> volume.field("configMap"))
                .filter(configMap -> configMap.field("name").is(CLOUD_CONF))
                .filter(configMap -> !mount.get().field("subPath").exists())
                .orElse(null);
        if (source != null) {
            String directory = withSlash(mount.get().field("mountPath").string());
            List<String> files = source.field("items").exists()
                    ? source.field("items").items().stream()
                            .map(item -> directory + item.field("path").string())
                            .toList()
                    : CLOUD_CONF_KEYS.stream()
                            .sorted()
                            .map(key -> directory + key)
                            .toList();
            if (!files.contains(file)) {
                findings.add(flag.field(), "the volume has no file " + file + "; it has " + String.join(", ", files));
            }
        }
    }

    private static void used(ParsedProvider provider, Findings findings) {
        boolean configured = provider.validDescriptor()
                .flatMap(ProviderDescriptor::cloudConfig)
                .isPresent();
        Set<String> own = provider.assetsOf("ConfigMap").stream()
                .map(object -> object.field("metadata", "name").string())
                .collect(Collectors.toSet());
        // A ConfigMap that does not exist is another finding; cloud-conf may be meant.
        boolean used = provider.workloads().stream()
                .flatMap(pod -> pod.configMaps().stream())
                .anyMatch(name -> !name.is(TRUSTED_CA) && !own.contains(name.string()));
        if (configured && !used && provider.complete() && !provider.workloads().isEmpty()) {
            findings.add(
                    provider.descriptorFields().field("cloudConfig"),
                    "no workload uses ConfigMap " + CLOUD_CONF + "; mount it, or leave cloudConfig out");
        }
    }

    private static void secrets(ParsedProvider provider, Findings findings) {
        provider.validDescriptor().ifPresent(descriptor -> {
            String known = descriptor.credentialsSecret().orElse("");
            provider.workloads().stream()
                    .flatMap(pod -> pod.secrets().stream())
                    .filter(name -> !name.string().isEmpty() && !name.is(known))
                    .forEach(name -> findings.add(
                            name,
                            known.isEmpty()
                                    ? "provider.yaml has no credentialsSecret; add credentialsSecret: " + name.string()
                                    : "is not " + known + ", the credentialsSecret of provider.yaml"));
        });
    }

    private static boolean isBelow(String file, String path) {
        return !path.isEmpty() && (file.equals(path) || file.startsWith(withSlash(path)));
    }

    private static String withSlash(String path) {
        return path.endsWith("/") ? path : path + "/";
    }
}
