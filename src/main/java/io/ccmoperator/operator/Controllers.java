// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;
import static io.ccmoperator.client.ClusterObjects.PROXY;

import io.ccmoperator.client.ApiConnection;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.status.Controller;
import io.quarkiverse.operatorsdk.runtime.QuarkusConfigurationService;
import jakarta.inject.Singleton;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/** The controllers that {@code --controllers} names, and what triggers them. */
@Singleton
final class Controllers {
    /** A list with a limit comes from the store, not from a cache of the API server that may be old. */
    static final long LIST_LIMIT = 1;

    /** Longer than a process lives: results say when the next reconcile is due, and a terminal failure has none. */
    static final long NO_RESYNC_HOURS = 87_600;

    static final int RETRY_FOREVER = -1;
    static final long FIRST_RETRY_MILLIS = 1_000;
    static final long LAST_RETRY_MILLIS = 60_000;
    static final double RETRY_FACTOR = 2;

    /** An event that comes during a reconcile lets the SDK skip its backoff; this limits what that may cost. */
    static final int RECONCILES_PER_SECOND = 20;

    private final Map<Controller, ControllerRuntime> runtimes = new EnumMap<>(Controller.class);
    private final ControllerFactory factory;
    private final ControllerRuns runs;
    private final ObjectCache objects;
    private final Leadership leadership;
    private final Executor executor;

    Controllers(
            Settings settings,
            ControllerFactory factory,
            ControllerRuns runs,
            ApiConnection connection,
            Leadership leadership,
            QuarkusConfigurationService sdk) {
        this.factory = factory;
        this.runs = runs;
        this.objects = connection.objects();
        this.leadership = leadership;
        this.executor = sdk.getExecutorServiceManager().reconcileExecutorService();
        settings.controllers().forEach(controller -> runtimes.put(controller, runtimeOf(controller)));
    }

    /**
     * The runtime of a controller.
     *
     * @throws IllegalStateException if this process does not run the controller
     */
    ControllerRuntime runtime(Controller controller) {
        ControllerRuntime runtime = runtimes.get(controller);
        if (runtime == null) {
            throw new IllegalStateException("controller " + controller.value() + " is not run by this process");
        }
        return runtime;
    }

    /** Lets all controllers run whenever the Infrastructure changes. */
    void start() {
        objects.watch(INFRASTRUCTURE, this::requeueAll);
    }

    /** Lets the controller run soon that reads conditions: those of the two others, before it applies anything. */
    void conditionsChanged() {
        Optional.ofNullable(runtimes.get(Controller.CLOUD_CONTROLLER_MANAGER)).ifPresent(ControllerRuntime::requeue);
    }

    /** Lets all controllers run soon. */
    void requeueAll() {
        runtimes.values().forEach(ControllerRuntime::requeue);
    }

    private ControllerRuntime runtimeOf(Controller controller) {
        ObjectKey primary = controller == Controller.TRUSTED_CA ? PROXY : INFRASTRUCTURE;
        return new ControllerRuntime(
                primary,
                objects,
                executor,
                leadership::isLeading,
                requeue -> runs.of(controller, factory.create(controller, requeue)));
    }
}
