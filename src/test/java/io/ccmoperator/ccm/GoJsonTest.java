// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GoJsonTest {
    static List<Arguments> strings() {
        return List.of(
                Arguments.of("plain", "\"plain\""),
                Arguments.of("", "\"\""),
                Arguments.of("a\"b\\c/d", "\"a\\\"b\\\\c/d\""),
                Arguments.of("<a> & b", "\"\\u003ca\\u003e \\u0026 b\""),
                Arguments.of("\b\f\n\r\t", "\"\\b\\f\\n\\r\\t\""),
                Arguments.of("\u0000\u001f", "\"\\u0000\\u001f\""),
                Arguments.of("\u007f\u0085", "\"\u007f\u0085\""),
                Arguments.of("\u2028\u2029", "\"\\u2028\\u2029\""),
                Arguments.of("é 😀 \uFFFD", "\"é 😀 \uFFFD\""));
    }

    @ParameterizedTest
    @MethodSource("strings")
    void escapesWhatGoEscapesAndNothingElse(String text, String json) {
        assertThat(GoJson.write(text)).isEqualTo(json);
    }

    @Test
    void sortsMembersAndWritesNoBlanks() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("b", Map.of());
        tree.put("a", Map.of("z", "1", "y.y", "2", "Y", "3"));
        tree.put("c", null);

        assertThat(GoJson.write(tree)).isEqualTo("{\"a\":{\"Y\":\"3\",\"y.y\":\"2\",\"z\":\"1\"},\"b\":{},\"c\":null}");
    }
}
