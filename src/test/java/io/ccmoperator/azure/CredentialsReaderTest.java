// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.azure.AzureCredentials.ClientSecret;
import io.ccmoperator.azure.AzureCredentials.WorkloadIdentity;
import io.ccmoperator.cluster.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialsReaderTest {
    private static final String REMEDY =
            " into the Secret that is mounted here, or name another directory with --creds-path";
    private static final String NO_ID = "azure_client_id: is missing or empty; put azure_client_id" + REMEDY;
    private static final String NEITHER =
            "azure_client_secret: is missing or empty; put azure_client_secret, or azure_federated_token_file" + REMEDY;
    private static final String NO_TENANT =
            "azure_tenant_id: is missing or empty; put azure_tenant_id, which azure_federated_token_file needs"
                    + REMEDY;
    private static final String BOTH =
            "azure_client_secret: conflicts with azure_federated_token_file; remove one of them from the Secret";

    @TempDir
    Path folder;

    /** Whether there are client ID, secret, tenant ID and token file: what comes of it. */
    static List<Arguments> combinations() {
        ClientSecret secret = new ClientSecret("id", "secret");
        WorkloadIdentity identity = new WorkloadIdentity("id", "tenant", "/token");
        return List.of(
                Arguments.of(false, false, false, false, List.of(NO_ID, NEITHER)),
                Arguments.of(false, false, false, true, List.of(NO_ID, NO_TENANT)),
                Arguments.of(false, false, true, false, List.of(NO_ID, NEITHER)),
                Arguments.of(false, false, true, true, List.of(NO_ID)),
                Arguments.of(false, true, false, false, List.of(NO_ID)),
                Arguments.of(false, true, false, true, List.of(NO_ID, NO_TENANT, BOTH)),
                Arguments.of(false, true, true, false, List.of(NO_ID)),
                Arguments.of(false, true, true, true, List.of(NO_ID, BOTH)),
                Arguments.of(true, false, false, false, List.of(NEITHER)),
                Arguments.of(true, false, false, true, List.of(NO_TENANT)),
                Arguments.of(true, false, true, false, List.of(NEITHER)),
                Arguments.of(true, false, true, true, identity),
                Arguments.of(true, true, false, false, secret),
                Arguments.of(true, true, false, true, List.of(NO_TENANT, BOTH)),
                Arguments.of(true, true, true, false, secret),
                Arguments.of(true, true, true, true, List.of(BOTH)));
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void returnsCredentialsOrNamesFaultForEveryCombinationOfFiles(
            boolean id, boolean secret, boolean tenant, boolean token, Object expected) throws IOException {
        write(id, "azure_client_id", "id");
        write(secret, "azure_client_secret", "secret");
        write(tenant, "azure_tenant_id", "tenant");
        write(token, "azure_federated_token_file", "/token");

        if (expected instanceof List<?> errors) {
            assertThatThrownBy(() -> read(folder))
                    .isInstanceOfSatisfying(
                            InvalidInputException.class,
                            e -> assertThat(e.lines())
                                    .isEqualTo(errors.stream()
                                            .map(error -> folder + "/" + error)
                                            .toList()));
        } else {
            assertThat(read(folder)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", " \t\r\n"})
    void treatsEmptyFileAsMissing(String empty) throws IOException {
        write(true, "azure_client_id", "id");
        write(true, "azure_client_secret", empty);
        write(true, "azure_tenant_id", "tenant");
        write(true, "azure_federated_token_file", "/token");

        assertThat(read(folder)).isEqualTo(new WorkloadIdentity("id", "tenant", "/token"));

        write(true, "azure_client_id", empty);
        assertThatThrownBy(() -> read(folder)).hasMessage(folder + "/" + NO_ID);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\r\n", "\n\n"})
    void stripsLineEndsButKeepsBlanks(String end) throws IOException {
        write(true, "azure_client_id", "id" + end);
        write(true, "azure_client_secret", " a\nb\u00e9\\\" " + end);

        assertThat(read(folder)).isEqualTo(new ClientSecret("id", " a\nb\u00e9\\\" "));
    }

    @Test
    void reportsMissingDirectoryWithItsFile() {
        Path missing = folder.resolve("missing");

        assertThatThrownBy(() -> read(missing))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(missing + "/" + NO_ID + "\n" + missing + "/" + NEITHER);
    }

    @Test
    void reportsUnreadableFileOnceWithoutItsContent() throws IOException {
        write(true, "azure_client_id", "id");
        Files.write(folder.resolve("azure_client_secret"), new byte[] {'x', (byte) 0xFF});

        assertThatThrownBy(() -> read(folder))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(folder
                        + "/azure_client_secret, line 1, column 2: is not UTF-8; save the file in this encoding");
    }

    @Test
    void rejectsDirectoryInPlaceOfAnyValue() throws IOException {
        write(true, "azure_client_id", "id");
        write(true, "azure_client_secret", "secret");
        Files.createDirectory(folder.resolve("azure_tenant_id"));

        assertThatThrownBy(() -> read(folder))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(folder + "/azure_tenant_id: is a directory; name a file with azure_tenant_id");
    }

    /** The same letters as variables: i(d), s(ecret), t(enant), f(ederated token file). */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "is   | ClientSecret[clientId=id]",
                "ist  | ClientSecret[clientId=id]",
                "itf  | WorkloadIdentity[clientId=id, tenantId=tenant, tokenFile=/token]",
            })
    void readsSameCredentialsFromEnvironmentVariables(String letters, String expected) {
        assertThat(CredentialsReader.read(variables(letters, "\n"))).hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''   | AZURE_CLIENT_ID: is missing or empty; set AZURE_CLIENT_ID from the Secret, or mount",
                "s    | AZURE_CLIENT_ID: is missing or empty; set AZURE_CLIENT_ID from the Secret, or mount",
                "i    | AZURE_CLIENT_SECRET: is missing or empty; set AZURE_CLIENT_SECRET, or AZURE_FEDERATED_TOKEN_FILE from",
                "if   | AZURE_TENANT_ID: is missing or empty; set AZURE_TENANT_ID, which AZURE_FEDERATED_TOKEN_FILE needs from",
                "istf | AZURE_CLIENT_SECRET: conflicts with AZURE_FEDERATED_TOKEN_FILE; remove one of them from the Secret",
            })
    void namesMissingEmptyAndSuperfluousVariables(String letters, String error) {
        assertThatThrownBy(() -> CredentialsReader.read(variables(letters, "")))
                .isInstanceOfSatisfying(
                        InvalidInputException.class,
                        e -> assertThat(e.lines())
                                .anySatisfy(line -> assertThat(line)
                                        .startsWith("environment variable " + error)
                                        .doesNotContain("hidden")));
    }

    @Test
    void readsVariablesOnlyWithoutDirectory() {
        Path absent = folder.resolve("absent");
        UnaryOperator<String> environment = name -> "x";

        assertThat(CredentialSource.select(Optional.of(absent), folder, environment))
                .isEqualTo(new CredentialSource.Directory(absent));
        assertThat(CredentialSource.select(Optional.empty(), folder, environment))
                .isEqualTo(new CredentialSource.Directory(folder));
        assertThat(CredentialSource.select(Optional.empty(), absent, environment))
                .isEqualTo(new CredentialSource.Environment(environment, absent));
    }

    /** Those that are not among the letters are set to the empty string. */
    private static CredentialSource variables(String letters, String end) {
        Map<String, String> values = new HashMap<>();
        values.put("AZURE_CLIENT_ID", letters.contains("i") ? "id" + end : "");
        values.put("AZURE_CLIENT_SECRET", letters.contains("s") ? "hidden" + end : "");
        values.put("AZURE_TENANT_ID", letters.contains("t") ? "tenant" + end : "");
        values.put("AZURE_FEDERATED_TOKEN_FILE", letters.contains("f") ? "/token" + end : "");
        return new CredentialSource.Environment(values::get, Path.of("/absent"));
    }

    private static AzureCredentials read(Path directory) {
        return CredentialsReader.read(new CredentialSource.Directory(directory));
    }

    private void write(boolean there, String name, String text) throws IOException {
        if (there) {
            Files.writeString(folder.resolve(name), text);
        }
    }
}
