// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.pods;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Container;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Rules on what the containers of a Pod see: volumes that exist without the cloud, and mounts that hide nothing. */
public final class MountRules {
    /** For each provider. */
    public static final List<Rule<ParsedProvider>> RULES = List.of(rule("account-token", MountRules::token));

    /** For each pod. */
    public static final List<Rule<Pod>> OF_PODS = List.of(
            rule("host-folder", MountRules::hostFolders),
            rule("hiding-mount", MountRules::hiding),
            rule("storage-driver", MountRules::volumes),
            rule("nested-mount", MountRules::nested),
            rule("trust-bundle-mount", MountRules::trustedCertificates));

    /** Volumes that need neither storage of the cloud nor a driver that waits for initialized nodes. */
    private static final Set<String> LOCAL_VOLUMES =
            Set.of("name", "hostPath", "configMap", "secret", "projected", "emptyDir", "downwardAPI", "image");

    private static final Set<String> FOLDER_TYPES = Set.of("", "Directory", "DirectoryOrCreate");

    private static final List<String> READ_ONLY_VOLUMES = List.of("configMap", "secret", "projected", "downwardAPI");

    private static final Set<String> TOKEN_FOLDERS =
            Set.of("/var/run/secrets/kubernetes.io/serviceaccount", "/run/secrets/kubernetes.io/serviceaccount");

    private static final String EXTRACTED = "/etc/pki/ca-trust/extracted/pem";
    private static final String EXTRACTED_FILE = "tls-ca-bundle.pem";

    private static final Pattern OF_IMAGE = Pattern.compile("/((usr/)?(s?bin|lib)|lib64|dev|proc|sys|usr)?/?");

    private MountRules() {}

    private static void hostFolders(Pod pod, Findings findings) {
        pod.volumes().stream()
                .map(volume -> volume.field("hostPath"))
                .filter(host -> withoutSlash(host.string("path")).equals("/etc/kubernetes"))
                .map(host -> host.field("type"))
                .filter(type -> type.exists() && !FOLDER_TYPES.contains(type.string()))
                .forEach(type -> findings.add(type, "the path is a directory, so that no Pod starts; write Directory"));
    }

    private static void hiding(Pod pod, Findings findings) {
        pod.allContainers().stream()
                .flatMap(container -> container.mounts().stream())
                .map(mount -> mount.field("mountPath"))
                .filter(path -> OF_IMAGE.matcher(path.string()).matches())
                .forEach(path -> findings.add(
                        path, "hides the programs and files of the image; mount it in a folder of its own"));
    }

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

    private static void nested(Pod pod, Findings findings) {
        for (Container container : pod.allContainers()) {
            for (FieldReader mount : container.mounts()) {
                String path = withoutSlash(mount.field("mountPath").string());
                container.mounts().stream()
                        .filter(outer -> path.startsWith(
                                withoutSlash(outer.field("mountPath").string()) + "/"))
                        .filter(outer -> !outer.field("subPath").exists() && isReadOnly(pod, outer))
                        .findFirst()
                        .ifPresent(outer -> findings.add(
                                mount.field("mountPath"),
                                "is below " + outer.field("mountPath").string() + ", where volume "
                                        + outer.field("name").string()
                                        + " is mounted read-only, so that the container cannot start; mount it beside"
                                        + " that, or make both one projected volume"));
            }
        }
    }

    private static boolean isReadOnly(Pod pod, FieldReader mount) {
        return pod.volume(mount.field("name").string())
                .filter(volume -> READ_ONLY_VOLUMES.stream()
                        .anyMatch(source -> volume.field(source).exists()))
                .isPresent();
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

    private static void token(ParsedProvider provider, Findings findings) {
        for (Pod pod : provider.workloads()) {
            FieldReader automount = pod.spec().field("automountServiceAccountToken");
            FieldReader ofAccount = provider.assetsOf("ServiceAccount").stream()
                    .filter(account -> account.field("metadata", "name")
                            .is(pod.spec().field("serviceAccountName").string()))
                    .map(account -> account.field("automountServiceAccountToken"))
                    .findFirst()
                    .orElse(automount);
            FieldReader decisive = automount.exists() ? automount : ofAccount;
            for (Container container : pod.cloudContainers()) {
                Optional<FieldReader> mount = container.mounts().stream()
                        .filter(candidate -> TOKEN_FOLDERS.contains(
                                withoutSlash(candidate.field("mountPath").string())))
                        .findFirst();
                boolean ofApi = mount.flatMap(
                                found -> pod.volume(found.field("name").string()))
                        .filter(MountRules::hasTokenForApi)
                        .isPresent();
                if (mount.isPresent() && !ofApi) {
                    findings.add(
                            mount.get().field("mountPath"),
                            "hides the token of the service account, without which the API server knows no caller; mount"
                                    + " it elsewhere");
                } else if (mount.isEmpty() && decisive.is(false)) {
                    findings.add(
                            decisive,
                            "leaves container " + container.name()
                                    + " without the token that it shows to the API server; leave it out");
                }
            }
        }
    }

    private static boolean hasTokenForApi(FieldReader volume) {
        return volume.field("projected", "sources").items().stream()
                .map(source -> source.field("serviceAccountToken"))
                .anyMatch(token -> token.exists() && !token.field("audience").exists());
    }

    private static String withoutSlash(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
