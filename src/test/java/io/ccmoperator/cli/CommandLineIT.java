// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.main.LaunchResult;
import io.quarkus.test.junit.main.QuarkusMainIntegrationTest;
import io.quarkus.test.junit.main.QuarkusMainLauncher;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusMainIntegrationTest
@Tag("packaged")
class CommandLineIT {
    @Test
    @Tag("jar")
    void printsNameAndVersionOfProgramWithCommit(QuarkusMainLauncher launcher) throws IOException {
        Process script = new ProcessBuilder("sh", "main/docker/commit").start();
        String commit = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();

        LaunchResult result = launcher.launch("--version");

        assertThat(result.exitCode()).isZero();
        assertThat(result.getOutput().strip())
                .matches("ccm-operator \\d+\\.\\d+\\.\\d+\\S*"
                        + (commit.isEmpty() ? "" : " \\(commit [0-9a-f]{40}(-dirty)?\\)"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "render",
                "manifests",
                "diff",
                "status",
                "cloud-config",
                "providers",
                "inject-azure-credentials",
                "generate-completion"
            })
    void printsHelpOfEveryCommandOnStdout(String command, QuarkusMainLauncher launcher) {
        LaunchResult result = launcher.launch(command, "--help");

        assertThat(result.exitCode()).isZero();
        assertThat(result.getOutput()).startsWith("Usage: ccm-operator " + command);
        assertThat(result.getErrorOutput()).isEmpty();
    }

    @Test
    void listsCommandsInHelp(QuarkusMainLauncher launcher) {
        LaunchResult result = launcher.launch("--help");

        assertThat(result.exitCode()).isZero();
        assertThat(result.getOutput())
                .contains("render", "manifests", "providers", "generate-completion", "CCM_OPERATOR_DEST_DIR");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh"})
    void completesCommandsAndFlags(String shell, QuarkusMainLauncher launcher) {
        LaunchResult result = launcher.launch("generate-completion", shell);

        assertThat(result.exitCode()).isZero();
        assertThat(result.getOutput()).startsWith("#").contains("--cluster-infrastructure-file");
    }

    @Test
    void printsHelpWithoutCommand(QuarkusMainLauncher launcher) {
        LaunchResult result = launcher.launch();

        assertThat(result.exitCode()).isZero();
        assertThat(result.getErrorOutput()).isEmpty();
        assertThat(result.getOutput())
                .isEqualTo(launcher.launch("--help").getOutput())
                .containsPattern("of a Kubernetes\\s+or\\s+OpenShift\\s+cluster");
    }

    @Test
    void rejectsNegativeTimeBeforeAnythingIsDeleted(QuarkusMainLauncher launcher) {
        LaunchResult result = launcher.launch("remove", "--timeout=-5s");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.getErrorOutput()).contains("error: --timeout: '-5s' is negative; write how long to wait\n");
    }

    @Test
    void rejectsUnknownFlagAsWrongUsage(QuarkusMainLauncher launcher) {
        LaunchResult result = launcher.launch("providers", "--no-such-flag");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.getErrorOutput())
                .contains("error: Unknown option: '--no-such-flag'", "See 'ccm-operator providers --help'.");
    }

    @Test
    void namesAllMissingFlags(QuarkusMainLauncher launcher) {
        LaunchResult flags = launcher.launch("render");
        LaunchResult files = launcher.launch("render", "--dest-dir", "x", "--images-file", "y");

        assertThat(flags.exitCode()).isEqualTo(2);
        assertThat(flags.getErrorOutput()).contains("--dest-dir", "--images-file");
        assertThat(files.exitCode()).isEqualTo(2);
        assertThat(files.getErrorOutput()).contains("'--cluster-infrastructure-file=FILE' or '--cluster-file=FILE'");
    }

    @Test
    void exitsWithOneLineWhenKubeconfigDoesNotExist(QuarkusMainLauncher launcher) {
        LaunchResult result = launcher.launch(
                "run", "--kubeconfig=no-such-file", "--health-addr=127.0.0.1:0", "--metrics-bind-address=0");

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.getOutput() + result.getErrorOutput())
                .contains("no-such-file: file does not exist; name a kubeconfig with --kubeconfig or KUBECONFIG")
                .doesNotContain("\tat ");
    }

    @ParameterizedTest
    @CsvSource({"--health-addr, --metrics-bind-address", "--metrics-bind-address, --health-addr"})
    void exitsWithOneLineThatNamesFlagOfAddressInUse(String flag, String other, QuarkusMainLauncher launcher)
            throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String address = "127.0.0.1:" + taken.getLocalPort();
            LaunchResult result = launcher.launch("run", flag + "=" + address, other + "=127.0.0.1:0");

            assertThat(result.exitCode()).isEqualTo(1);
            assertThat(result.getOutput() + result.getErrorOutput())
                    .contains(flag + ": cannot listen on " + address
                            + ": Address already in use; free the address, or choose another one")
                    .doesNotContain("\tat ");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --metrics-bind-address=9258 | '9258' is not an address; write host:port, such as 127.0.0.1:9259 or :9258
            --metrics-bind-address=127.0.0.1:9259 | 127.0.0.1:9259 is the address of --health-addr; choose another port
            --leader-elect-lease-duration=1m | 60s must be longer than --leader-elect-renew-deadline (107s); lengthen the one
            --tls-min-version=TLS1.2 | is one of VersionTLS10, VersionTLS11, VersionTLS12, VersionTLS13
            --tls-cipher-suites=ECDHE-RSA-AES128-GCM-SHA256 | they know TLS_AES_128_GCM_SHA256, TLS_AES_256_GCM_SHA384
            """)
    void rejectsInvalidValueAndListsValidOnes(String flag, String says, QuarkusMainLauncher launcher) {
        LaunchResult result = launcher.launch("run", flag);

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.getErrorOutput())
                .contains(flag.substring(0, flag.indexOf('=')), says, "See 'ccm-operator run --help'.");
    }
}
