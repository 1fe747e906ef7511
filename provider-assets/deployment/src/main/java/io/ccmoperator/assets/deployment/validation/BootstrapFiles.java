/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.Optional;

/** On the bootstrap VM, kubeconfig and cloud config are files of the host; the flags name them where they are mounted. */
final class BootstrapFiles implements PodRule {
    private static final String SECRETS = "/etc/kubernetes/bootstrap-secrets";
    private static final String CONFIGS = "/etc/kubernetes/bootstrap-configs";

    @Override
    public void check(Pod pod, Findings findings) {
        pod.cloudContainer().ifPresent(container -> {
            checkKubeconfig(pod, container, findings);
            checkCloudConfig(pod, container, findings);
        });
    }

    private static void checkKubeconfig(Pod pod, Container container, Findings findings) {
        Optional<String> mounted = mounted(pod, container, SECRETS);
        if (mounted.isEmpty()) {
            findings.add(container.place().field("volumeMounts"), missing(SECRETS));
        }
        String expected = mounted.orElse(SECRETS) + "/kubeconfig";
        if (!container.flagValue("--kubeconfig").equals(Optional.of(expected))) {
            findings.add(container.args(), "has to have --kubeconfig=" + expected);
        }
    }

    private static void checkCloudConfig(Pod pod, Container container, Findings findings) {
        Optional<String> file = container.flagValue("--cloud-config");
        if (file.isEmpty()) {
            return;
        }
        Optional<String> mounted = mounted(pod, container, CONFIGS);
        if (mounted.isEmpty()) {
            findings.add(container.place().field("volumeMounts"), missing(CONFIGS));
        } else if (!file.get().startsWith(mounted.get() + "/")) {
            findings.add(container.args(), "--cloud-config has to name a file in " + mounted.get());
        }
    }

    private static String missing(String directory) {
        return "has to have a mount of the hostPath " + directory + " or of one above it";
    }

    /** Where the container sees a directory of the host. */
    private static Optional<String> mounted(Pod pod, Container container, String directory) {
        for (Place mount : container.mounts()) {
            String host = pod.volume(mount.field("name").text())
                    .map(volume -> volume.field("hostPath", "path").text())
                    .orElse("");
            if (!host.isEmpty() && (directory + "/").startsWith(slashed(host))) {
                String below = (directory + "/").substring(slashed(host).length());
                String path = slashed(mount.field("mountPath").text()) + below;
                return Optional.of(path.substring(0, path.length() - 1));
            }
        }
        return Optional.empty();
    }

    private static String slashed(String path) {
        return path.endsWith("/") ? path : path + "/";
    }
}
