/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.operator;

import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.util.Optional;

/**
 * Ties the operator to the life of Quarkus. Its end has to be told by Quarkus: on a signal the network's threads are stopped
 * while the main thread still waits, and then no Lease could be released any more.
 */
@Singleton
final class RunningOperator {
    private final Instance<OperatorProcess> processes;
    private OperatorProcess process;

    RunningOperator(Instance<OperatorProcess> processes) {
        this.processes = processes;
    }

    /**
     * Makes the parts of the operator and starts them.
     *
     * @throws io.ccmoperator.cluster.InvalidInputException if the kubeconfig or the service account is invalid
     */
    void start() {
        OperatorProcess started = processes.get();
        synchronized (this) {
            process = started;
        }
        started.start();
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
