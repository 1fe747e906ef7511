// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.pods;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Container;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules on what the containers of a Pod see: volumes that exist without the cloud, and the certificates that programs trust. */
public final class MountRules {
    /** For each pod. */
    public static final List<Rule<Pod>> OF_PODS = List.of(
            rule("storage-driver", MountRules::volumes), rule("trust-bundle-mount", MountRules::trustedCertificates));

    /** Volumes that need neither storage of the cloud nor a driver that waits for initialized nodes. */
    private static final Set<String> LOCAL_VOLUMES =
            Set.of("name", "hostPath", "configMap", "secret", "projected", "emptyDir", "downwardAPI", "image");

    private static final String EXTRACTED = "/etc/pki/ca-trust/extracted/pem";
    private static final String EXTRACTED_FILE = "tls-ca-bundle.pem";

    private MountRules() {}

    private static void volumes(Pod pod, Findings findings) {
        for (FieldReader volume : pod.volumes()) {
            volume.map().keySet().stream()
                    .filter(source -> !LOCAL_VOLUMES.contains(source))
                    .forEach(source -> findings.add(
                            volume.field(source),
                            "storage is there only after a cloud controller manager has initialized nodes; take emptyDir, a"
                                    + " ConfigMap or the Secret of the descriptor"));
        }
    }

    private static void trustedCertificates(Pod pod, Findings findings) {
        for (Container container : pod.allContainers()) {
            boolean named = container.variables().stream().anyMatch(Set.of("SSL_CERT_FILE", "SSL_CERT_DIR")::contains);
            for (FieldReader mount : container.mounts()) {
                Optional<FieldReader> source = pod.volume(mount.field("name").string())
                        .map(volume -> volume.field("configMap"))
                        .filter(configMap -> configMap.field("name").is("ccm-trusted-ca"));
                if (source.isEmpty()
                        || named
                        || mount.field("subPath").exists()
                        || !withoutSlash(mount.field("mountPath").string()).equals(EXTRACTED)) {
                    continue;
                }
                Set<String> files = source.get().field("items").items().stream()
                        .map(item -> item.field("path").string())
                        .collect(Collectors.toSet());
                if (!files.contains(EXTRACTED_FILE)) {
                    findings.add(
                            source.get().field("items"),
                            "programs look for the file " + EXTRACTED_FILE + " in " + EXTRACTED
                                    + ", and would trust no certificate; write items: [{key: ca-bundle.crt, path: "
                                    + EXTRACTED_FILE + "}]");
                }
            }
        }
    }

    private static String withoutSlash(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
