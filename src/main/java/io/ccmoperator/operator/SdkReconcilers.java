// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;
import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;

import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.operator.OperatorReconciler.Shared;
import io.ccmoperator.plan.PlannedController;
import io.ccmoperator.status.Controller;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.config.informer.Field;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.MaxReconciliationInterval;
import io.javaoperatorsdk.operator.processing.event.rate.RateLimited;
import io.javaoperatorsdk.operator.processing.retry.GradualRetry;
import io.quarkiverse.operatorsdk.runtime.QuarkusControllerConfiguration;
import jakarta.enterprise.inject.Vetoed;
import java.util.function.Function;

/**
 * The reconciler of each distribution as the SDK configures it, by annotations, which the extension of Quarkus reads at build time: the SDK
 * knows the kind of the primary by the class. {@link Controllers} registers one of each controller under the name of the controller. They are
 * no beans, since there is more than one of a class.
 */
final class SdkReconcilers {
    /** The field by which the primaries are selected: permissions are by name. */
    private static final String NAME = "metadata.name";

    private static final String CLUSTER = "cluster";

    /**
     * The SDK compares versions of objects for those that are written by way of it, which are none here, and looks every three minutes for
     * lost ones, on a thread that its stop does not end.
     */
    private static final boolean VERSIONS_ARE_COMPARED = false;

    /** A list with a limit comes from the store, not from a cache of the API server that may be old. */
    private static final long LIST_LIMIT = 1;

    /** Longer than a process lives: results say when the next reconcile is due. */
    private static final long NO_RESYNC_HOURS = 87_600;

    private static final int RETRY_FOREVER = -1;
    private static final long FIRST_RETRY_MILLIS = 1_000;
    private static final long LAST_RETRY_MILLIS = 60_000;
    private static final double RETRY_FACTOR = 2;

    /** An event that comes during a reconcile lets the SDK skip its backoff; this limits what that may cost. */
    private static final int RECONCILES_PER_SECOND = 20;

    private SdkReconcilers() {}

    /** Makes the reconciler of a controller. @param domain makes the controller; it is given what lets it run soon */
    static OperatorReconciler<?> of(
            Distribution distribution,
            Controller controller,
            Shared shared,
            Function<Runnable, PlannedController> domain) {
        return distribution == Distribution.OPENSHIFT
                ? new OnOpenShift(controller, shared, domain)
                : new OnKubernetes(controller, shared, domain);
    }

    /**
     * A configuration under another name. The SDK knows each registered reconciler by its name; what it has for this, its
     * ControllerConfigurationOverrider, makes none that the extension of Quarkus takes.
     */
    static <P extends HasMetadata> QuarkusControllerConfiguration<P> named(
            String name, QuarkusControllerConfiguration<P> built) {
        return new QuarkusControllerConfiguration<>(
                built.getInformerConfig(),
                name,
                built.isGenerationAware(),
                built.getAssociatedReconcilerClassName(),
                built.getRetry(),
                built.getRateLimiter(),
                built.maxReconciliationInterval().orElseThrow(),
                built.getFinalizerName(),
                built.fieldManager(),
                built.getWorkflow(),
                built.getResourceTypeName(),
                built.getResourceClass());
    }

    /** Its primary is the Infrastructure. */
    @Vetoed
    @ControllerConfiguration(
            name = "openshift",
            generationAwareEventProcessing = false,
            informer =
                    @Informer(
                            fieldSelector = @Field(path = NAME, value = CLUSTER),
                            informerListLimit = LIST_LIMIT,
                            comparableResourceVersions = VERSIONS_ARE_COMPARED),
            maxReconciliationInterval = @MaxReconciliationInterval(interval = NO_RESYNC_HOURS))
    @GradualRetry(
            maxAttempts = RETRY_FOREVER,
            initialInterval = FIRST_RETRY_MILLIS,
            intervalMultiplier = RETRY_FACTOR,
            maxInterval = LAST_RETRY_MILLIS)
    @RateLimited(maxReconciliations = RECONCILES_PER_SECOND, within = 1)
    static final class OnOpenShift extends OperatorReconciler<InfrastructureResource> {
        private OnOpenShift(Controller controller, Shared shared, Function<Runnable, PlannedController> domain) {
            super(controller, INFRASTRUCTURE, shared, domain);
        }
    }

    /** Its primary is the CloudControllerManager. */
    @Vetoed
    @ControllerConfiguration(
            name = "kubernetes",
            generationAwareEventProcessing = false,
            informer =
                    @Informer(
                            fieldSelector = @Field(path = NAME, value = CLUSTER),
                            informerListLimit = LIST_LIMIT,
                            comparableResourceVersions = VERSIONS_ARE_COMPARED),
            maxReconciliationInterval = @MaxReconciliationInterval(interval = NO_RESYNC_HOURS))
    @GradualRetry(
            maxAttempts = RETRY_FOREVER,
            initialInterval = FIRST_RETRY_MILLIS,
            intervalMultiplier = RETRY_FACTOR,
            maxInterval = LAST_RETRY_MILLIS)
    @RateLimited(maxReconciliations = RECONCILES_PER_SECOND, within = 1)
    static final class OnKubernetes extends OperatorReconciler<CloudControllerManagerResource> {
        private OnKubernetes(Controller controller, Shared shared, Function<Runnable, PlannedController> domain) {
            super(controller, CLOUD_CONTROLLER_MANAGER, shared, domain);
        }
    }
}
