// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class EnvironmentDefaultsTest {
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "CCM_OPERATOR_DEST_DIR", "from-environment",
            "CCM_OPERATOR_IMAGES_FILE", "images",
            "CCM_OPERATOR_CLUSTER_INFRASTRUCTURE_FILE", "infrastructure",
            "CCM_OPERATOR_IGNORE_UNKNOWN_FIELDS", "true",
            "CCM_OPERATOR_HELP", "true");

    private static RenderCommand parse(String... args) {
        return (RenderCommand) CcmOperator.commandLine(ENVIRONMENT::get)
                .parseArgs(args)
                .subcommand()
                .commandSpec()
                .userObject();
    }

    @Test
    void readsVariableWhenFlagIsNotGiven() {
        RenderCommand render = parse("render");

        assertThat(render.destination).isEqualTo(Path.of("from-environment"));
        assertThat(render.input.infrastructure).isEqualTo(Path.of("infrastructure"));
        assertThat(render.input.ignoreUnknownFields).isTrue();
    }

    @Test
    void prefersFlagToVariable() {
        assertThat(parse("render", "--dest-dir=given").destination).isEqualTo(Path.of("given"));
    }

    @Test
    void prefersFlagWithoutValueToVariable() {
        assertThat(parse("render", "--ignore-unknown-fields").input.ignoreUnknownFields)
                .isTrue();
        assertThat(parse("render", "--ignore-unknown-fields=false").input.ignoreUnknownFields)
                .isFalse();
    }

    @Test
    void ignoresEmptyVariable() {
        CommandLine commandLine = CcmOperator.commandLine(Map.of("CCM_OPERATOR_DEST_DIR", "")::get);
        StringWriter err = new StringWriter();
        commandLine.setErr(new PrintWriter(err));

        assertThat(commandLine.execute("render", "--images-file=i", "--cluster-infrastructure-file=c"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("Missing required option: '--dest-dir=DIR'");
    }

    @Test
    void rejectsInvalidVariableAsWrongUsage() {
        CommandLine commandLine = CcmOperator.commandLine(Map.of("CCM_OPERATOR_IGNORE_UNKNOWN_FIELDS", "perhaps")::get);
        StringWriter err = new StringWriter();
        commandLine.setErr(new PrintWriter(err));

        int exitCode =
                commandLine.execute("render", "--dest-dir=d", "--images-file=i", "--cluster-infrastructure-file=c");

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString()).contains("perhaps");
    }
}
