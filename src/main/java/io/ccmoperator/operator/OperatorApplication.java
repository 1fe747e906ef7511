/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.operator;

import io.ccmoperator.cluster.InvalidInputException;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.logging.Logger;

/** The long-running process, from Quarkus' start to its end. */
public final class OperatorApplication implements QuarkusApplication {
    private static final Logger LOG = Logger.getLogger(OperatorApplication.class);

    /** Quarkus makes the application itself, so that the settings have no other way to it. */
    private static final AtomicReference<Settings> SETTINGS = new AtomicReference<>();

    private final RunningOperator operator;

    OperatorApplication(RunningOperator operator) {
        this.operator = operator;
    }

    /** Runs the operator until the process is asked to end, or has lost its leadership. */
    public static void run(Settings settings) {
        SETTINGS.set(settings);
        Quarkus.run(OperatorApplication.class);
    }

    /** What the flags say; {@link OperatorBeans} makes a bean of it. */
    static Settings settings() {
        return SETTINGS.get();
    }

    @Override
    public int run(String... args) throws InterruptedException {
        try {
            operator.start();
        } catch (InvalidInputException e) {
            // Of the kubeconfig or the service account, without which there is nothing to try again.
            e.lines().forEach(LOG::error);
            return 1;
        }
        Quarkus.waitForExit();
        return operator.exitCode();
    }
}
