/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Rules on the static Pods of the bootstrap VM, where there is no API server yet. */
final class BootstrapRules {
    static final List<Rule<Pod>> RULES = List.of(
            BootstrapRules::tolerations,
            BootstrapRules::flags,
            BootstrapRules::kubeconfigAndCloudConfig,
            BootstrapRules::references);

    private static final List<String> FLAGS = List.of("--controllers=cloud-node", "--leader-elect=false");
    private static final String SECRETS = "/etc/kubernetes/bootstrap-secrets";
    private static final String CONFIGS = "/etc/kubernetes/bootstrap-configs";

    private BootstrapRules() {}

    /** Static Pods tolerate the taints of nodes that wait for a cloud controller manager. */
    private static void tolerations(Pod pod, Findings findings) {
        PodRules.tolerate(pod, List.of(Taint.UNINITIALIZED, Taint.NOT_READY), findings);
    }

    /** On the bootstrap VM, a cloud controller manager only initializes nodes, and elects no leader. */
    private static void flags(Pod pod, Findings findings) {
        pod.cloudContainer()
                .ifPresent(container -> FLAGS.stream()
                        .filter(flag -> !container.hasFlag(flag))
                        .forEach(flag -> findings.add(container.args(), "has to have " + flag)));
    }

    /** Kubeconfig and cloud config are files of the host; the flags name the paths at which they are mounted. */
    private static void kubeconfigAndCloudConfig(Pod pod, Findings findings) {
        pod.cloudContainer().filter(Container::hasValidMountPaths).ifPresent(container -> {
            kubeconfig(pod, container, findings);
            cloudConfig(pod, container, findings);
        });
    }

    /** A static Pod refers to no API object: the kubelet starts it before the API server, and rejects it otherwise. */
    private static void references(Pod pod, Findings findings) {
        Stream.of(
                        pod.configMaps().stream(),
                        pod.secrets().stream(),
                        Stream.of(pod.spec().field("serviceAccountName")).filter(FieldReader::exists))
                .flatMap(names -> names)
                .forEach(name -> findings.add(
                        name, "a static Pod can use no ConfigMap, Secret or ServiceAccount; use files of the host"));
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
                String path = withSlash(mount.field("mountPath").string()) + below;
                return Optional.of(path.substring(0, path.length() - 1));
            }
        }
        return Optional.empty();
    }

    private static String withSlash(String path) {
        return path.endsWith("/") ? path : path + "/";
    }
}
