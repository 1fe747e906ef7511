// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The settings that Maven passes to development mode, in environment variables: the operator's pom.xml sets them. Another
 * application that has this extension sets none, and then there is no sample cluster.
 *
 * @param folder where to put the files that the operator is given: kubeconfig, images.json
 * @param environment all variables
 */
record DevMode(Path folder, UnaryOperator<String> environment) {
    private static final String FOLDER = "CCM_OPERATOR_DEV_FOLDER";
    private static final String SAMPLES = "CCM_OPERATOR_DEV_SAMPLES";
    private static final String ARGUMENTS = "CCM_OPERATOR_DEV_ARGUMENTS";

    /** Development mode of this process; empty where it is not the operator's. */
    static Optional<DevMode> current() {
        return of(System::getenv);
    }

    static Optional<DevMode> of(UnaryOperator<String> environment) {
        return value(environment, FOLDER)
                .map(folder -> new DevMode(Path.of(folder).normalize(), environment));
    }

    /** The kubeconfig of the sample cluster, which the operator is given unless the developer names another one. */
    Path kubeconfig() {
        return folder.resolve("kubeconfig");
    }

    /** The objects of the sample cluster, docs/samples. */
    Path samples() {
        return Path.of(environment.apply(SAMPLES)).normalize();
    }

    /** The release's images, for the flag --images-json. */
    Path imagesJson() {
        return folder.resolve("images.json");
    }

    /** Certificate authorities, for the flag --system-trust-bundle. */
    Path trustBundle() {
        return folder.resolve("trust-bundle.pem");
    }

    /** Whether the arguments of the program ask for the operator, and not for a command that needs no cluster. */
    boolean runsOperator() {
        return arguments().contains("run");
    }

    /** Whether the flag, or else its variable, says that the cluster is not OpenShift. */
    boolean runsOnKubernetes() {
        List<String> arguments = arguments();
        int flag = arguments.indexOf("--distribution");
        return arguments.stream()
                .filter(argument -> argument.startsWith("--distribution="))
                .map(argument -> argument.substring("--distribution=".length()))
                .findFirst()
                .or(() -> Optional.of(flag + 1)
                        .filter(next -> flag >= 0 && next < arguments.size())
                        .map(arguments::get))
                .or(() -> value(environment, "CCM_OPERATOR_DISTRIBUTION"))
                .filter("kubernetes"::equalsIgnoreCase)
                .isPresent();
    }

    /** Whether the operator's flag chooses a cluster, and not the property of development mode. */
    boolean hasKubeconfigFlag() {
        return arguments().stream()
                .anyMatch(argument -> argument.equals("--kubeconfig") || argument.startsWith("--kubeconfig="));
    }

    private List<String> arguments() {
        return value(environment, ARGUMENTS)
                .map(text -> List.of(text.trim().split("\\s+")))
                .orElse(List.of());
    }

    private static Optional<String> value(UnaryOperator<String> environment, String name) {
        return Optional.ofNullable(environment.apply(name)).filter(value -> !value.isBlank());
    }
}
