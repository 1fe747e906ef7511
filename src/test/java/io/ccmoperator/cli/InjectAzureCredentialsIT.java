// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.main.LaunchResult;
import io.quarkus.test.junit.main.QuarkusMainIntegrationTest;
import io.quarkus.test.junit.main.QuarkusMainLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusMainIntegrationTest
@Tag("packaged")
class InjectAzureCredentialsIT {
    private static final String COMMAND = "inject-azure-credentials";

    @TempDir
    Path folder;

    private Path conf;
    private Path credentials;
    private Path output;

    @BeforeEach
    void folders() throws IOException {
        conf = folder.resolve("cloud.conf");
        credentials = Files.createDirectory(folder.resolve("credentials"));
        output = Files.createDirectory(folder.resolve("merged")).resolve("cloud.conf");
    }

    private LaunchResult inject(QuarkusMainLauncher launcher, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                COMMAND,
                "--cloud-config-file-path=" + conf,
                "--output-file-path=" + output,
                "--creds-path=" + credentials));
        arguments.addAll(List.of(more));
        return launcher.launch(arguments.toArray(String[]::new));
    }

    /** Writes the credentials, each by its letter: i(d), s(ecret), t(enant), f(ederated token file). */
    private void credentials(String letters) throws IOException {
        for (char letter : letters.toCharArray()) {
            switch (letter) {
                case 'i' -> Files.writeString(credentials.resolve("azure_client_id"), "id\n");
                case 's' -> Files.writeString(credentials.resolve("azure_client_secret"), "hidden\n");
                case 't' -> Files.writeString(credentials.resolve("azure_tenant_id"), "tenant\n");
                default -> Files.writeString(credentials.resolve("azure_federated_token_file"), "/token\n");
            }
        }
    }

    private void assertNothingWritten() throws IOException {
        try (Stream<Path> files = Files.list(output.getParent())) {
            assertThat(files).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "is   | --disable-identity-extension-auth       | false | \"aadClientId\":\"id\",\"aadClientSecret\":\"hidden\"",
                "ist  | --disable-identity-extension-auth=true  | false | \"aadClientId\":\"id\",\"aadClientSecret\":\"hidden\"",
                "is   | --disable-identity-extension-auth=false | true  | \"aadClientId\":\"id\",\"aadClientSecret\":\"hidden\"",
                "itf  | --enable-azure-workload-identity        | true  | \"aadClientId\":\"id\",\"tenantId\":\"tenant\","
                        + "\"aadFederatedTokenFile\":\"/token\",\"useFederatedWorkloadIdentityExtension\":true",
                "itf  | --enable-azure-workload-identity=false  | true  | \"aadClientId\":\"id\",\"tenantId\":\"tenant\","
                        + "\"aadFederatedTokenFile\":\"/token\",\"useFederatedWorkloadIdentityExtension\":true",
                "is   | --enable-azure-workload-identity=true   | true  | \"aadClientId\":\"id\",\"aadClientSecret\":\"hidden\"",
                "is   | -disable-identity-extension-auth        | false | \"aadClientId\":\"id\",\"aadClientSecret\":\"hidden\"",
                "is   | -disable-identity-extension-auth=1      | false | \"aadClientId\":\"id\",\"aadClientSecret\":\"hidden\"",
                "is   | --disable-identity-extension-auth=f     | true  | \"aadClientId\":\"id\",\"aadClientSecret\":\"hidden\"",
                "is   | -enable-azure-workload-identity=true    | true  | \"aadClientId\":\"id\",\"aadClientSecret\":\"hidden\"",
                "is   | -v                                      | true  | \"aadClientId\":\"id\",\"aadClientSecret\":\"hidden\"",
                "is   | -v=4                                    | true  | \"aadClientId\":\"id\",\"aadClientSecret\":\"hidden\"",
                "is   | --v=4                                   | true  | \"aadClientId\":\"id\",\"aadClientSecret\":\"hidden\"",
            })
    void writesCredentialsReadableForAll(
            String files, String flag, boolean managedIdentity, String members, QuarkusMainLauncher launcher)
            throws IOException {
        credentials(files);
        Files.writeString(conf, "{\"useManagedIdentityExtension\": true, \"a\": 12345678901234567890}");

        LaunchResult result = inject(launcher, flag);

        assertThat(result.exitCode()).isZero();
        assertThat(result.getOutput()).isEmpty();
        assertThat(output)
                .hasContent("{\"useManagedIdentityExtension\":" + managedIdentity + ",\"a\":12345678901234567890,"
                        + members + "}");
        assertThat(Files.getPosixFilePermissions(output)).isEqualTo(PosixFilePermissions.fromString("rw-r--r--"));
        if (managedIdentity) {
            assertThat(result.getErrorStream())
                    .singleElement()
                    .asString()
                    .startsWith("warning: " + conf + ": useManagedIdentityExtension is true");
        } else {
            assertThat(result.getErrorOutput()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''   | azure_client_id: is missing or empty | azure_client_secret: is missing or empty",
                "s    | azure_client_id: is missing or empty |",
                "i    | azure_client_secret: is missing or empty |",
                "it   | azure_client_secret: is missing or empty |",
                "if   | azure_tenant_id: is missing or empty |",
                "istf | azure_client_secret: conflicts with azure_federated_token_file |",
            })
    void reportsEachMissingCredentialAndWritesNothing(
            String files, String first, String second, QuarkusMainLauncher launcher) throws IOException {
        credentials(files);
        Files.writeString(conf, "{}");

        LaunchResult result = inject(launcher);

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.getErrorStream()).hasSize(second == null ? 1 : 2);
        assertThat(result.getErrorStream().get(0)).startsWith("error: " + credentials + "/" + first);
        if (second != null) {
            assertThat(result.getErrorStream().get(1)).startsWith("error: " + credentials + "/" + second);
        }
        assertThat(result.getErrorOutput()).doesNotContain("hidden", "Usage");
        assertNothingWritten();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``           | , line 1, column 1: one object {...} of JSON or one map of YAML is needed; correct the file there",
                "null         | , line 1, column 1: one object {...} of JSON or one map of YAML is needed; correct the file there",
                "[]           | , line 1, column 1: one object {...} of JSON or one map of YAML is needed; correct the file there",
                "hidden       | , line 1, column 1: one object {...} of JSON or one map of YAML is needed; correct the file there",
                "{\"a\": hidden | , line 1, column 7: no well-formed JSON; check quotes, commas and brackets",
            })
    void rejectsConfigurationThatIsNotObject(String text, String reason, QuarkusMainLauncher launcher)
            throws IOException {
        credentials("is");
        Files.writeString(conf, text);

        LaunchResult result = inject(launcher);

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.getErrorStream())
                .singleElement()
                .asString()
                .startsWith("error: " + conf)
                .endsWith(reason);
        assertNothingWritten();
    }

    /** As the cloud controller manager reads it: of a member that is there twice the last one counts. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{\"a\": word} | {\"a\":\"word\",", "{\"a\":1,\"a\":2} | {\"a\":2,", "a: word | {\"a\":\"word\","})
    void readsMappingOfYaml(String text, String written, QuarkusMainLauncher launcher) throws IOException {
        credentials("is");
        Files.writeString(conf, text);

        assertThat(inject(launcher).exitCode()).isZero();
        assertThat(output).content().startsWith(written);
    }

    @Test
    void reportsMissingConfigurationAndMissingOutputDirectory(QuarkusMainLauncher launcher) throws IOException {
        credentials("is");

        LaunchResult noConfiguration = inject(launcher);
        Files.writeString(conf, "{}");
        output = folder.resolve("nowhere/cloud.conf");
        LaunchResult noDirectory = inject(launcher);

        assertThat(noConfiguration.exitCode()).isEqualTo(1);
        assertThat(noConfiguration.getErrorOutput())
                .startsWith("error: " + conf + ": does not exist; name a file with ");
        assertThat(noDirectory.exitCode()).isEqualTo(1);
        assertThat(noDirectory.getErrorOutput())
                .isEqualTo("error: " + output + ": its directory does not exist; make or mount it, or name another file"
                        + " with --output-file-path");
        assertThat(output.getParent()).doesNotExist();
    }

    @Test
    void replacesPreviousOutputAndKeepsItOnFailure(QuarkusMainLauncher launcher) throws IOException {
        Files.writeString(output, "old");
        Files.writeString(conf, "{}");

        LaunchResult failed = inject(launcher);

        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(output).hasContent("old");

        credentials("is");
        LaunchResult done = inject(launcher);

        assertThat(done.exitCode()).isZero();
        assertThat(output).hasContent("{\"aadClientId\":\"id\",\"aadClientSecret\":\"hidden\"}");
    }

    @Test
    void acceptsFlagsWithOneDash(QuarkusMainLauncher launcher) throws IOException {
        credentials("is");
        Files.writeString(conf, "{\"useManagedIdentityExtension\":true}");

        LaunchResult result = launcher.launch(
                COMMAND,
                "-disable-identity-extension-auth",
                "-v",
                "-cloud-config-file-path",
                conf.toString(),
                "-output-file-path",
                output.toString(),
                "-creds-path",
                credentials.toString());

        assertThat(result.exitCode()).as(result.getErrorOutput()).isZero();
        assertThat(output)
                .hasContent(
                        "{\"useManagedIdentityExtension\":false,\"aadClientId\":\"id\",\"aadClientSecret\":\"hidden\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "surplus",
                "--no-such-flag",
                "-no-such-flag",
                "-no-such-flag=value",
                "--enable-azure-workload-identity=perhaps",
                "-v=much"
            })
    void rejectsUnknownArgumentsAsWrongUsage(String argument, QuarkusMainLauncher launcher) throws IOException {
        credentials("is");
        Files.writeString(conf, "{}");

        LaunchResult result = inject(launcher, argument);

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.getErrorOutput())
                .startsWith("error: ")
                .contains(argument.replaceFirst(".*=", ""))
                .endsWith("See 'ccm-operator inject-azure-credentials --help'.");
        assertNothingWritten();
    }
}
