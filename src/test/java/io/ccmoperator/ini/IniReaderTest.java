// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ini;

import static io.ccmoperator.ini.IniText.shown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IniReaderTest {
    @Test
    void readsSectionsAndEntriesInOrder() {
        assertThat(shown("""
                [Global]
                Zone = a
                VPC=vpc-1

                [ServiceOverride "2"]
                  URL   =   https://s3:443/?a=b&c=d
                [ServiceOverride "1"]
                """)).isEqualTo("""
                [Global]
                Zone <a>
                VPC <vpc-1>
                [ServiceOverride "2"]
                URL <https://s3:443/?a=b&c=d>
                [ServiceOverride "1"]
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n\n", "\r\n \t\r\n", "; only\n# comments", "\uFEFF", "\uFEFF; comment"})
    void readsEmptyDocumentFromBlankText(String text) {
        assertThat(IniReader.read(text).sections()).isEmpty();
    }

    /** The right column is what gcfg returns for the input on the left. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a                      | <a>",
                "a b  c                 | <a b  c>",
                "a ; comment            | <a>",
                "a# comment             | <a>",
                "a;b                    | <a>",
                "\"a # b; c\"           | <a # b; c>",
                "\" a \"  ; comment     | < a >",
                "x\" y \"z              | <x y z>",
                "\"\"                   | <>",
                "; comment              | <>",
                "\"q\\\"q\"             | <q\"q>",
                "q\\\"q                 | <q\"q>",
                "\"\\\\\"               | <\\>",
                "\"a\\nb\\tc\"          | <a\\nb\\tc>",
                "\"tab\tinside\"        | <tab\\tinside>",
                "`a b`                  | <a b>",
                "'a b'                  | <'a b'>",
                "[x]                    | <[x]>",
                "a = b : c              | <a = b : c>",
                "grün \uFEFF \uD83D\uDE00 | <grün \uFEFF \uD83D\uDE00>"
            })
    void readsValuesLikeGcfg(String written, String value) {
        assertThat(shown("[Global]\nkey = " + written + "\n")).isEqualTo("[Global]\nkey " + value + "\n");
    }

    @Test
    void keepsBackquotesInValue() {
        assertThat(shown("[Global]\nkey = `a b`")).isEqualTo("[Global]\nkey <`a b`>\n");
    }

    @Test
    void distinguishesKeyWithoutValueFromEmptyValue() {
        assertThat(shown("""
                [Global]
                a
                b ; comment
                c=
                d = ""
                e""")).isEqualTo("""
                [Global]
                a
                b
                c <>
                d <>
                e
                """);
    }

    @Test
    void continuesLineAfterBackslashAndKeepsBlanks() {
        assertThat(shown("[Global]\na = x \\\n  y \\\n\nb = z\\\r\nz\nc = w\\\n"))
                .isEqualTo("""
                [Global]
                a <x   y >
                b <zz>
                c <w>
                """);
    }

    @Test
    void readsCommentAfterContinuedLine() {
        assertThat(shown("[Global]\na = x\\\n y # comment \\\nb = z")).isEqualTo("[Global]\na <x y>\nb <z>\n");
    }

    @Test
    void acceptsWindowsLineEndsAndByteOrderMark() {
        assertThat(shown("\uFEFF[Global]\r\na = x\r\n\r\nb = \"y\"\r\nc\r\n; comment\r\n[Other \"s\"]\r\n"))
                .isEqualTo("""
                [Global]
                a <x>
                b <y>
                c
                [Other "s"]
                """);
    }

    @Test
    void dropsCarriageReturnWithinValue() {
        assertThat(shown("[Global]\na = x\ry\nb = \"x\ry\"\n")).isEqualTo("[Global]\na <xy>\nb <xy>\n");
    }

    @Test
    void mergesSectionsOfOneNameAndRepeatsKeys() {
        IniDocument document = IniReader.read("""
                [Global]
                NodeIPFamilies = ipv6
                [Other]
                [GLOBAL] ; again
                nodeipfamilies = ipv4
                """);

        assertThat(document.sections()).extracting(IniSection::name).containsExactly("Global", "Other");
        assertThat(document.section("gloBAL").orElseThrow().entries("NODEIPFAMILIES"))
                .extracting(IniEntry::text, IniEntry::line)
                .containsExactly(tuple("ipv6", 2), tuple("ipv4", 5));
        assertThat(document.section("global").orElseThrow().value("NodeIPFamilies"))
                .contains("ipv4");
    }

    @Test
    void distinguishesCaseOfSubsections() {
        assertThat(shown("[S \"a\"]\nk=1\n[s \"A\"]\nk=2\n[ S \"a\" ]\nk=3\n[S]\nk=4"))
                .isEqualTo("""
                [S "a"]
                k <1>
                k <3>
                [s "A"]
                k <2>
                [S]
                k <4>
                """);
    }

    @Test
    void readsAnyCharactersInSubsection() {
        IniDocument document = IniReader.read("[S \"a \\\"b\\\" \\\\c] ; # 'd\t\"]");

        assertThat(document.sections().get(0).subsection()).contains("a \"b\" \\c] ; # 'd\t");
    }

    @Test
    void readsNamesInLettersOfAnyScript() {
        assertThat(shown("[größe]\nключ-1 = a")).isEqualTo("[größe]\nключ-1 <a>\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a = b#c",
                "a = b c;d # e",
                "a = \"b\"c#d",
                "a = b\\\"#c",
                "a = #c",
                "a =;c",
                "\uFEFF[S]\na = b#c"
            })
    void saysWhereCommentCutsValue(String line) {
        String text = line.contains("[S]") ? line : "[S]\n" + line;
        char sign = line.chars()
                .filter(c -> c == '#' || c == ';')
                .mapToObj(c -> (char) c)
                .findFirst()
                .orElseThrow();

        assertThat(IniReader.cutValues(text))
                .containsExactly("line 2: [S] a ends at '" + sign + "'; put the value in quotes if that belongs to it");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a = b #c",
                "a = b\t;c",
                "a = \"b#c\"",
                "a = \"b\"#c",
                "a = \"\"#c",
                "a = \"\" #c",
                "a = # c",
                "a = #",
                "a = ;\r",
                "a # c",
                "a #c",
                "#a = b#c",
                "a = b"
            })
    void saysNothingOfCommentAfterBlank(String line) {
        assertThat(IniReader.cutValues("[S]\n" + line)).isEmpty();
    }
}
