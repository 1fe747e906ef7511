/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.operator;

import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.serving.ServingConfiguration;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import java.util.Optional;
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

    /**
     * Runs the operator until the process is terminated, or has lost its leadership.
     *
     * @throws InvalidInputException if an address of the settings cannot be listened on
     */
    public static void run(Settings settings) {
        settings.health().requireFree("--health-addr");
        settings.metrics().address().ifPresent(address -> address.requireFree("--metrics-bind-address"));
        SETTINGS.set(settings);
        // Key stores exist in memory only, where encryption of the key protects nothing; its 10,000 rounds are half of
        // the start.
        System.setProperty("keystore.pkcs12.keyPbeIterationCount", "1");
        ServingConfiguration.apply(settings.health(), settings.metrics());
        Quarkus.run(OperatorApplication.class);
    }

    /** What the flags say; {@link OperatorBeans} makes a bean of it. */
    static Settings settings() {
        return SETTINGS.get();
    }

    @Override
    public int run(String... args) {
        Optional<InvalidInputException> refused = operator.refused();
        if (refused.isPresent()) {
            refused.get().lines().forEach(LOG::error);
            return 1;
        }
        Quarkus.waitForExit();
        return operator.exitCode();
    }
}
