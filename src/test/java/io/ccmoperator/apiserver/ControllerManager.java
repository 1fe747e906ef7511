// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apiserver;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A kube-controller-manager beside an API server: Deployments and DaemonSets have Pods, and what belongs to a deleted object is deleted. A test
 * that starts one is skipped where the program is missing, or fails if the system property {@code controller-manager.required} is set.
 */
public final class ControllerManager implements AutoCloseable {
    private static final String REQUIRED = "controller-manager.required";
    private static final String MISSING =
            "no kube-controller-manager: put one beside kube-apiserver, into the folder that KUBEBUILDER_ASSETS names";
    private static final Duration START = Duration.ofSeconds(60);

    private final LocalProcess process;

    private ControllerManager(LocalProcess process) {
        this.process = process;
    }

    /**
     * Starts it and waits until it works.
     *
     * @param folder for its log
     */
    public static ControllerManager start(ApiServer server, Path folder) {
        Optional<Path> program = ApiServerPrograms.controllerManager();
        if (program.isEmpty() && Boolean.getBoolean(REQUIRED)) {
            throw new IllegalStateException("-D" + REQUIRED + " is set, but there is " + MISSING);
        }
        assumeTrue(program.isPresent(), MISSING);
        LocalProcess process = LocalProcess.start(
                folder,
                "kube-controller-manager.log",
                List.of(
                        program.get().toString(),
                        "--kubeconfig=" + server.kubeconfig(server.uri()),
                        "--leader-elect=false",
                        "--use-service-account-credentials=false",
                        "--port=0",
                        "--secure-port=0",
                        "--service-account-private-key-file=" + server.signingKey(),
                        "--root-ca-file=" + server.certificate(),
                        "--controllers=deployment,replicaset,daemonset,garbagecollector,serviceaccount"));
        process.await(
                START,
                () -> server.admin()
                        .get("/api/v1/namespaces/default/serviceaccounts/default")
                        .accepted());
        return new ControllerManager(process);
    }

    @Override
    public void close() {
        process.close();
    }
}
