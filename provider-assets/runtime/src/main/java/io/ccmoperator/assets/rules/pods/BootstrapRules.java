// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.pods;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Container;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.rules.identity.OwnershipRules;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Rules on the static Pods of the bootstrap VM, where there is no API server yet. */
public final class BootstrapRules {
    /** For each pod. */
    public static final List<Rule<Pod>> RULES = List.of(
            rule("bootstrap-tolerations", BootstrapRules::tolerations),
            rule("bootstrap-flags", BootstrapRules::flags),
            rule("bootstrap-files", BootstrapRules::kubeconfigAndCloudConfig),
            rule("bootstrap-references", BootstrapRules::references),
            rule("bootstrap-placement", BootstrapRules::placement));

    /** For each provider. */
    public static final List<Rule<ParsedProvider>> OF_PROVIDERS = List.of(
            rule("bootstrap-name", BootstrapRules::names), rule("bootstrap-descriptor", BootstrapRules::descriptor));

    private static final List<String> FLAGS = List.of("--controllers=cloud-node-controller", "--leader-elect=false");
    private static final String SECRETS = "/etc/kubernetes/bootstrap-secrets";
    private static final String CONFIGS = "/etc/kubernetes/bootstrap-configs";

    private BootstrapRules() {}

    private static void tolerations(Pod pod, Findings findings) {
        PodRules.tolerate(pod, List.of(Taint.UNINITIALIZED, Taint.NOT_READY), findings);
    }

    private static void flags(Pod pod, Findings findings) {
        pod.cloudContainer()
                .ifPresent(container -> FLAGS.stream()
                        .filter(flag -> !container.hasFlag(flag))
                        .forEach(flag -> findings.add(container.args(), "has to have " + flag)));
    }

    private static void kubeconfigAndCloudConfig(Pod pod, Findings findings) {
        pod.cloudContainer().ifPresent(container -> {
            kubeconfig(pod, container, findings);
            cloudConfig(pod, container, findings);
        });
    }

    private static void references(Pod pod, Findings findings) {
        Stream.of(
                        pod.configMaps().stream(),
                        pod.secrets().stream(),
                        tokens(pod),
                        Stream.of("serviceAccountName", "serviceAccount")
                                .map(pod.spec()::field)
                                .filter(FieldReader::exists))
                .flatMap(names -> names)
                .forEach(name -> findings.add(
                        name, "a static Pod can use no ConfigMap, Secret or ServiceAccount; use files of the host"));
    }

    private static Stream<FieldReader> tokens(Pod pod) {
        return pod.volumes().stream()
                .flatMap(volume -> volume.field("projected", "sources").items().stream())
                .map(source -> source.field("serviceAccountToken"))
                .filter(FieldReader::exists);
    }

    private static void names(ParsedProvider provider, Findings findings) {
        for (Pod pod : provider.bootstrapPods()) {
            FieldReader name = pod.object().field("metadata", "name");
            if (!name.string().isEmpty() && !OwnershipRules.isOwn(provider, name.string())) {
                findings.add(
                        name,
                        "has to begin with the name of the provider or its platform in lower case, since the VM has other"
                                + " static Pods; write " + provider.folder().name() + "-cloud-controller-manager");
            }
        }
    }

    private static void descriptor(ParsedProvider provider, Findings findings) {
        if (provider.validDescriptor().isEmpty() || !provider.complete()) {
            return;
        }
        FieldReader bootstrap = provider.descriptorFields().field("bootstrap");
        FieldReader whyNoPod = bootstrap.field("whyNoPod");
        if (whyNoPod.exists() && !provider.bootstrapPods().isEmpty()) {
            findings.add(whyNoPod, "there is a bootstrap Pod; remove the one or the other");
        }
        FieldReader kubeconfigKey = bootstrap.field("kubeconfigKey");
        if (kubeconfigKey.exists() && provider.bootstrapPods().stream().noneMatch(BootstrapRules::readsBoth)) {
            findings.add(
                    kubeconfigKey,
                    "no bootstrap Pod has --cloud-config and --kubeconfig with a path without variables, which is"
                            + " the value of the key; add both, or leave the key out");
        }
    }

    private static boolean readsBoth(Pod pod) {
        return pod.cloudContainers().stream()
                .anyMatch(container -> container.flagValue("--cloud-config").isPresent()
                        && container.args().strings().stream().anyMatch(arg -> arg.startsWith("--kubeconfig=/")));
    }

    private static void placement(Pod pod, Findings findings) {
        FieldReader restart = pod.spec().field("restartPolicy");
        if (restart.is("Never") || restart.is("OnFailure")) {
            findings.add(restart, "nodes that come later would not be initialized; write Always, or leave it out");
        }
        Stream.of("nodeSelector", "affinity", "nodeName", "topologySpreadConstraints")
                .map(pod.spec()::field)
                .filter(FieldReader::exists)
                .forEach(field -> findings.add(
                        field,
                        "the kubelet of the bootstrap VM rejects a static Pod that is not for its node; leave it out"));
        pod.cloudContainers().stream()
                .flatMap(container -> container.flag("use-service-account-credentials").stream())
                .filter(flag -> flag.value().equals("true"))
                .forEach(flag -> findings.add(
                        flag.field(),
                        "the roles of these service accounts are not there yet; write --use-service-account-credentials=false,"
                                + " or leave it out"));
    }

    private static void kubeconfig(Pod pod, Container container, Findings findings) {
        Optional<String> mounted = mountPath(pod, container, SECRETS);
        if (mounted.isEmpty()) {
            findings.add(container.fields().field("volumeMounts"), missingMount(SECRETS));
        }
        String expected = mounted.orElse(SECRETS) + "/kubeconfig";
        if (!container.flagValue("--kubeconfig").equals(Optional.of(expected))) {
            findings.add(container.args(), "has to have --kubeconfig=" + expected);
        }
    }

    private static void cloudConfig(Pod pod, Container container, Findings findings) {
        Optional<String> file = container.flagValue("--cloud-config");
        if (file.isEmpty()) {
            return;
        }
        Optional<String> mounted = mountPath(pod, container, CONFIGS);
        if (mounted.isEmpty()) {
            findings.add(container.fields().field("volumeMounts"), missingMount(CONFIGS));
        } else if (!file.get().startsWith(mounted.get() + "/")) {
            findings.add(container.args(), "--cloud-config has to name a file in " + mounted.get());
        }
    }

    private static String missingMount(String directory) {
        return "has to have a mount of the hostPath " + directory + " or of one above it";
    }

    /** The path at which a container mounts a directory of the host, or one above it. */
    private static Optional<String> mountPath(Pod pod, Container container, String directory) {
        for (FieldReader mount : container.mounts()) {
            String host = pod.volume(mount.field("name").string())
                    .map(volume -> volume.field("hostPath", "path").string())
                    .orElse("");
            if (!host.isEmpty() && (directory + "/").startsWith(withSlash(host))) {
                String below = (directory + "/").substring(withSlash(host).length());
                // The kubelet begins at the root of the container, whether or not the path does.
                String path = withSlash("/" + mount.string("mountPath").replaceFirst("^/", "")) + below;
                return Optional.of(path.substring(0, path.length() - 1));
            }
        }
        return Optional.empty();
    }

    private static String withSlash(String path) {
        return path.endsWith("/") ? path : path + "/";
    }
}
