// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.kubeconfig.KubeconfigFlags;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The flags that choose an API server and the credentials for it, as kubectl has them. */
final class ApiServerInput {
    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description =
                    "kubeconfig file (default: the files that KUBECONFIG lists, else ~/.kube/config, else the pod's service account).")
    Path kubeconfig;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description = "The context of the kubeconfig (default: its current-context).")
    String context;

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            description = "The cluster of the kubeconfig (default: that of the context).")
    String cluster;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "The user of the kubeconfig (default: that of the context).")
    String user;

    KubeconfigFlags flags() {
        return new KubeconfigFlags(
                Optional.ofNullable(kubeconfig).filter(file -> !file.toString().isEmpty()),
                given(context),
                given(cluster),
                given(user));
    }

    /** Scripts write {@code --context="$CONTEXT"}: an empty value counts as absent, as kubectl has it. */
    private static Optional<String> given(String value) {
        return Optional.ofNullable(value).filter(text -> !text.isEmpty());
    }
}
