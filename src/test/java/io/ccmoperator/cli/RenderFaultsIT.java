// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static io.ccmoperator.cli.Inputs.arguments;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.main.LaunchResult;
import io.quarkus.test.junit.main.QuarkusMainIntegrationTest;
import io.quarkus.test.junit.main.QuarkusMainLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Input that render rejects. */
@QuarkusMainIntegrationTest
@Tag("packaged")
class RenderFaultsIT extends RenderScene {
    @Test
    void rejectsEmptyDestinationAsWrongUsage(QuarkusMainLauncher launcher) {
        LaunchResult result = launcher.launch(
                arguments("render", inputs.infrastructure("{type: AWS}"), inputs.images(), "--dest-dir="));

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.getErrorStream())
                .first()
                .isEqualTo("error: --dest-dir: is empty; name the directory to write to, . for the current one");
        assertThat(Path.of("bootstrap")).doesNotExist();
    }

    @Test
    void requiresCloudConfigThatInfrastructureNames(QuarkusMainLauncher launcher) throws IOException {
        Path infrastructure = inputs.infrastructure("{type: AWS}", "{cloudConfig: {name: cloud-provider-config}}");

        LaunchResult result = launcher.launch(render(infrastructure));

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.getErrorOutput())
                .isEqualTo("error: " + infrastructure + ": spec.cloudConfig names the ConfigMap "
                        + "'cloud-provider-config'; give its manifest with --cloud-config-file");
        assertThat(written()).isEmpty();
    }

    @Test
    void namesBothKeysWhenCloudConfigHasNeither(QuarkusMainLauncher launcher) throws IOException {
        Path infrastructure = inputs.infrastructure("{type: AWS}", "{cloudConfig: {name: c, key: config}}");
        Path cloudConfig = inputs.cloudConfig("{other: x}");

        LaunchResult result = launcher.launch(render(infrastructure, "--cloud-config-file=" + cloudConfig));

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.getErrorOutput())
                .isEqualTo("error: " + cloudConfig
                        + ": the ConfigMap has neither the key 'cloud.conf' nor 'config', which " + infrastructure
                        + " names in spec.cloudConfig.key; put the configuration under one of them");
        assertThat(written()).isEmpty();
    }

    @Test
    void namesEveryMissingImageAndWritesNothing(QuarkusMainLauncher launcher) throws IOException {
        Path infrastructure = inputs.infrastructure("{type: AWS}");
        Path images = inputs.write("images.json", "{\"cloudControllerManagerAzure\": \"registry/azure:1\"}");

        LaunchResult result = launcher.launch(arguments("render", infrastructure, images, "--dest-dir=" + destination));

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.getErrorOutput())
                .isEqualTo(
                        "error: aws: images.json lacks cloudControllerManagerAWS, "
                                + "needed by container cloud-controller-manager of Pod aws-cloud-controller-manager; add its reference");
        assertThat(written()).isEmpty();
    }

    @Test
    void warnsInOneLineOfFieldsOfLaterRelease(QuarkusMainLauncher launcher) throws IOException {
        Path infrastructure = inputs.infrastructure("{type: AWS, later: 1, aws: {later: {a: b}}}");

        LaunchResult result = launcher.launch(render(infrastructure));

        assertThat(result.exitCode()).isZero();
        assertThat(result.getErrorOutput())
                .startsWith("warning: " + infrastructure + ", line 8, column ")
                .endsWith(
                        ": status.platformStatus.later, status.platformStatus.aws.later are not fields of Infrastructure"
                                + " config.openshift.io/v1 that this release knows; they are ignored");
        assertThat(written()).containsKey("bootstrap/aws-cloud-controller-manager-pod.yaml");
    }

    @Test
    void rejectsFieldsOfLaterReleaseWhenStrict(QuarkusMainLauncher launcher) throws IOException {
        Path infrastructure = inputs.infrastructure("{type: AWS, later: 1}");

        LaunchResult refused = launcher.launch(render(infrastructure, "--strict"));
        LaunchResult contradiction = launcher.launch(render(infrastructure, "--strict", "--ignore-unknown-fields"));

        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.getErrorOutput())
                .startsWith("error: " + infrastructure + ", line 8, column ")
                .endsWith(
                        ": status.platformStatus.later is not a field of Infrastructure config.openshift.io/v1; correct"
                                + " its name, remove it, or leave out --strict");
        assertThat(contradiction.exitCode()).isEqualTo(2);
        assertThat(contradiction.getErrorOutput())
                .contains("--strict: contradicts --ignore-unknown-fields; leave one of them out");
        assertThat(written()).isEmpty();
    }

    @Test
    void rejectsUnknownFieldOfUserUnlessIgnored(QuarkusMainLauncher launcher) {
        Path infrastructure = inputs.infrastructure("{type: AWS}", "{cloudConfig: {name: cloud-provider-config}}");
        String config = "--cloud-config-file="
                + inputs.write(
                        "cloud-config.yaml",
                        "{apiVersion: v1, kind: ConfigMap, metadata: {name: cloud-provider-config}, data: {cloud.conf: ''}, dat: {}}");

        LaunchResult refused = launcher.launch(render(infrastructure, config));
        LaunchResult ignored = launcher.launch(render(infrastructure, config, "--ignore-unknown-fields"));

        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.getErrorOutput())
                .contains("dat is not a field of ConfigMap v1; correct its name, remove it, or set"
                        + " --ignore-unknown-fields");
        assertThat(ignored.exitCode()).isZero();
        assertThat(ignored.getErrorOutput()).startsWith("warning: ").contains("dat is not a field of ConfigMap v1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | empty",
                "'# nothing' | empty",
                "'a: [' | line 1",
                "'{apiVersion: v1, kind: ConfigMap, metadata: {name: x}}' | an Infrastructure config.openshift.io/v1 is needed",
                "'a: 1\n---\nb: 2' | has 2 documents, but the manifest of an Infrastructure config.openshift.io/v1 is none of them",
                "'- a' | is a list",
            })
    void rejectsFileThatIsNotInfrastructure(String text, String reason, QuarkusMainLauncher launcher)
            throws IOException {
        Path infrastructure = inputs.write("bad.yaml", text);

        LaunchResult result = launcher.launch(render(infrastructure));

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.getErrorOutput())
                .startsWith("error: " + infrastructure)
                .contains(reason);
        assertThat(result.getErrorStream()).hasSize(1);
        assertThat(written()).isEmpty();
    }

    @Test
    void rejectsMissingFileAndDirectory(QuarkusMainLauncher launcher) {
        LaunchResult missing = launcher.launch(render(folder.resolve("no-such-file")));
        LaunchResult directory = launcher.launch(render(folder));

        assertThat(missing.exitCode()).isEqualTo(1);
        assertThat(missing.getErrorOutput()).contains("no-such-file: does not exist");
        assertThat(directory.exitCode()).isEqualTo(1);
        assertThat(directory.getErrorOutput()).contains(folder + ": is a directory");
    }

    @Test
    void keepsEverythingWhenDestinationIsNotWritable(QuarkusMainLauncher launcher) throws IOException {
        Path infrastructure = inputs.infrastructure("{type: AWS}");
        Files.createDirectories(destination.resolve("bootstrap/aws-cloud-controller-manager-pod.yaml"));
        SortedMap<String, String> before = written();

        LaunchResult result = launcher.launch(render(infrastructure));

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.getErrorStream())
                .singleElement()
                .asString()
                .startsWith("error: cannot write "
                        + destination.resolve("bootstrap/aws-cloud-controller-manager-pod.yaml"));
        assertThat(written()).isEqualTo(before);
    }

    @Test
    void namesPlaceInAuthoritiesThatAreNotValid(QuarkusMainLauncher launcher) throws IOException {
        Path cloudConfig = inputs.write("cloud-config.yaml", """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: cloud-provider-config}
                data:
                  cloud.conf: "[Global]\\n"
                  ca-bundle.pem: "-----BEGIN CERTIFICATE-----\\nMIIB\\n"
                """);

        LaunchResult result = launcher.launch(
                render(inputs.infrastructure("{type: OpenStack}"), "--cloud-config-file=" + cloudConfig));

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.getErrorOutput()).startsWith("error: " + cloudConfig + ", key ca-bundle.pem: line 1");
        assertThat(written()).isEmpty();
    }

    @Test
    void namesPositionInCloudConfigThatCannotBeTransformed(QuarkusMainLauncher launcher) throws IOException {
        Path cloudConfig = inputs.write("cloud-config.yaml", """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: cloud-provider-config}
                data: {cloud.conf: "[Global\\n"}
                """);

        LaunchResult result = launcher.launch(render(
                inputs.infrastructure("{type: AWS}"),
                "--cloud-config-file=" + cloudConfig,
                "--transform-cloud-config"));

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.getErrorOutput())
                .startsWith("error: " + cloudConfig + ", key cloud.conf: line 1, column 8: ");
        assertThat(written()).isEmpty();
    }
}
