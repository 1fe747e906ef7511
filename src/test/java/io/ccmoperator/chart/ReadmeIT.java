// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static io.ccmoperator.chart.Chart.NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.InstallCommand;
import io.ccmoperator.PackagedProgram;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.image.BuiltImage;
import io.ccmoperator.operator.OperatorUnderTest;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The four commands of README.md with which a stranger tries the operator, up to the engine that runs containers: buildah builds what
 * docker would, the chart is installed on an API server, and the program runs as its Deployment says.
 */
@Tag("packaged")
@Tag("jar")
@RequiresApiServer
class ReadmeIT extends ReleaseScene {
    @BeforeAll
    static void assumeJar() {
        assumeFalse(
                PackagedProgram.isExecutable(), "README.md puts the jar into an image, and an executable was packaged");
    }

    @Test
    void installsImageThatCommandsBuild(@TempDir Path storage) throws IOException {
        List<List<String>> commands = commands();
        assertThat(commands).hasSize(4);
        // The build that this test belongs to has run it.
        assertThat(commands.get(0)).containsExactly("./mvnw", "package", "-DskipTests");
        assertThat(commands.get(1)).startsWith("docker", "build").endsWith(".");
        assertThat(commands.get(2)).startsWith("kind", "load", "docker-image").hasSize(4);
        assertThat(commands.get(3)).startsWith("helm", "install", RELEASE, "helm/ccm-operator");

        BuiltImage image = BuiltImage.byCommandOfGuide(
                storage, commands.get(1).subList(2, commands.get(1).size()));
        install(commands.get(3));

        assertThat(image.configuration().strings("Entrypoint")).containsExactly("/ccm-operator");
        assertThat(image.name()).isEqualTo(commands.get(2).get(3));
        FieldReader container = FieldReader.of(accepted(server.admin().read(deployment(NAMESPACE)))
                .object()
                .containers()
                .get(0));
        assertThat(container.string("image")).isEqualTo(image.name());
        // Always would ask a registry for an image that only the node has.
        assertThat(container.string("imagePullPolicy")).isEqualTo("IfNotPresent");
        try (OperatorUnderTest operator = startOperator(NAMESPACE)) {
            awaitAvailable(operator, "cloud-controller-manager");
        }
    }

    private void install(List<String> words) {
        InstallCommand command = new Helm(PayloadFolder.project().resolve(words.get(3)))
                .install()
                .withName(words.get(2));
        command.withKubeConfig(kubeconfig);
        for (int i = 4; i < words.size(); i++) {
            switch (words.get(i)) {
                case "-n" -> command.withNamespace(words.get(++i));
                case "--create-namespace" -> command.createNamespace();
                case "--set" ->
                    Stream.of(words.get(++i).split(","))
                            .map(value -> value.split("="))
                            .forEach(value -> command.set(value[0], value[1]));
                default -> throw new IllegalStateException("this test does not know " + words.get(i));
            }
        }
        assertThat(command.call().getStatus()).isEqualTo("deployed");
    }

    /** Each as its words. */
    private static List<List<String>> commands() throws IOException {
        String block = Files.readString(PayloadFolder.project().resolve("README.md"))
                .split("<!-- executed by ReadmeIT -->\n\n")[1];
        return block.lines()
                .takeWhile(line -> line.startsWith("    "))
                .reduce((text, line) -> text + "\n" + line)
                .orElseThrow()
                .replace("\\\n", "")
                .lines()
                .map(line -> List.of(line.strip().split("\\s+")))
                .toList();
    }
}
