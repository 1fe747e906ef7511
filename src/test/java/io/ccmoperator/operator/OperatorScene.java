// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.apiserver.Account;
import io.ccmoperator.certificates.Certificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
