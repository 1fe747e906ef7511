// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WrittenTreesTest {
    @Provide
    Arbitrary<Object> trees() {
        return Trees.any();
    }

    @Provide
    Arbitrary<String> strings() {
        return Trees.strings();
    }

    @Property
    void readsTreeBackFromYaml(@ForAll("trees") Object tree) {
        String text = YamlWriter.write(tree);
        assertThat(YamlReader.read(text.getBytes(StandardCharsets.UTF_8)))
                .extracting(YamlDocument::value)
                .containsExactly(tree);
    }

    @Property
    void readsSeveralTreesBackFromYaml(@ForAll("trees") Object one, @ForAll("trees") Object other) {
        Map<String, Object> first = new LinkedHashMap<>();
        first.put("tree", one);
        Map<String, Object> second = new LinkedHashMap<>();
        second.put("tree", other);
        assertThat(YamlReader.read(YamlWriter.writeAll(List.of(first, second))))
                .extracting(YamlDocument::value)
                .containsExactly(first, second);
    }

    @Property
    void writesStringsThatYaml11ReadersKeepAsStrings(@ForAll("strings") String text) {
        assertThat(YamlReader.read(YamlWriter.write(Map.of(text, List.of(text))))
                        .get(0)
                        .ambiguous())
                .isEmpty();
    }

    @Property
    void readsTreeBackFromJson(@ForAll("trees") Object tree) {
        assertThat(JsonReader.read(JsonWriter.compact(tree))).isEqualTo(tree);
        assertThat(JsonReader.read(JsonWriter.indented(tree).getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(tree);
    }

    @Test
    void writesYamlInBlocksAndInOrderOfTree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("z", List.of("a", Map.of("b", 1L)));
        tree.put("script", "first\n  second\n");
        tree.put("switch", "on");
        tree.put("none", Map.of());
        assertThat(YamlWriter.write(tree)).isEqualTo("""
                        z:
                        - a
                        - b: 1
                        script: |
                          first
                            second
                        switch: "on"
                        none: {}
                        """);
    }

    /** A certificate bundle may be as long as a ConfigMap; a thread's stack is not. */
    @ParameterizedTest
    @ValueSource(strings = {"line\n", "a: 'b' # c\n\n", "1", "1:", "1_", "a ", "\n", "é\n", "- ", "a\n "})
    void writesTextOfMebibyte(String part) {
        String text = part.repeat((1 << 20) / part.length());

        String written = YamlWriter.write(Map.of("text", text));

        assertThat(YamlReader.read(written).get(0).value()).isEqualTo(Map.of("text", text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\n", "a\nb", "a\n\n b\n", "a\n\n"})
    void writesPrintableLinesAsBlock(String text) {
        assertThat(YamlWriter.write(Map.of("text", text))).startsWith("text: |");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\na", " a\nb", "a \nb", "a\nb ", "a\nb \n", "a\n \nb", "a\tb\n", "a\né"})
    void writesLinesThatBlockWouldHideInQuotes(String text) {
        assertThat(YamlWriter.write(Map.of("text", text))).startsWith("text: \"");
    }

    @Test
    void writesObjectAtEachOfItsPlaces() {
        Object shared = Map.of("a", List.of());
        assertThat(YamlWriter.write(Arrays.asList(shared, null, shared, List.of(shared))))
                .isEqualTo("""
                        - a: []
                        - null
                        - a: []
                        - - a: []
                        """);
    }

    @Test
    void writesJsonOnOneLineOrIndented() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("z", List.of("a", 1L));
        tree.put("a", null);
        assertThat(JsonWriter.compact(tree)).isEqualTo("{\"z\":[\"a\",1],\"a\":null}");
        assertThat(JsonWriter.indented(tree))
                .startsWith("{\n  \"z\" : [\n    \"a\",\n    1\n  ],\n")
                .endsWith("}\n");
    }

    @Test
    void writesJavaNumberLiteralAsItsNumber() {
        assertThat(JsonWriter.compact(Map.of("a", 1))).isEqualTo("{\"a\":1}");
        assertThat(YamlWriter.write(Map.of("a", 1))).isEqualTo("a: 1\n");
    }

    @Test
    void rejectsNonTree() {
        assertThatThrownBy(() -> YamlWriter.write(Map.of("a", 1.5f)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a tree has no values of class java.lang.Float");
        assertThatThrownBy(() -> JsonWriter.compact(List.of(1.5)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a tree has no values of class java.lang.Double");
    }
}
