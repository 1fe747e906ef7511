// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.PackagedProgram;
import io.ccmoperator.PlantedSecrets;
import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.LocalProcess;
import io.ccmoperator.certificates.Certificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;

/** One operator in one cluster for all tests of a class. The class starts both, the cluster first. */
abstract class OperatorScene {
    static OpenShiftCluster cluster;
    static OperatorUnderTest operator;

    /** Starts an operator with all controllers, whose system has one certificate authority. */
    static OperatorUnderTest startOperator(Path folder) throws IOException {
        Path system = Files.writeString(folder.resolve("system.pem"), Certificates.pem("ca-5"));
        return OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                List.of("*"),
                cluster.kubeconfig(Account.FIRST),
                Images.of(folder, "1").flag(),
                "--system-trust-bundle=" + system);
    }

    /** The command {@code status} of who may do everything. */
    static List<String> command(String... flags) {
        return command(cluster.server().kubeconfig(cluster.server().uri()), flags);
    }

    static List<String> command(Path kubeconfig, String... flags) {
        List<String> command = new ArrayList<>(PackagedProgram.command());
        command.add("status");
        command.add("--kubeconfig=" + kubeconfig);
        command.addAll(List.of(flags));
        return command;
    }

    static LocalProcess begin(Path folder, List<String> command) {
        return LocalProcess.start(folder, "status-" + System.nanoTime() + ".log", command);
    }

    /** What {@code status} prints, which has to end with this exit code. */
    static String status(Path folder, int exitCode, List<String> command) {
        try (LocalProcess process = begin(folder, command)) {
            assertThat(process.exitCode(Duration.ofMinutes(2)))
                    .as(process.printed())
                    .isEqualTo(exitCode);
            PlantedSecrets.assertNoneIn("the output of status", process.printed());
            return process.printed();
        }
    }

    @AfterAll
    static void stop() {
        if (operator != null) {
            operator.close();
            operator = null;
        }
        if (cluster != null) {
            cluster.close();
            cluster = null;
        }
    }
}
