// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.ccmoperator.cluster.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestFileTest {
    private static final String HEAD = "apiVersion: config.openshift.io/v1\nkind: Infrastructure\n";
    private static final String NEEDED = "the manifest of an Infrastructure config.openshift.io/v1";

    @TempDir
    Path folder;

    @Test
    void readsManifestWithoutNullMembers() throws IOException {
        Path file = write(HEAD + """
                metadata: {name: cluster, creationTimestamp: null}
                spec:
                status:
                  infrastructureName: 'yes'
                  platformStatus:
                    type: VSphere
                    vsphere: {apiServerInternalIPs: [10.0.0.1], ingressIPs: null}
                """);

        assertThat(ManifestFile.read(file, ManifestKind.INFRASTRUCTURE, UnknownFields.reject()))
                .isEqualTo(Map.of(
                        "apiVersion",
                        "config.openshift.io/v1",
                        "kind",
                        "Infrastructure",
                        "metadata",
                        Map.of("name", "cluster"),
                        "status",
                        Map.of(
                                "infrastructureName",
                                "yes",
                                "platformStatus",
                                Map.of(
                                        "type",
                                        "VSphere",
                                        "vsphere",
                                        Map.of("apiServerInternalIPs", List.of("10.0.0.1"))))));
    }

    @Test
    void readsJsonIndentedWithTabs() throws IOException {
        Path file = write("{\n\t\"apiVersion\": \"v1\",\n\t\"kind\": \"ConfigMap\",\n\t\"data\": {\"a\": \"b\"}\n}\n");

        assertThat(ManifestFile.read(file, ManifestKind.CONFIG_MAP, UnknownFields.reject()))
                .containsEntry("data", Map.of("a", "b"));
    }

    @Test
    void takesTheDocumentOfTheKindOutOfSeveral() throws IOException {
        Path file = write("apiVersion: v1\nkind: ConfigMap\n---\n" + HEAD + "metadata: {name: cluster}\n---\n- a\n");

        assertThat(ManifestFile.read(file, ManifestKind.INFRASTRUCTURE, UnknownFields.reject()))
                .containsEntry("metadata", Map.of("name", "cluster"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1\nkind: List", "config.openshift.io/v1\nkind: InfrastructureList"})
    void takesTheItemOfTheKindOutOfList(String list) throws IOException {
        String items = "apiVersion: " + list + """

                items:
                - apiVersion: v1
                  kind: ConfigMap
                - apiVersion: config.openshift.io/v1
                  kind: Infrastructure
                  metadata: {name: cluster}
                """;

        assertThat(ManifestFile.read(write(items), ManifestKind.INFRASTRUCTURE, UnknownFields.reject()))
                .containsEntry("metadata", Map.of("name", "cluster"));
        Path file = write(items + "  status:\n    infrastructureName: 7\n    unknown: 1\n");
        assertThatThrownBy(() -> ManifestFile.read(file, ManifestKind.INFRASTRUCTURE, UnknownFields.reject()))
                .hasMessageContaining(file + ", line 10, column 5: status.infrastructureName: ")
                .hasMessageContaining(file + ", line 11, column 5: status.unknown ");
    }

    @Test
    void readsPipeOnceHoweverOftenItIsAskedFor() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        CompletableFuture<Path> written = CompletableFuture.supplyAsync(() -> {
            try {
                return Files.writeString(pipe, HEAD);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });

        for (int i = 0; i < 2; i++) {
            assertThat(ManifestFile.read(pipe, ManifestKind.INFRASTRUCTURE, UnknownFields.reject()))
                    .containsEntry("kind", "Infrastructure");
        }
        assertThat(written).succeedsWithin(Duration.ofSeconds(10));
    }

    @Test
    void acceptsByteOrderMarkAndEmptyDocuments() throws IOException {
        Path file = write("\uFEFF---\n" + HEAD + "---\n# nothing\n---\n");

        assertThat(ManifestFile.read(file, ManifestKind.INFRASTRUCTURE, UnknownFields.reject()))
                .containsEntry("kind", "Infrastructure");
    }

    static List<Arguments> faults() {
        return List.of(
                Arguments.of("", ": is empty; name a file with " + NEEDED),
                Arguments.of("# comment\n---\n", ": is empty; name a file with " + NEEDED),
                Arguments.of(
                        "a: b: c\n",
                        ", line 1, column 5: a colon and a blank are not allowed here; put a value that has them"
                                + " in quotes, and align the keys of a map"),
                Arguments.of(
                        "{\"a\": 1,}x",
                        ", line 1, column 9: Unexpected character ('}' (code 125)): was expecting double-quote to start"
                                + " field name; correct the file there"),
                Arguments.of("a: 1\na: 2\n", ", line 2, column 1: the key 'a' is a duplicate; correct the file there"),
                Arguments.of(
                        HEAD + "---\n" + HEAD,
                        ", line 4, column 1: a second Infrastructure config.openshift.io/v1 begins here; leave only one"),
                Arguments.of("apiVersion: v1\nkind: List\nitems: []\n", ": is empty; name a file with " + NEEDED),
                Arguments.of(
                        "{apiVersion: v1, kind: List, items: [\n{apiVersion: v1, kind: ConfigMap}]}\n",
                        ": is a ConfigMap v1, but an Infrastructure config.openshift.io/v1 is needed; name a file with it"),
                Arguments.of(
                        "a: 1\n---\nb: 2\n",
                        ": has 2 documents, but " + NEEDED + " is none of them; name a file with it"),
                Arguments.of(
                        "- a\n", ", line 1, column 1: is a list, but " + NEEDED + " is needed; name a file with it"),
                Arguments.of(
                        "hello\n",
                        ", line 1, column 1: is a string, but " + NEEDED + " is needed; name a file with it"),
                Arguments.of(
                        "apiVersion: v1\nkind: ConfigMap\n",
                        ": is a ConfigMap v1, but an Infrastructure config.openshift.io/v1 is needed; name a file with it"),
                Arguments.of(
                        "apiVersion: v2\nkind: Infrastructure\n",
                        ": is an Infrastructure v2, but an Infrastructure config.openshift.io/v1 is needed; name a file with it"),
                Arguments.of(
                        "a: b\n",
                        ": has no apiVersion and no kind, but an Infrastructure config.openshift.io/v1 is needed; name a file with it"),
                Arguments.of(
                        "kind: Infrastructure\napiVersion: 1\n",
                        ": has no apiVersion, but an Infrastructure config.openshift.io/v1 is needed; name a file with it"),
                Arguments.of(
                        HEAD + "status:\n  infrastructureName: 7\n",
                        ", line 4, column 3: status.infrastructureName: a string is needed, but 7 is an integer; put it in"
                                + " quotes"),
                Arguments.of(
                        HEAD + "status: {infrastructureName: {a: b}}\n",
                        ", line 3, column 10: status.infrastructureName: a string is needed, but this is a map"),
                Arguments.of(
                        HEAD + "status:\n- a\n", ", line 3, column 1: status: a map is needed, but this is a list"),
                Arguments.of(
                        HEAD + "spec: {platformSpec: {vsphere: {machineNetworks: a}}}\n",
                        ", line 3, column 33: spec.platformSpec.vsphere.machineNetworks: a list is needed, but 'a' is a"
                                + " string"),
                Arguments.of(
                        HEAD + "spec: {platformSpec: {vsphere: {machineNetworks: [null]}}}\n",
                        ", line 3, column 51: spec.platformSpec.vsphere.machineNetworks[0]: a string is needed, but this is"
                                + " null"),
                Arguments.of(
                        HEAD + "spec: {platformSpec: {vsphere: {vcenters: [{port: '443'}]}}}\n",
                        ", line 3, column 45: spec.platformSpec.vsphere.vcenters[0].port: an integer is needed, but '443'"
                                + " is a string; write digits without quotes"),
                Arguments.of(
                        HEAD + "spec: {platformSpec: {vsphere: {vcenters: [{port: 4.5}]}}}\n",
                        ", line 3, column 45: spec.platformSpec.vsphere.vcenters[0].port: an integer is needed, but 4.5 is"
                                + " a number"),
                Arguments.of(
                        HEAD + "metadata: {ownerReferences: [{controller: yes}]}\n",
                        ", line 3, column 31: metadata.ownerReferences[0].controller: a boolean is needed, but 'yes' is a"
                                + " string; write true or false"),
                Arguments.of(
                        HEAD + "metadata: {labels: {a.b/c: true}}\n",
                        ", line 3, column 21: metadata.labels[\"a.b/c\"]: a string is needed, but true is a boolean; put it"
                                + " in quotes"),
                Arguments.of(
                        HEAD + "\"a\\nb\": 1\n",
                        ", line 3, column 1: [\"a\\u000ab\"] is not a field of Infrastructure config.openshift.io/v1; correct"
                                + " its name or remove it"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void namesFilePositionAndReasonOfFault(String text, String message) throws IOException {
        Path file = write(text);

        assertThatThrownBy(() -> ManifestFile.read(file, ManifestKind.INFRASTRUCTURE, UnknownFields.reject()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(file + message);
    }

    @Test
    void namesEveryUnknownFieldAndWrongTypeInOrderOfFile() throws IOException {
        Path file = write(HEAD + "status:\n  newField: 1\n  platform: 2\n  other: {}\n");

        InvalidInputException failure = catchThrowableOfType(
                InvalidInputException.class,
                () -> ManifestFile.read(file, ManifestKind.INFRASTRUCTURE, UnknownFields.reject("correct it")));

        String end = " is not a field of Infrastructure config.openshift.io/v1; correct it";
        assertThat(failure.lines())
                .containsExactly(
                        file + ", line 4, column 3: status.newField" + end,
                        file
                                + ", line 5, column 3: status.platform: a string is needed, but 2 is an integer; put it in quotes",
                        file + ", line 6, column 3: status.other" + end);
        assertThat(failure).hasMessage(String.join("\n", failure.lines()));
    }

    @ParameterizedTest
    @EnumSource
    void warnsOfUnknownFieldsOfObjectsOfOpenShiftAndKeepsThem(ManifestKind kind) throws IOException {
        Path file = write("apiVersion: " + kind.apiVersion() + "\nkind: " + kind.kind() + "\nlater: 1\n");
        List<String> warnings = new ArrayList<>();
        UnknownFields policy = UnknownFields.rejectInManifestsOfUsers("correct it", warnings::add);

        if (kind.apiVersion().equals("config.openshift.io/v1")) {
            assertThat(ManifestFile.read(file, kind, policy)).containsEntry("later", 1L);
            assertThat(warnings)
                    .containsExactly(file + ", line 3, column 1: later is not a field of " + kind
                            + " that this release knows; it is ignored");
        } else {
            assertThatThrownBy(() -> ManifestFile.read(file, kind, policy))
                    .hasMessage(file + ", line 3, column 1: later is not a field of " + kind + "; correct it");
            assertThat(warnings).isEmpty();
        }
    }

    @Test
    void namesUnknownFieldsOfOneManifestInOneLine() throws IOException {
        List<String> warnings = new ArrayList<>();
        String many = IntStream.range(0, 30).mapToObj(i -> "f" + i + ": 1\n").collect(Collectors.joining());

        ManifestFile.read(write(HEAD + many), ManifestKind.INFRASTRUCTURE, UnknownFields.warn(warnings::add));

        assertThat(warnings)
                .singleElement(InstanceOfAssertFactories.STRING)
                .contains(", line 3, column 1: f0, f1, ", "f19 and 10 more are not fields of Infrastructure");
    }

    static List<Arguments> secrets() {
        String head = "apiVersion: v1\nkind: Secret\n";
        return List.of(
                Arguments.of(head + "data: {a: *hunter2}\n", ", line 3, column 11: "),
                Arguments.of(head + "data: {a: !hunter2 x}\n", ", line 3, column 11: "),
                Arguments.of(head + "data: {a: 0xhunter2, a: hunter2}\n", ", line 3, column 22: "),
                Arguments.of("{\"kind\": \"Secret\",\n\t\"data\": hunter2}", ", line 2, column "),
                Arguments.of(
                        head + "data: {a: [hunter2]}\n", ", line 3, column 8: data.a: a string is needed, but this is"),
                Arguments.of(
                        head + "data: hunter2\n", ", line 3, column 1: data: a map is needed, but this is a string"),
                Arguments.of(
                        head + "immutable: hunter2\n", ", line 3, column 1: immutable: a boolean is needed, but this"));
    }

    @ParameterizedTest
    @MethodSource("secrets")
    void hidesValuesOfSecret(String text, String message) throws IOException {
        Path file = write(text);

        assertThatThrownBy(() -> ManifestFile.read(file, ManifestKind.SECRET, UnknownFields.reject()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(file + message)
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void rejectsMissingFile() {
        Path file = folder.resolve("missing.yaml");

        assertThatThrownBy(() -> ManifestFile.read(file, ManifestKind.NETWORK, UnknownFields.reject()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        file + ": does not exist; name a file with the manifest of a Network config.openshift.io/v1");
    }

    @Test
    void rejectsEmptyName() {
        assertThatThrownBy(() -> ManifestFile.read(Path.of(""), ManifestKind.INFRASTRUCTURE, UnknownFields.reject()))
                .hasMessage("the name of a file is empty; name a file with " + NEEDED);
    }

    @Test
    void rejectsDirectory() {
        assertThatThrownBy(() -> ManifestFile.read(folder, ManifestKind.SECRET, UnknownFields.reject()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(folder + ": is a directory; name a file with the manifest of a Secret v1");
    }

    @Test
    void rejectsUnreadableFile() throws IOException {
        Path file = write(HEAD);
        Files.setPosixFilePermissions(file, Set.of());
        assumeFalse(Files.isReadable(file), "root may read everything; run the tests as another user");

        assertThatThrownBy(() -> ManifestFile.read(file, ManifestKind.INFRASTRUCTURE, UnknownFields.reject()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(file + ": this user may not read it; change its permissions");
    }

    @Test
    void rejectsTextThatIsNotUtf8WithPosition() throws IOException {
        Path file = Files.write(folder.resolve("latin.yaml"), "a: b\nc: d\u00e9".getBytes(StandardCharsets.ISO_8859_1));

        assertThatThrownBy(() -> ManifestFile.read(file, ManifestKind.PROXY, UnknownFields.reject()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(file + ", line 2, column 5: is not UTF-8; save the file in this encoding");
    }

    @Test
    void rejectsFileThatIsTooLarge() throws IOException {
        Path file = Files.write(folder.resolve("large"), new byte[(3 << 20) + 1]);

        assertThatThrownBy(() -> ManifestFile.read(file, ManifestKind.API_SERVER, UnknownFields.reject()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(file + ": is larger than 3 MiB; name a file with the manifest of an APIServer"
                        + " config.openshift.io/v1");
    }

    @Test
    void rejectsNestingThatIsTooDeep() throws IOException {
        Path file = write("a: " + "[".repeat(500_000));

        assertThatThrownBy(() -> ManifestFile.read(file, ManifestKind.FEATURE_GATE, UnknownFields.reject()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        file
                                + ", line 1, column 503: maps and lists are nested more than 500 deep; make the document flatter");
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("manifest.yaml"), text);
    }
}
