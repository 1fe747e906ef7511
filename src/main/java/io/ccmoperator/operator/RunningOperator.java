// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.cluster.InvalidInputException;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.util.Optional;

/**
 * Ties the operator to the life of Quarkus. Quarkus has to announce the end: on a signal the network's threads are stopped
 * while the main thread still waits, and then no Lease could be released any more.
 */
@Singleton
final class RunningOperator {
    private final Instance<OperatorProcess> processes;
    private OperatorProcess process;
    private Optional<InvalidInputException> refused = Optional.empty();

    RunningOperator(Instance<OperatorProcess> processes) {
        this.processes = processes;
    }

    /**
     * Makes the parts of the operator and starts them. Quarkus opens its servers after that, so that the certificate of the
     * metrics endpoint is made while the API server answers.
     */
    void start(@Observes StartupEvent event) {
        try {
            OperatorProcess started = processes.get();
            synchronized (this) {
                process = started;
            }
            started.start();
        } catch (InvalidInputException e) {
            synchronized (this) {
                refused = Optional.of(e);
            }
        }
    }

    /** Why the operator could not be started: an invalid kubeconfig or service account. */
    synchronized Optional<InvalidInputException> refused() {
        return refused;
    }

    /** The process; empty before it is wired. */
    synchronized Optional<OperatorProcess> process() {
        return Optional.ofNullable(process);
    }

    synchronized int exitCode() {
        return process.exitCode();
    }

    void stop(@Observes ShutdownEvent event) throws InterruptedException {
        OperatorProcess running;
        synchronized (this) {
            running = process;
        }
        if (running != null) {
            running.stop();
        }
    }
}
