// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.assets.tree.YamlDocument.AmbiguousScalar;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlReaderTest {
    @Test
    void recordsPositionOfEachValue() {
        YamlDocument document = YamlReader.read("# comment\nspec:\n  list:\n    - a\n    - b: 1\n")
                .get(0);
        assertThat(document.position(TreePath.ROOT)).contains(new Position(2, 1));
        assertThat(document.position(TreePath.of("spec", "list"))).contains(new Position(3, 3));
        assertThat(document.position(TreePath.of("spec", "list").item(0))).contains(new Position(4, 7));
        assertThat(document.position(TreePath.of("spec", "list").item(1).field("b")))
                .contains(new Position(5, 7));
        assertThat(document.position(TreePath.of("spec", "other"))).isEmpty();
        assertThat(document.nearestPosition(TreePath.of("spec", "other", "deeper")))
                .contains(new Position(2, 1));
    }

    @Test
    void countsPositionsAcrossDocuments() {
        List<YamlDocument> documents = YamlReader.read("a: 1\n---\nb: 2\n");
        assertThat(documents).hasSize(2);
        assertThat(documents.get(1).position(TreePath.of("b"))).contains(new Position(3, 1));
    }

    @Test
    void readsScalarsInTypesOfCoreSchema() {
        assertThat(value("[a, '1', 1, -2, 0x1F, 0o17, 1.5, 1e3, 2., true, null, ~, yes, 99999999999999999999]"))
                .isEqualTo(Arrays.asList(
                        "a",
                        "1",
                        1L,
                        -2L,
                        31L,
                        15L,
                        new BigDecimal("1.5"),
                        new BigDecimal("1E+3"),
                        new BigDecimal("2.0"),
                        true,
                        null,
                        null,
                        "yes",
                        new BigInteger("99999999999999999999")));
    }

    @Test
    void readsNoDocumentFromComments() {
        assertThat(YamlReader.read("# nothing\n\n")).isEmpty();
    }

    @Test
    void readsEmptyDocument() {
        assertThat(YamlReader.read("---\n---\na: 1\n"))
                .extracting(YamlDocument::isEmpty)
                .containsExactly(true, false);
    }

    @Test
    void skipsByteOrderMark() {
        assertThat(YamlReader.read("\uFEFFa: 1".getBytes(StandardCharsets.UTF_8))
                        .get(0)
                        .value())
                .isEqualTo(Map.of("a", 1L));
    }

    @Test
    void rejectsBytesThatAreNotUtf8() {
        assertThatThrownBy(() -> YamlReader.read(new byte[] {'a', (byte) 0xFF}))
                .isInstanceOf(SyntaxException.class)
                .hasMessage("the input is not UTF-8; save the file in this encoding");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a: 1\\na: 2          | line 2, column 1: the key 'a' is a duplicate",
                "a: {b: 1, 'b': 2}    | line 1, column 11: the key 'b' is a duplicate",
                "1: a                 | line 1, column 1: the key '1' is not a string; put it in quotes",
                "{[a]: b}             | line 1, column 2: the key is not a string; put it in quotes",
                "a: !!set {b}         | line 1, column 4: the tag tag:yaml.org,2002:set is not supported",
                "a: !x b              | line 1, column 4: the tag !x is not supported",
                "a: .inf              | line 1, column 4: '.inf' is not a number in JSON",
                "a: &x [*x]           | line 1, column 4: the alias contains itself",
                "a: *x                | line 1, column 4: there is no such anchor above; put a value that begins with * in quotes",
                "a: \\tb: c           | line 1, column 4: a tab cannot be indentation; write blanks",
                "a: @b                | line 1, column 4: a value cannot begin with this character; put it in quotes",
                "a: \"b\\nc: d        | line 1, column 4: the quote is not closed; end the value with the same quote",
                "a: \"\\q\"            | line 1, column 6: not an escape in double quotes; write \\\\ for a backslash, or use single quotes",
                "a: [b\\nc: d         | line 1, column 4: the list is not closed, or has no comma between two items; write [a, b]",
                "a: {b: c d: e}       | line 1, column 4: the map is not closed, or has no comma between two keys; write {a: b, c: d}",
                "a\\nb: c             | line 2, column 2: a colon and a blank are not allowed here; put a value that has them in quotes, and align the keys of a map",
                "a: *,b               | line 1, column 5: a value that begins with * has to be in quotes",
                "a:\\n  b: c\\n d: e    | line 3, column 2: the line is indented differently from the lines around it; align it with the others of its map or list",
                "a: b\\n  c: d         | line 2, column 4: a colon and a blank are not allowed here; put a value that has them in quotes, and align the keys of a map",
                "a: b: c              | line 1, column 5: a colon and a blank are not allowed here; put a value that has them in quotes, and align the keys of a map",
            })
    void reportsSyntaxErrorWithPosition(String text, String message) {
        assertThatThrownBy(
                        () -> YamlReader.read(text.strip().replace("\\n", "\n").replace("\\t", "\t")))
                .isInstanceOf(SyntaxException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: \"\\u", "a: \"\\u12", "a: \"\\UFFFFFFFF\"", "a: \"\\x\""})
    void rejectsEscapeOfInvalidCharacter(String text) {
        assertThatThrownBy(() -> YamlReader.read(text)).isInstanceOf(SyntaxException.class);
    }

    @Test
    void rejectsUnknownVersion() {
        assertThat(YamlReader.read("%YAML 1.1\n---\na: b\n").get(0).value()).isEqualTo(Map.of("a", "b"));
        assertThatThrownBy(() -> YamlReader.read("%YAML 0.1\n---\na: b\n"))
                .isInstanceOf(SyntaxException.class)
                .hasMessage("the version in the directive %YAML is unknown; write 1.2 or leave it out");
    }

    @Test
    void rejectsControlCharacterWithPosition() {
        assertThatThrownBy(() -> YamlReader.read("a: 1\nb: \u0007"))
                .hasMessage("line 2, column 4: the character U+0007 is not allowed in YAML");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"007", "0x1F", "0o17", "1e3", "1.50", "True", "yes", "off", "12:30", "2026-01-01", ".inf", "="})
    void keepsPlainScalarAsWrittenOnDemand(String scalar) {
        assertThat(asWritten("[" + scalar + ", '" + scalar + "', !!str '" + scalar + "']"))
                .isEqualTo(List.of(new PlainScalar(scalar), scalar, scalar));
        assertThat(YamlWriter.write(asWritten("a: " + scalar))).isEqualTo("a: " + scalar + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a b", "10.0.0.1", "a:b", "nope"})
    void readsPlainStringAsString(String scalar) {
        assertThat(asWritten(scalar)).isEqualTo(scalar);
    }

    @Test
    void readsNullInAllSpellings() {
        assertThat(asWritten("[null, Null, NULL, ~, !!null '']"))
                .isEqualTo(Arrays.asList(null, null, null, null, null));
    }

    @Test
    void mergesMapsUnlessMergeKeyIsQuoted() {
        Map<?, ?> map = (Map<?, ?>) asWritten("""
                a: &a {k: a, l: a}
                b: &b {l: b, m: b}
                one: {k: own, <<: *a}
                several: {<<: [*a, *b], m: own}
                quoted: {'<<': {k: x}}
                """);
        assertThat(map.get("one")).isEqualTo(Map.of("k", "own", "l", "a"));
        assertThat(map.get("several")).isEqualTo(Map.of("k", "a", "l", "a", "m", "own"));
        assertThat(map.get("quoted")).isEqualTo(Map.of("<<", Map.of("k", "x")));
        assertThat(YamlReader.read("{<<: {k: x}}").get(0).value()).isEqualTo(Map.of("<<", Map.of("k", "x")));
        assertThatThrownBy(() -> YamlReader.readAsWritten("a:\n  <<: text\n"))
                .isInstanceOf(SyntaxException.class)
                .hasMessage("line 2, column 7: << merges a value that is not a map");
    }

    private static Object asWritten(String text) {
        return YamlReader.readAsWritten(text).get(0).value();
    }

    @Test
    void copiesValueOfAlias() {
        Map<?, ?> map = (Map<?, ?>) value("a: &x {b: 1}\nc: *x\n");
        assertThat(map.get("c")).isEqualTo(map.get("a")).isNotSameAs(map.get("a"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"yes", "Off", "y", "012", "0o17", "1_000", "0b11", "10:30", "2026-01-01", "=", "<<", "+0x1F"})
    void marksScalarAmbiguousWhenYaml11ReadsItDifferently(String scalar) {
        assertThat(YamlReader.read("a: " + scalar).get(0).ambiguous())
                .containsExactly(new AmbiguousScalar(TreePath.of("a"), scalar));
        assertThat(YamlReader.read("a: '" + scalar + "'").get(0).ambiguous()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"true", "null", "1", "-1", "0", "0x1F", "1.5", "a:b", "200m", "50Mi", "10.0.0.1", "v1", "nope"})
    void marksNoScalarAmbiguousThatBothVersionsReadAlike(String scalar) {
        assertThat(YamlReader.read("a: " + scalar).get(0).ambiguous()).isEmpty();
    }

    @Test
    void marksKeyAmbiguous() {
        assertThat(YamlReader.read("a:\n  on: 1\n  'off': 2\n").get(0).ambiguous())
                .containsExactly(new AmbiguousScalar(TreePath.of("a", "on"), "on"));
    }

    private static Object value(String text) {
        return YamlReader.read(text).get(0).value();
    }
}
