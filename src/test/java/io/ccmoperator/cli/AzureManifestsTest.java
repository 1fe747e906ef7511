// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The init containers of the Azure providers call the injector: their arguments have to be its flags. */
class AzureManifestsTest {
    private static final String CONTAINER = "azure-inject-credentials";

    @ParameterizedTest
    @CsvSource({
        "azure/assets/50-deployment.yaml, true",
        "azurestack/assets/50-deployment.yaml, false",
        "azurestack/assets/51-daemonset.yaml, false",
    })
    void passesKnownFlagsAndMountedPathsToInitContainer(String file, boolean disablesManagedIdentity)
            throws IOException {
        Map<String, Object> container = container(Path.of("main/resources/providers", file));
        String[] arguments = Stream.concat(Stream.of("inject-azure-credentials"), strings(container.get("args")))
                .toArray(String[]::new);

        InjectAzureCredentialsCommand command = (InjectAzureCredentialsCommand) CcmOperator.commandLine(name -> null)
                .parseArgs(arguments)
                .subcommand()
                .commandSpec()
                .userObject();

        assertThat(container.get("command").toString()).contains("/ccm-operator", "inject-azure-credentials");
        assertThat(command.disableManagedIdentity).isEqualTo(disablesManagedIdentity);
        List<Path> mounted = FieldReader.of(container).maps("volumeMounts").stream()
                .map(mount -> Path.of((String) mount.get("mountPath")))
                .toList();
        assertThat(mounted).contains(command.credentials, command.cloudConfig.getParent(), command.output.getParent());
    }

    /** It runs on every node, and asks the metadata service: no configuration, no credentials, no restart with either. */
    @Test
    void givesNodeManagerOfAzureNothingOfTheCloud() throws IOException {
        KubernetesObject nodeManager = manifest(Path.of("main/resources/providers/azure/assets/51-daemonset.yaml"));

        assertThat(nodeManager.initContainers()).isEmpty();
        assertThat(FieldReader.of(nodeManager.podSpec()).maps("volumes"))
                .extracting(volume -> volume.get("name"))
                .containsExactly("host-etc-kube", "trusted-ca");
    }

    private static Map<String, Object> container(Path file) throws IOException {
        return manifest(file).initContainers().stream()
                .filter(container -> container.get("name").equals(CONTAINER))
                .findFirst()
                .orElseThrow();
    }

    private static KubernetesObject manifest(Path file) throws IOException {
        return new KubernetesObject(
                YamlReader.read(Files.readString(file)).get(0).map().orElseThrow());
    }

    private static Stream<String> strings(Object list) {
        return ((List<?>) list).stream().map(String.class::cast);
    }
}
