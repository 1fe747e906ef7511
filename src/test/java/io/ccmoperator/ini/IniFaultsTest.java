// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ini;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.cluster.InvalidInputException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What gcfg rejects is rejected, and the message names position and remedy. */
class IniFaultsTest {
    private static String fault(String text) {
        try {
            return "read: " + IniReader.read(text);
        } catch (InvalidInputException e) {
            assertThat(e.lines()).hasSize(1);
            return e.getMessage();
        }
    }

    @Test
    void namesLineWhereUnclosedQuoteBegins() {
        assertThat(fault("[Global]\nZone = a\nPassword = a\"geheim ; \nb\"\n"))
                .isEqualTo("line 3, column 13: [Global] Password: the quoted value does not end on its line;"
                        + " close it with \", write \\n for a new line");
    }

    @Test
    void namesUnclosedQuoteAtEndOfText() {
        assertThat(fault("[S \"x\"]\nk = \""))
                .startsWith("line 2, column 5: [S \"x\"] k: the quoted value does not end");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\b", "\\q", "\\r", "\\0", "\\'", "\\\n", "\\\r\n", "\\"})
    void rejectsUnknownEscapeInQuotes(String escape) {
        assertThat(fault("[Global]\nkey = \"a" + escape + "\""))
                .startsWith(
                        escape.equals("\\")
                                ? "line 2, column 7: [Global] key: the quoted"
                                : "line 2, column 9: [Global] key: in quotes only");
    }

    @ParameterizedTest
    @ValueSource(strings = {"C:\\new", "C:\\\\", "a\\", "C:\\ \nb", "C:\\\r\rb"})
    void rejectsBackslashOutsideOfQuotes(String value) {
        assertThat(fault("[Global]\nkey = " + value))
                .contains(
                        ": [Global] key: outside of quotes a backslash is allowed only before \" or the end of the line;"
                                + " put the value in quotes and write \\\\");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[Global               | 1 | 8  | the header of section Global is not closed here",
                "[Global \"a\"         | 1 | 12 | the header of section Global is not closed here",
                "[Global.sub]          | 1 | 8  | the header of section Global is not closed here",
                "[Glo bal]             | 1 | 6  | the header of section Glo is not closed here",
                "[Global \"a\" \"b\"]  | 1 | 13 | the header of section Global is not closed here",
                "[Global] Zone = a     | 1 | 10 | there is content after the header of section Global",
                "[Global]]             | 1 | 9  | there is content after the header of section Global",
                "[Global \"\"]         | 1 | 9  | the subsection of Global is empty",
                "[Global \"a           | 1 | 9  | the subsection of Global does not end on its line",
                "[Global \"a\\n\"]     | 1 | 9  | the subsection of Global has a backslash",
                "[]                    | 1 | 2  | a section's name is expected",
                "[ 1a]                 | 1 | 3  | a section's name is expected",
                "Zone = a              | 1 | 1  | a key is before any section",
                "= a                   | 1 | 1  | a section header, a key or a comment is expected",
                "1key = a              | 1 | 1  | a section header, a key or a comment is expected"
            })
    void namesFaultWithPosition(String text, int line, int column, String reason) {
        assertThat(fault(text)).startsWith("line " + line + ", column " + column + ": " + reason);
    }

    @ParameterizedTest
    @ValueSource(strings = {"use_clouds = a", "key : a", "key a = b", "key.x = a", "key] = a", "key \\\n= a"})
    void rejectsKeyWithOtherCharacters(String line) {
        assertThat(fault("[Global]\n" + line))
                .startsWith("line 2, column ")
                .contains(": [Global] ", ": = is expected here");
    }

    @Test
    void rejectsHeaderThatSpansLines() {
        assertThat(fault("[Global\n]")).startsWith("line 1, column 8: the header of section Global");
        assertThat(fault("[Global \"a\nb\"]")).startsWith("line 1, column 9: the subsection of Global does not end");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[Global]\nk = a\0b", "[Global]\n; \0", "[Global]\nk = \"\uD800\"", "[Global]\nk = \uDC00\uD800"
            })
    void rejectsBinaryContent(String text) {
        assertThat(fault(text)).startsWith("line 2, column ").endsWith("is not a character of INI; remove it");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"cloud\": \"AzurePublicCloud\"}",
                "\n {\n \"a\": 1}",
                "[]",
                "[{\"a\": 1}]",
                "[\n1]",
                "[\"a\"]",
                "\uFEFF{}"
            })
    void recognizesJson(String text) {
        assertThat(fault(text)).startsWith("line ").contains("(this looks like JSON, but INI is expected: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "global:\n  user: a\n",
                "---\nglobal: {}",
                "# comment\n\nuse_clouds: true",
                "- a",
                "%YAML 1.2\n---",
                "a: b=c"
            })
    void recognizesYaml(String text) {
        assertThat(fault(text)).startsWith("line ").contains("(this looks like YAML, but INI is expected: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[Glo bal]\na = b", "[Global]\na: b", "a = b: c", "[Global", "[Global]\n{", "[9]"})
    void reportsFaultyIniAsIni(String text) {
        assertThat(fault(text)).startsWith("line ").doesNotContain("looks like");
    }

    @Test
    void hidesValuesAndShortensLongNames() {
        String name = "n".repeat(900_000);

        assertThat(fault("[" + name + "]\n" + name + " = \"geheim\n"))
                .hasSizeLessThan(400)
                .doesNotContain("geheim");
        assertThat(fault("[G]\nPassword = \"geheim\\x\"")).doesNotContain("geheim");
    }

    @Test
    void rejectsDocumentThatCannotBeWritten() {
        assertThatThrownBy(() -> IniEntry.of("a_b", "")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> IniEntry.of("", "")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> IniEntry.of("a", "x\ry")).hasMessage("INI cannot hold the character U+000D here");
        assertThatThrownBy(() -> IniEntry.of("a", "\0")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> IniSection.empty("-a")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new IniSection("a", Optional.of("b\nc"), List.of(), 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new IniSection("a", Optional.of(""), List.of(), 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new IniDocument(List.of(IniSection.empty("a"), IniSection.empty("A"))))
                .hasMessage("section [A] is a duplicate");
    }
}
