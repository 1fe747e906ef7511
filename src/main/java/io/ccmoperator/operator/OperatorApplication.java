// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.serving.ServingConfiguration;
import io.quarkus.runtime.Application;
import io.quarkus.runtime.ApplicationLifecycleManager;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jboss.logging.Logger;

/** The long-running process, from Quarkus' start to its end. */
public final class OperatorApplication implements QuarkusApplication {
    private static final Logger LOG = Logger.getLogger(OperatorApplication.class);

    private final OperatorProcess operator;

    OperatorApplication(OperatorProcess operator) {
        this.operator = operator;
    }

    /**
     * Runs the operator until the process is terminated, or has lost its leadership.
     *
     * @param settings the flags
     * @param arguments the arguments that the settings were read from; the container makes its own bean of them
     * @throws InvalidInputException if an address of the settings cannot be listened on
     */
    public static void run(Settings settings, String... arguments) {
        // Before all that takes time: a signal may come at once.
        End end = new End(ApplicationLifecycleManager.getDefaultExitCodeHandler());
        try {
            if (LaunchMode.current() == LaunchMode.NORMAL) {
                Runtime.getRuntime().addShutdownHook(end);
                ApplicationLifecycleManager.setDefaultExitCodeHandler(end::exit);
            }
            start(settings, arguments);
        } catch (RuntimeException | Error e) {
            if (isEnding()) {
                // What fails because a signal ends the process is no failure.
                LOG.debug("the process ends while it starts", e);
                return;
            }
            end.failure = 1;
            throw e;
        }
    }

    /** Whether the virtual machine ends already: it takes no further hooks then. */
    private static boolean isEnding() {
        Thread another = new Thread(() -> {}, "none");
        try {
            Runtime.getRuntime().addShutdownHook(another);
            Runtime.getRuntime().removeShutdownHook(another);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    private static void start(Settings settings, String... arguments) {
        ServingConfiguration serving = settings.endpoints().serving();
        serving.health().requireFree("--health-addr");
        serving.metrics().ifPresent(address -> address.requireFree("--metrics-bind-address"));
        // Key stores exist in memory only, where encryption of the key protects nothing; its 10,000 rounds are half of
        // the start.
        System.setProperty("keystore.pkcs12.keyPbeIterationCount", "1");
        serving.apply();
        Quarkus.run(OperatorApplication.class, arguments);
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

    /**
     * The end of the process. A signal would end the virtual machine with 128 and its number, as if the operator had failed, though it has
     * done what it was asked to do. Runs beside Quarkus' own hook, which stops the application, also one that is just starting.
     */
    private static final class End extends Thread {
        /** The exit code of a start that has failed; else 0. */
        private volatile int failure;

        private final BiConsumer<Integer, Throwable> exit;

        /** @param exit ends the process, or in development mode the application only */
        private End(BiConsumer<Integer, Throwable> exit) {
            super("end");
            this.exit = exit;
        }

        /** @param cause why Quarkus could not start, which it has logged; null after a stop, and for a signal */
        private void exit(int code, Throwable cause) {
            if (cause != null) {
                failure = code;
            }
            exit.accept(code, cause);
        }

        @Override
        public void run() {
            // Known only once Quarkus has started. In development mode the process is Maven's.
            if (LaunchMode.current() != LaunchMode.NORMAL) {
                return;
            }
            Application stopping = Application.currentApplication();
            if (stopping != null) {
                stopping.awaitShutdown();
            }
            Runtime.getRuntime().halt(Math.max(failure, ApplicationLifecycleManager.getExitCode()));
        }
    }
}
