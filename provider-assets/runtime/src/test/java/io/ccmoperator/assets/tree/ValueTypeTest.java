// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ValueTypeTest {
    @Test
    void namesTypesOfValuesThatAreReadFromJson() {
        Map<String, Object> tree = FieldReader.of(JsonReader.read("""
                {"a": null, "b": "7", "c": true, "d": 7, "e": 70000000000000000000, "f": 7.5, "g": [], "h": {}}""")).map();

        List<String> names = tree.values().stream()
                .map(ValueType::of)
                .map(ValueType::withArticle)
                .toList();

        assertThat(names)
                .containsExactly(
                        "null", "a string", "a boolean", "an integer", "an integer", "a number", "a list", "a map");
    }

    @Test
    void namesNumbersAndScalarsThatKeepTheirSpelling() {
        assertThat(ValueType.of(new JsonNumber("7"))).isEqualTo(ValueType.NUMBER);
        assertThat(ValueType.of(new PlainScalar("007"))).isEqualTo(ValueType.SCALAR);
    }

    @Test
    void rejectsValuesThatNoTreeHas() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ValueType.of(new StringBuilder()))
                .withMessageContaining("StringBuilder");
    }
}
