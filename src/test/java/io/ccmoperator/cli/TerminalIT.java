// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.PackagedProgram;
import io.ccmoperator.monitoring.OnPath;
import io.quarkus.test.junit.main.QuarkusMainIntegrationTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program on a pseudo-terminal, which {@code script} makes. */
@QuarkusMainIntegrationTest
@Tag("packaged")
class TerminalIT {
    private static final String ESCAPE = "\u001b[";

    @TempDir
    Path folder;

    /** What appears on the terminal, with its line ends as in a file. */
    private String onTerminal(Map<String, String> environment, String arguments) throws IOException {
        String program =
                PackagedProgram.command().stream().map(part -> "'" + part + "'").collect(Collectors.joining(" "));
        ProcessBuilder builder = new ProcessBuilder(
                        List.of(OnPath.assumed("script", "bsdutils"), "-qec", program + " " + arguments, "/dev/null"))
                .directory(folder.toFile())
                .redirectErrorStream(true);
        List.of("NO_COLOR", "CLICOLOR_FORCE").forEach(builder.environment()::remove);
        builder.environment().put("TERM", "xterm-256color");
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
    }

    @Test
    void alignsTableBelowBoldHead() throws IOException {
        String table = onTerminal(Map.of(), "providers");

        assertThat(table)
                .contains(ESCAPE + "1mNAME ")
                .containsPattern("\naws +AWS +<none>")
                .doesNotContain("\t");
    }

    @Test
    void keepsAlignmentWithoutColors() throws IOException {
        String table = onTerminal(Map.of("NO_COLOR", "1"), "providers");

        assertThat(table)
                .containsPattern("NAME +PLATFORM")
                .containsPattern("\naws +AWS +<none>")
                .doesNotContain(ESCAPE);
    }

    @Test
    void decidesEachStreamByItself() throws IOException {
        String shown = onTerminal(Map.of(), "providers -o xml 2> error; cat -v error");

        assertThat(shown).contains("error: Invalid value").doesNotContain("^[[").doesNotContain(ESCAPE);
        assertThat(onTerminal(Map.of(), "providers -o xml > result")).contains(ESCAPE + "31m", "Invalid value");
    }

    @Test
    void colorsHelp() throws IOException {
        assertThat(onTerminal(Map.of(), "render --help")).contains(ESCAPE + "33m--dest-dir");
    }

    @Test
    void saysThatStandardInputIsAwaited() throws IOException {
        String shown = onTerminal(Map.of("NO_COLOR", "1"), "cloud-config --cluster-infrastructure-file=nix.yaml");

        assertThat(shown).contains("waiting: the cloud.conf is read from the terminal; end it with Ctrl-D");
    }
}
