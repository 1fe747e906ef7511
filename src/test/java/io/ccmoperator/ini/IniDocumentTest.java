// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ini;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IniDocumentTest {
    private static final IniDocument DOCUMENT = IniReader.read("""
            [Global]
            a = 1
            b = 2
            A = 3
            [Global "x"]
            a = 4
            """);

    @Test
    void setsValueInPlaceOfFirstEntryAndRemovesOthers() {
        assertThat(changed(global().with("A", "5"))).isEqualTo("""
                [Global]
                a = 5
                b = 2

                [Global "x"]
                a = 4
                """);
    }

    @Test
    void appendsNewKey() {
        assertThat(changed(global().without("a").with("c", "5"))).isEqualTo("""
                [Global]
                b = 2
                c = 5

                [Global "x"]
                a = 4
                """);
    }

    @Test
    void appendsNewSection() {
        assertThat(changed(IniSection.empty("New").with("a", "5"))).endsWith("""
                [Global "x"]
                a = 4

                [New]
                a = 5
                """);
    }

    @Test
    void removesSectionButNotItsSubsections() {
        assertThat(IniWriter.write(DOCUMENT.without("GLOBAL"))).isEqualTo("[Global \"x\"]\na = 4\n");
    }

    @Test
    void keepsOriginalUnchanged() {
        String before = IniWriter.write(DOCUMENT);
        DOCUMENT.with(global().with("a", "5").without("b")).without("Global");

        assertThat(IniWriter.write(DOCUMENT)).isEqualTo(before);
    }

    @Test
    void readsLastEntry() {
        assertThat(global().value("a")).contains("3");
        assertThat(global().value("none")).isEmpty();
        assertThat(DOCUMENT.sectionsNamed("global")).hasSize(2);
    }

    private static IniSection global() {
        return DOCUMENT.section("global").orElseThrow();
    }

    private static String changed(IniSection section) {
        return IniWriter.write(DOCUMENT.with(section));
    }
}
