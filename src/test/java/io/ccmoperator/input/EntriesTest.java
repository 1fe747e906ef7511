// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ccmoperator.cluster.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntriesTest {
    private static final Path FILE = Path.of("secret.yaml");
    private static final String KEYS =
            ": is not a valid key; a key has 1 to 253 letters, digits, '-', '_' and '.', is not"
                    + " '.' and does not begin with '..'";

    @Test
    void prefersStringDataToDataInSecret() {
        Map<String, Object> secret = Map.of(
                "data", Map.of("a", "b25l", "b", "dHdv", "lines", "b2\nN0\r\n", "empty", ""),
                "stringData", Map.of("b", "drei \u00e4"));

        assertThat(strings(DataEntries.ofSecret(FILE, secret)))
                .isEqualTo(Map.of("a", "one", "b", "drei \u00e4", "lines", "oct", "empty", ""));
    }

    @Test
    void acceptsEmptySecretAndConfigMap() {
        assertThat(DataEntries.ofSecret(FILE, Map.of())).isEmpty();
        assertThat(DataEntries.ofConfigMap(FILE, Map.of())).isEmpty();
    }

    @Test
    void readsTextAndBinaryContentOfConfigMap() {
        Map<String, Object> configMap = Map.of("data", Map.of("b", "text"), "binaryData", Map.of("a", "AP8="));

        SortedMap<String, byte[]> entries = DataEntries.ofConfigMap(FILE, configMap);

        assertThat(entries.keySet()).containsExactly("a", "b");
        assertThat(entries.get("a")).containsExactly(0x00, 0xff);
        assertThat(entries.get("b")).asString().isEqualTo("text");
    }

    @Test
    void rejectsValuesLargerThanKubernetesAllows() {
        String half = "x".repeat(512 << 10);
        assertThat(DataEntries.ofConfigMap(FILE, Map.of("data", Map.of("a", half, "b", half))))
                .hasSize(2);
        assertThatThrownBy(() -> DataEntries.ofConfigMap(FILE, Map.of("data", Map.of("a", half, "b", half + "x"))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        "secret.yaml: the values have 1048577 bytes, but the limit of a ConfigMap or Secret is 1048576"
                                + " (1 MiB); make them smaller");
        assertThatThrownBy(() -> DataEntries.ofSecret(FILE, Map.of("stringData", Map.of("a", half + half + "x"))))
                .hasMessageContaining("have 1048577 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hunter2", "hunter2!", "aHVudGVyMg", "aHVudGVyMg=", "=aHVudGVyMg", "aHVu dGVyMg=="})
    void rejectsInvalidBase64WithoutShowingValue(String value) {
        assertThatThrownBy(() -> DataEntries.ofSecret(FILE, Map.of("data", Map.of("password", value))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("secret.yaml: data.password: is not base64; encode it, or put the plain value under"
                        + " stringData");
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "..", "..a", "../a", "a/b", "/a", "", "a b", "\u00e4", "a\\b"})
    void rejectsKeysThatLeaveFolderOrThatKubernetesRejects(String key) {
        InvalidInputException failure = catchThrowableOfType(
                InvalidInputException.class,
                () -> DataEntries.ofSecret(FILE, Map.of("stringData", Map.of(key, "hunter2"))));

        assertThat(failure.lines())
                .singleElement()
                .asString()
                .startsWith("secret.yaml: stringData")
                .endsWith(KEYS)
                .doesNotContain("hunter2");
    }

    @Test
    void limitsKeyTo253Characters() {
        assertThat(DataEntries.ofSecret(FILE, Map.of("stringData", Map.of("k".repeat(253), ""))))
                .hasSize(1);
        assertThatThrownBy(() -> DataEntries.ofSecret(FILE, Map.of("stringData", Map.of("k".repeat(254), ""))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("secret.yaml: stringData." + "k".repeat(254) + KEYS);
    }

    @Test
    void reportsEveryFaultOnItsLine() {
        Map<String, Object> secret = new TreeMap<>(
                Map.of("data", new TreeMap<>(Map.of("a", "?", "b", "!")), "stringData", Map.of("../c", "x")));

        assertThatThrownBy(() -> DataEntries.ofSecret(FILE, secret)).hasMessage("""
                        secret.yaml: data.a: is not base64; encode it, or put the plain value under stringData
                        secret.yaml: data.b: is not base64; encode it, or put the plain value under stringData
                        secret.yaml: stringData["../c"]""" + KEYS);
    }

    @Test
    void rejectsKeyInBothMapsOfConfigMap() {
        Map<String, Object> configMap = Map.of("data", Map.of("a", "x"), "binaryData", Map.of("a", "eA=="));

        assertThatThrownBy(() -> DataEntries.ofConfigMap(Path.of("map.yaml"), configMap))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("map.yaml: binaryData.a: is also under data; keep one of them");
    }

    private static Map<String, String> strings(Map<String, byte[]> entries) {
        Map<String, String> strings = new TreeMap<>();
        entries.forEach((key, bytes) -> strings.put(key, new String(bytes, StandardCharsets.UTF_8)));
        return strings;
    }
}
