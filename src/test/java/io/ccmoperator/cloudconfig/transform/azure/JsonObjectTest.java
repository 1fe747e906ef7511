// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.assets.tree.Position;
import io.ccmoperator.assets.tree.SyntaxException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonObjectTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "-0.0",
                "1.10",
                "1E5",
                "1e+05",
                "1E-400",
                "1e400",
                "12345678901234567890",
                "0.1234567890123456789012345678901234567890",
                "1e99999999999999999999",
            })
    void writesNumberAsItWasRead(String number) {
        String text = "{\"a\":" + number + ",\"b\":[{\"c\":" + number + "}]}";

        assertThat(JsonObject.read(text).text()).isEqualTo(text);
    }

    @Test
    void writesNumberOfThousandsOfDigitsAsItWasRead() {
        String text = "{\"a\":" + "7".repeat(5000) + "}";

        assertThat(JsonObject.read(text).text()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"z\":1,\"a\":{\"y\":null,\"b\":[]},\"\":true}",
                "{\"a\":\"\\\"\\\\\\n\\u0000é😀\"}",
                "{\"a\":\"a\\uDC00\",\"b\":\"é\"}",
                "{\"name\":1,\"NAME\":2}",
            })
    void keepsOrderOfUnchangedMembers(String text) {
        assertThat(JsonObject.read(text).text()).isEqualTo(text);
    }

    /** Go's reader of YAML refuses these as they are, or takes them for line ends, and knows their escapes. */
    @ParameterizedTest
    @ValueSource(ints = {0x7F, 0x80, 0x85, 0x9F, 0x2028, 0x2029, 0xFFFE, 0xFFFF})
    void escapesCharactersThatYamlDoesNotAllow(int c) {
        String escape = "\\u%04x".formatted(c);
        String character = Character.toString(c);

        assertThat(JsonObject.read("{\"a " + character + "\":[\"" + character + " é\uFEFF😀\"]}")
                        .text())
                .isEqualTo("{\"a " + escape + "\":[\"" + escape + " é\uFEFF😀\"]}")
                .satisfies(text -> assertThat(JsonObject.read(text).text()).isEqualTo(text))
                .satisfies(text ->
                        assertThat(JsonObject.read(text).has("a " + character)).isTrue());
    }

    @Test
    void ignoresBlanksLineEndsAndByteOrderMark() {
        assertThat(JsonObject.read("\uFEFF\r\n{ \"a\" :\r\n\t[ 1 , 2 ] }\r\n").text())
                .isEqualTo("{\"a\":[1,2]}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":1,\"vmType\":2,\"b\":3}         | {\"a\":1,\"vmType\":\"new\",\"b\":3}",
                "{\"a\":1,\"VMTYPE\":2,\"b\":3}         | {\"a\":1,\"vmType\":\"new\",\"b\":3}",
                "{\"VmType\":1,\"a\":2,\"vmTYPE\":3}    | {\"vmType\":\"new\",\"a\":2}",
                "{\"vmType\":1,\"a\":2,\"VMTYPE\":3}    | {\"vmType\":\"new\",\"a\":2}",
                "{\"a\":{\"vmType\":1}}                 | {\"a\":{\"vmType\":1},\"vmType\":\"new\"}",
                "{\"vmTypes\":1}                        | {\"vmTypes\":1,\"vmType\":\"new\"}",
            })
    void replacesMemberInAnyLetterCaseOrAppendsIt(String text, String expected) {
        assertThat(JsonObject.read(text).with("vmType", "new").text()).isEqualTo(expected);
    }

    @Test
    void removesAllSpellingsOfMember() {
        assertThat(JsonObject.read("{\"Ab\":1,\"c\":2,\"aB\":3}").without("AB").text())
                .isEqualTo("{\"c\":2}");
    }

    @Test
    void readsLastOfSeveralSpellings() {
        JsonObject object = JsonObject.read("{\"a\":\"first\",\n \"A\":\"last\"}");

        assertThat(object.get("a")).isEqualTo("last");
        assertThat(object.position("a")).contains(new Position(2, 2));
    }

    @Test
    void findsMemberByPath() {
        JsonObject object = JsonObject.read("""
                \uFEFF{"a": {"c": [1, {"x": 0}], "b": 1},
                  "l": [{"b": 1, "B": 2}, [[],
                    [{"b": {}}]], null]}
                """);

        assertThat(object.position(List.of("a"))).contains(new Position(1, 2));
        assertThat(object.position(List.of("a", "b"))).contains(new Position(1, 28));
        assertThat(object.position(List.of("a", "c", 1, "x"))).contains(new Position(1, 18));
        assertThat(object.position(List.of("l", 2))).contains(new Position(2, 3));
        assertThat(object.position(List.of("l", 0, "B"))).contains(new Position(2, 18));
        assertThat(object.with("a", "new").without("x").position(List.of("l", 1, 1, 0, "b")))
                .contains(new Position(3, 7));
    }

    @Test
    void findsPositionOfMemberThatIsSetInOtherLetters() {
        JsonObject object = JsonObject.read("{\"b\":1, \"A\":2}");

        assertThat(object.with("a", "new").position("a")).contains(new Position(1, 9));
        assertThat(object.with("a", "new").position(List.of("a"))).contains(new Position(1, 9));
        assertThat(object.with("c", "new").position(List.of("c"))).isEmpty();
    }

    @Test
    void findsNoPositionForMissingPath() {
        JsonObject object = JsonObject.read("{\"a\":{\"b\":1},\"l\":[{}]}");

        for (List<Object> path : List.<List<Object>>of(List.of("x"), List.of("a", "c"), List.of("l", "a"))) {
            assertThat(object.position(path)).as("%s", path).isEmpty();
        }
    }

    @Test
    void findsMemberThatIsNull() {
        JsonObject object = JsonObject.read("{\"a\":null}");

        assertThat(object.has("A")).isTrue();
        assertThat(object.get("A")).isNull();
        assertThat(object.has("b")).isFalse();
        assertThat(object.get("b")).isNull();
        assertThat(object.position("b")).isEmpty();
    }

    @Test
    void keepsOriginalUnchanged() {
        JsonObject object = JsonObject.read("{\"a\":1}");

        object.with("a", true);
        object.with("b", List.of());
        object.without("a");

        assertThat(object.text()).isEqualTo("{\"a\":1}");
    }

    /** The Azure cloud provider reads YAML, where it is allowed; tools write it. */
    @Test
    void readsCommaAfterLastMember() {
        JsonObject conf = JsonObject.read("{\"a\": [1, 2,],\n \"b\": {\"c\": \"d\",},\n}");

        assertThat(conf.text()).isEqualTo("{\"a\":[1,2],\"b\":{\"c\":\"d\"}}");
        assertThat(conf.position("b")).contains(new Position(2, 2));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``               | line 1, column 1: one object {...} of JSON or one map of YAML is needed",
                "null             | line 1, column 1: one object {...} of JSON or one map of YAML is needed",
                "[]               | line 1, column 1: one object {...} of JSON or one map of YAML is needed",
                "\"hidden\"       | line 1, column 1: one object {...} of JSON or one map of YAML is needed",
                "hidden: *hidden  | line 1, column 9: no well-formed JSON or YAML; check quotes, commas and indents",
                "{} {}            | line 1, column 4: there is content after the value",
                "{} hidden        | line 1, column 4: no well-formed JSON; check quotes, commas and brackets",
                "{\"a\":1,,}      | line 1, column 8: no well-formed JSON; check quotes, commas and brackets",
                "{,}              | line 1, column 2: no well-formed JSON; check quotes, commas and brackets",
            })
    void rejectsNonObjectWithoutShowingValues(String text, String message) {
        assertThatThrownBy(() -> JsonObject.read(text))
                .isInstanceOf(SyntaxException.class)
                .hasMessageEndingWith(message)
                .hasMessageNotContaining("hidden");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":"})
    void rejectsTenThousandLevels(String level) {
        assertThatThrownBy(() -> JsonObject.read("{\"a\":" + level.repeat(10_000)))
                .isInstanceOf(SyntaxException.class)
                .hasMessageContaining("nested more than 500 deep");
    }

    @Test
    void keepsFiveHundredLevels() {
        String text = "{\"a\":" + "[".repeat(499) + "]".repeat(499) + "}";

        assertThat(JsonObject.read(text).text()).isEqualTo(text);
    }
}
