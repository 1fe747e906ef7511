// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {
    @Test
    void readsValuesInTypesOfTree() {
        assertThat(JsonReader.read("[\"a\", 1, 99999999999999999999, 1.50, 1e0, true, null, {\"b\": []}]"))
                .isEqualTo(Arrays.asList(
                        "a",
                        1L,
                        new BigInteger("99999999999999999999"),
                        new BigDecimal("1.50"),
                        new BigDecimal("1.0"),
                        true,
                        null,
                        Map.of("b", List.of())));
    }

    @Test
    void rejectsDuplicateMember() {
        assertThatThrownBy(() -> JsonReader.read("{\"a\": 1,\n\"a\": 2}"))
                .isInstanceOf(SyntaxException.class)
                .hasMessageStartingWith("line 2, column 1: ")
                .hasMessageContaining("the member 'a' is a duplicate");
    }

    @Test
    void rejectsTextAfterValue() {
        assertThatThrownBy(() -> JsonReader.read("{} {}"))
                .isInstanceOf(SyntaxException.class)
                .hasMessage("line 1, column 4: there is content after the value");
    }

    @Test
    void rejectsEmptyText() {
        assertThatThrownBy(() -> JsonReader.read(" "))
                .isInstanceOf(SyntaxException.class)
                .hasMessageContaining("the input is empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[1", "{\"a\"}", "'a'", "NaN", "01", "{} x", "\"a", "[1E4444444444]"})
    void rejectsInvalidJsonInOneLineWithPosition(String text) {
        assertThatThrownBy(() -> JsonReader.read(text))
                .isInstanceOfSatisfying(
                        SyntaxException.class, e -> assertThat(e.position()).isPresent())
                .hasMessageNotContaining("\n");
    }

    @Test
    void keepsSpellingOfNumbers() {
        assertThat(JsonReader.readAsWritten("[-0, 1E5, \"7\"]"))
                .isEqualTo(List.of(new JsonNumber("-0"), new JsonNumber("1E5"), "7"));
    }

    @Test
    void readsCommaAfterLastMemberOfDocumentAsWritten() {
        assertThat(JsonReader.readAsWritten("[\"a\", ]")).isEqualTo(List.of("a"));
        assertThatThrownBy(() -> JsonReader.read("[\"a\", ]")).isInstanceOf(SyntaxException.class);
    }

    @Test
    void hidesValuesOfDocumentAsWritten() {
        assertThatThrownBy(() -> JsonReader.readAsWritten("{\"a\": hidden}"))
                .isInstanceOf(SyntaxException.class)
                .hasMessage("line 1, column 7: no well-formed JSON; check quotes, commas and brackets");
    }

    @Test
    void findsPositions() {
        String text = "\n{\"a\": [0, {\"b\": 1}]}";

        assertThat(JsonReader.position(text, List.of())).contains(new Position(2, 1));
        assertThat(JsonReader.position(text, List.of("a", 0))).contains(new Position(2, 2));
        assertThat(JsonReader.position(text, List.of("a", 1, "b"))).contains(new Position(2, 12));
        assertThat(JsonReader.position(text, List.of("b"))).isEmpty();
    }
}
