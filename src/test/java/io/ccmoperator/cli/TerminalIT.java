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

/** The colors of the packaged program's help, on a pseudo-terminal, which {@code script} makes. */
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
        List.of("NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE").forEach(builder.environment()::remove);
        builder.environment().put("TERM", "xterm-256color");
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
    }

    @Test
    void colorsHelp() throws IOException {
        assertThat(onTerminal(Map.of(), "render --help")).contains(ESCAPE + "33m--dest-dir");
    }

    @Test
    void leavesHelpPlainWithNoColor() throws IOException {
        assertThat(onTerminal(Map.of("NO_COLOR", "1"), "render --help"))
                .contains("--dest-dir")
                .doesNotContain(ESCAPE);
    }

    @Test
    void leavesHelpInPipePlain() throws IOException {
        assertThat(onTerminal(Map.of(), "render --help | cat -v"))
                .contains("--dest-dir")
                .doesNotContain("^[[");
    }
}
