// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Help.Ansi;

class TerminalTest {
    @TempDir
    Path descriptors;

    private static Terminal terminal(Map<String, String> environment, Terminal.Stream... streams) {
        EnumSet<Terminal.Stream> set = EnumSet.noneOf(Terminal.Stream.class);
        set.addAll(List.of(streams));
        return new Terminal(set, environment::get);
    }

    @Test
    void tellsStreamsApart() throws IOException {
        Files.createSymbolicLink(descriptors.resolve("0"), Path.of("/dev/null"));
        Files.createSymbolicLink(descriptors.resolve("1"), Path.of("/dev/pts/7"));
        Files.createSymbolicLink(descriptors.resolve("2"), Path.of("pipe:[4711]"));

        Terminal terminal = Terminal.of(descriptors, variable -> null);

        assertThat(terminal.streams()).containsExactly(Terminal.Stream.OUTPUT);
        assertThat(terminal.colors(Terminal.Stream.OUTPUT)).isEqualTo(Ansi.ON);
        assertThat(terminal.colors(Terminal.Stream.ERROR)).isEqualTo(Ansi.OFF);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/dev/tty", "/dev/ttyS0", "/dev/tty1", "/dev/console", "/dev/pts/0"})
    void knowsDevicesOfTerminals(String device) throws IOException {
        Files.createSymbolicLink(descriptors.resolve("2"), Path.of(device));

        assertThat(Terminal.of(descriptors, variable -> null).streams()).containsExactly(Terminal.Stream.ERROR);
    }

    @Test
    void countsStreamWithoutLinkAsNoTerminal() {
        assertThat(Terminal.of(descriptors.resolve("nix"), variable -> null).streams())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            NO_COLOR       | 1              | OUTPUT | OFF
            NO_COLOR       | ''             | OUTPUT | ON
            TERM           | dumb           | OUTPUT | OFF
            TERM           | xterm-256color | OUTPUT | ON
            CLICOLOR_FORCE | 1              | ERROR  | ON
            CLICOLOR_FORCE | 0              | ERROR  | OFF
            """)
    void readsEnvironment(String variable, String value, Terminal.Stream terminal, Ansi expected) {
        assertThat(terminal(Map.of(variable, value), terminal).colors(Terminal.Stream.OUTPUT))
                .isEqualTo(expected);
    }

    @Test
    void prefersNoColorToForce() {
        Terminal terminal = terminal(Map.of("NO_COLOR", "1", "CLICOLOR_FORCE", "1"), Terminal.Stream.OUTPUT);

        assertThat(terminal.colors(Terminal.Stream.OUTPUT)).isEqualTo(Ansi.OFF);
        assertThat(terminal.is(Terminal.Stream.OUTPUT)).isTrue();
    }
}
