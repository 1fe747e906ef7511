// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.ccmoperator.cluster.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImagesFileTest {
    private static final String HEAD = "apiVersion: v1\nkind: ConfigMap\n";
    private static final String EXPECTED = "name a file with the manifest of the images ConfigMap, or images.json";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"b\": \"registry/b\", \"a\": \"registry/a\"}",
                "\uFEFF{\n\t\"b\": \"registry/b\",\n    \t\"a\": \"registry/a\"\n}\n",
                HEAD + "data:\n  images.json: |\n    {\"b\": \"registry/b\",\n    \t\"a\": \"registry/a\"}\n",
                "{\t\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\",\n\t\"data\": {\"images.json\":"
                        + " \"{\\\"b\\\": \\\"registry/b\\\", \\\"a\\\": \\\"registry/a\\\"}\"}}",
            })
    void readsManifestAndBareJsonInTheirOrder(String text) throws IOException {
        assertThat(ImagesFile.read(write(text), UnknownFields.reject()))
                .containsExactly(entry("b", "registry/b"), entry("a", "registry/a"));
    }

    static List<Arguments> faults() {
        return List.of(
                Arguments.of(" \n", List.of(": is empty; " + EXPECTED)),
                Arguments.of(HEAD, List.of(": the ConfigMap has no key images.json under data; " + EXPECTED)),
                Arguments.of(
                        HEAD + "data: {other: x}\n",
                        List.of(": the ConfigMap has no key images.json under data; " + EXPECTED)),
                Arguments.of(
                        HEAD + "data:\n  images.json: |\n    {\n      \"a\": hidden\n    }\n",
                        List.of(
                                ", data[\"images.json\"], line 2, column 8: Unrecognized token 'hidden': was expecting"
                                        + " (JSON String, Number, Array, Object or token 'null', 'true' or 'false'); correct the file there")),
                Arguments.of(
                        HEAD + "data: {images.json: ''}\n",
                        List.of(
                                ", data[\"images.json\"], line 1, column 1: the input is empty; correct the file there")),
                Arguments.of(
                        HEAD + "data: {images.json: '[]'}\n",
                        List.of(
                                ", data[\"images.json\"]: an object of image references is needed, but this is a list; write {\"key\": \"reference\"}")),
                Arguments.of(
                        HEAD + "data: {images.json: '{\"a\": 7, \"b\": null}'}\n",
                        List.of(
                                ", data[\"images.json\"]: a: an image reference (a string) is needed, but this is an integer; write the reference in quotes",
                                ", data[\"images.json\"]: b: an image reference (a string) is needed, but this is null; write the reference in quotes")),
                Arguments.of(
                        "{\"a\": \"x\", \"a\": \"y\"}",
                        List.of(", line 1, column 12: the member 'a' is a duplicate; correct the file there")),
                Arguments.of(
                        "{\"a\": [\"x\"]}",
                        List.of(
                                ": a: an image reference (a string) is needed, but this is a list; write the reference in quotes")),
                Arguments.of(
                        "[Global]\nuser = x\n",
                        List.of(
                                ", line 2, column 1: is not well-formed here (the reason is not shown, since it could contain a credential);"
                                        + " check quotes, indentation and duplicate keys")),
                Arguments.of(
                        "apiVersion: v1\nkind: Secret\n",
                        List.of(": is a Secret v1, but a ConfigMap v1 is needed; name a file with it")),
                Arguments.of(
                        HEAD + "extra: 1\n",
                        List.of(
                                ", line 3, column 1: extra is not a field of ConfigMap v1; correct its name or remove it")));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void namesFilePositionAndReasonOfFault(String text, List<String> messages) throws IOException {
        Path file = write(text);

        assertThatThrownBy(() -> ImagesFile.read(file, UnknownFields.reject()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(file + String.join("\n" + file, messages));
    }

    @Test
    void rejectsMissingFile() {
        Path file = folder.resolve("missing.json");

        assertThatThrownBy(() -> ImagesFile.read(file, UnknownFields.reject()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(file + ": does not exist; " + EXPECTED);
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("images"), text);
    }
}
