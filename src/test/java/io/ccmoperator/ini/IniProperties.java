// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ini;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.cluster.InvalidInputException;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class IniProperties {
    @Property
    void readsBackWhatIsWritten(@ForAll("documents") IniDocument document) {
        assertThat(IniText.withoutLines(IniReader.read(IniWriter.write(document))))
                .isEqualTo(document);
    }

    @Property
    void readsSameWithWindowsLineEndsAndComments(@ForAll("documents") IniDocument document) {
        String text = IniWriter.write(document);
        boolean plain = document.sections().stream().noneMatch(s -> s.header().contains("\r"));
        String other = "\uFEFF; comment\n" + (plain ? text.replace("\n", " # \"\\comment\r\n") : text);

        assertThat(IniText.withoutLines(IniReader.read(other))).isEqualTo(document);
    }

    /** What is written has values with # and ; in quotes, and the comment after a blank. */
    @Property
    void findsNoCutValueInWhatIsWritten(@ForAll("documents") IniDocument document) {
        String text = IniWriter.write(document);

        assertThat(IniReader.cutValues(text)).isEmpty();
        assertThat(IniReader.cutValues("[Plain]\nkey = a#b\n" + text))
                .containsExactly("line 2: [Plain] key ends at '#'; put the value in quotes if that belongs to it");
    }

    @Property
    void recordsLinesOfEntries(@ForAll("documents") IniDocument document) {
        String[] lines = IniWriter.write(document).split("\n", -1);

        IniReader.read(IniWriter.write(document)).sections().forEach(section -> {
            assertThat(lines[section.line() - 1]).isEqualTo(section.header());
            section.entries()
                    .forEach(entry -> assertThat(lines[entry.line() - 1]).startsWith(entry.key()));
        });
    }

    @Property
    void readsOrRejectsAnyTextWithPosition(@ForAll("strings") String text) {
        try {
            IniDocument document = IniReader.read(text);
            assertThat(IniText.withoutLines(IniReader.read(IniWriter.write(document))))
                    .isEqualTo(IniText.withoutLines(document));
        } catch (InvalidInputException refused) {
            assertThat(refused.lines()).hasSize(1).first().asString().matches("line \\d+, column \\d+: .+");
        }
    }

    @Provide
    Arbitrary<IniDocument> documents() {
        return IniArbitraries.documents(List.of("Global", "ServiceOverride"), List.of("Zone", "secret-name"));
    }

    @Provide
    Arbitrary<String> strings() {
        return Arbitraries.of(
                        "[", "]", "a", "b-1", "\"", "\\", "=", ";", "#", " ", "\n", "\r", "\n[a]\n", "ü", "\0", "{",
                        ":", "\t")
                .list()
                .ofMaxSize(24)
                .map(parts -> String.join("", parts));
    }
}
