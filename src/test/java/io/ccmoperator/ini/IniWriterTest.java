// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ini;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IniWriterTest {
    @Test
    void writesEmptyTextWithoutSections() {
        assertThat(IniWriter.write(new IniDocument(List.of()))).isEmpty();
    }

    @Test
    void alignsValuesAndSeparatesSections() {
        IniSection global = IniSection.empty("Global").with("Zone", "a").with("DisableSecurityGroupIngress", "true");
        IniSection flags = IniSection.empty("Flags").with(List.of(new IniEntry("on", Optional.empty(), 0)));

        assertThat(IniWriter.write(new IniDocument(List.of(global, flags, IniSection.empty("Empty")))))
                .isEqualTo("""
                [Global]
                Zone                        = a
                DisableSecurityGroupIngress = true

                [Flags]
                on

                [Empty]
                """);
    }

    @Test
    void quotesOnlyValuesThatRequireIt() {
        IniSection section = IniSection.empty("S")
                .with("plain", "C: [x] = 'y' `z` ü\u0001")
                .with("empty", "")
                .with("blank", " a ")
                .with("comment", "a;b#c")
                .with("quote", "a\"b")
                .with("backslash", "C:\\dir\\")
                .with("lines", "a\nb\tc");

        assertThat(IniWriter.write(new IniDocument(List.of(section)))).isEqualTo("""
                [S]
                plain     = C: [x] = 'y' `z` ü\u0001
                empty     = ""
                blank     = " a "
                comment   = "a;b#c"
                quote     = "a\\"b"
                backslash = "C:\\\\dir\\\\"
                lines     = "a\\nb\\tc"
                """);
    }

    @Test
    void escapesSubsection() {
        IniSection section = new IniSection("S", Optional.of("a \"b\" \\c]\t"), List.of(), 0);

        assertThat(IniWriter.write(new IniDocument(List.of(section)))).isEqualTo("[S \"a \\\"b\\\" \\\\c]\t\"]\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\\",
                "\\",
                "\"",
                "\\\"",
                "#",
                " ",
                "\t",
                "\n",
                "\\n",
                "a\\\n",
                "\u00A0a\u00A0",
                "\u000B",
                "\u2028",
                "true ; x",
                "\uFEFF"
            })
    void readsBackWhatIsWritten(String value) {
        IniDocument document = new IniDocument(List.of(IniSection.empty("S").with("key", value)));

        assertThat(IniText.withoutLines(IniReader.read(IniWriter.write(document))))
                .isEqualTo(document);
    }

    @Test
    void limitsSizeOfAlignment() {
        List<IniEntry> many =
                IntStream.range(0, 100_000).mapToObj(i -> IniEntry.of("k", "v")).toList();
        IniSection section = IniSection.empty("S").with(many).with("x".repeat(100_000), "v");

        assertThat(IniWriter.write(new IniDocument(List.of(section)))).hasSizeLessThan(100_000 * 6 + 100_100);
    }

    @Test
    void alignsOthersRegardlessOfLongKey() {
        IniSection section =
                IniSection.empty("S").with("k".repeat(49), "v").with("ab", "c").with("a", "b");

        assertThat(IniWriter.write(new IniDocument(List.of(section))))
                .isEqualTo("[S]\n" + "k".repeat(49) + " = v\nab = c\na  = b\n");
    }
}
