// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.ccmoperator.monitoring.OnPath;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The scripts of completion, run by the shells that they are for. */
class CompletionTest {
    @TempDir
    Path folder;

    private static CommandLine program() {
        return CcmOperator.commandLine(variable -> null);
    }

    private static String script(String... shell) {
        StringWriter out = new StringWriter();
        String[] arguments = new String[shell.length + 1];
        arguments[0] = "generate-completion";
        System.arraycopy(shell, 0, arguments, 1, shell.length);

        assertThat(program().setOut(new PrintWriter(out)).execute(arguments)).isZero();

        return out.toString();
    }

    private Path file(String shell) throws IOException {
        return Files.writeString(folder.resolve("completion." + shell), script(shell));
    }

    /** What the command prints; its standard input is empty, and its home is the folder of the test. */
    private String output(String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true);
        builder.environment().put("HOME", folder.toString());
        Process process = builder.start();
        String output = assertTimeoutPreemptively(
                Duration.ofMinutes(2),
                () -> new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        assertThat(process.onExit().join().exitValue()).as(output).isZero();
        return output;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            rend                      | render
            render --dest             | --dest-dir
            run --distribution kub    | kubernetes
            providers -o y            | yaml
            generate-completion z     | zsh
            """)
    void completesInBash(String typed, String completion) throws IOException {
        String bash = OnPath.assumed("bash", "bash");

        String proposals = output(bash, "--norc", "-c", """
                source '%s'
                COMP_WORDS=(ccm-operator %s) COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE='ccm-operator %2$s'
                _complete_ccm-operator
                printf '%%s\\n' "${COMPREPLY[@]}"
                """.formatted(file("bash"), typed));

        assertThat(proposals.lines().map(String::strip)).contains(completion);
    }

    @Test
    void registersCompletionInZsh() throws IOException {
        String zsh = OnPath.assumed("zsh", "zsh");

        String output = output(zsh, "-f", "-c", "source '" + file("zsh") + "' && print -r -- $_comps[ccm-operator]");

        assertThat(output).contains("_complete_ccm-operator");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh"})
    void isValidInItsShell(String shell) throws IOException {
        assertThat(output(OnPath.assumed(shell, shell), "-n", file(shell).toString()))
                .isEmpty();
    }

    @Test
    void printsScriptOfBashWithoutShell() {
        assertThat(script()).isEqualTo(script("bash"));
    }

    @Test
    void rejectsUnknownShell() {
        StringWriter err = new StringWriter();

        int exitCode = program().setErr(new PrintWriter(err)).execute("generate-completion", "csh");

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString()).contains("SHELL", "expected one of [BASH, ZSH]", "csh");
    }
}
