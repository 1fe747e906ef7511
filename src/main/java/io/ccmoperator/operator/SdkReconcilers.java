// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;
import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;

import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.status.Controller;
import io.javaoperatorsdk.operator.api.config.informer.Field;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.MaxReconciliationInterval;
import io.javaoperatorsdk.operator.processing.event.rate.RateLimited;
import io.javaoperatorsdk.operator.processing.retry.GradualRetry;
import jakarta.inject.Singleton;

/**
 * The three reconcilers of each distribution as the SDK configures them; the extension of Quarkus reads the annotations of each class. They
 * differ in the primary, whose kind the SDK knows by its type.
 */
final class SdkReconcilers {
    /** The field by which the primaries are selected: permissions are by name. */
    private static final String NAME = "metadata.name";

    private static final String CLUSTER = "cluster";

    /** Before the names of those on Kubernetes: the SDK knows each reconciler by a name of its own. */
    private static final String ON_KUBERNETES = "kubernetes-";

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

    /** The type of the reconciler of a controller. */
    static Class<? extends OperatorReconciler<?>> type(Distribution distribution, Controller controller) {
        boolean isOpenShift = distribution == Distribution.OPENSHIFT;
        return switch (controller) {
            case CLOUD_CONTROLLER_MANAGER -> isOpenShift ? Ccm.class : KubernetesCcm.class;
            case CLOUD_CONFIG -> isOpenShift ? CloudConfig.class : KubernetesCloudConfig.class;
            case TRUSTED_CA -> isOpenShift ? TrustedCa.class : KubernetesTrustedCa.class;
        };
    }

    /** The name in flags of a controller, which metrics have too. @param sdk its name in the SDK */
    static String nameInFlags(String sdk) {
        return sdk.startsWith(ON_KUBERNETES) ? sdk.substring(ON_KUBERNETES.length()) : sdk;
    }

    /** Keeps the objects of the provider on OpenShift. */
    @Singleton
    @ControllerConfiguration(
            name = "ccm",
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
    static final class Ccm extends OperatorReconciler<InfrastructureResource> {
        Ccm(Shared shared, ControllerFactory factory) {
            super(Controller.CLOUD_CONTROLLER_MANAGER, INFRASTRUCTURE, shared, factory::ccm);
        }
    }

    /** Keeps the ConfigMap cloud-conf on OpenShift. */
    @Singleton
    @ControllerConfiguration(
            name = "cloud-config",
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
    static final class CloudConfig extends OperatorReconciler<InfrastructureResource> {
        CloudConfig(Shared shared, ControllerFactory factory) {
            super(Controller.CLOUD_CONFIG, INFRASTRUCTURE, shared, factory::cloudConfig);
        }
    }

    /** Keeps the ConfigMap ccm-trusted-ca on OpenShift. */
    @Singleton
    @ControllerConfiguration(
            name = "trusted-ca",
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
    static final class TrustedCa extends OperatorReconciler<InfrastructureResource> {
        TrustedCa(Shared shared, ControllerFactory factory) {
            super(Controller.TRUSTED_CA, INFRASTRUCTURE, shared, factory::trustedCa);
        }
    }

    /** Keeps the objects of the provider on Kubernetes. */
    @Singleton
    @ControllerConfiguration(
            name = ON_KUBERNETES + "ccm",
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
    static final class KubernetesCcm extends OperatorReconciler<CloudControllerManagerResource> {
        KubernetesCcm(Shared shared, ControllerFactory factory) {
            super(Controller.CLOUD_CONTROLLER_MANAGER, CLOUD_CONTROLLER_MANAGER, shared, factory::ccm);
        }
    }

    /** Keeps cloud-conf on Kubernetes. */
    @Singleton
    @ControllerConfiguration(
            name = ON_KUBERNETES + "cloud-config",
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
    static final class KubernetesCloudConfig extends OperatorReconciler<CloudControllerManagerResource> {
        KubernetesCloudConfig(Shared shared, ControllerFactory factory) {
            super(Controller.CLOUD_CONFIG, CLOUD_CONTROLLER_MANAGER, shared, factory::cloudConfig);
        }
    }

    /** Keeps the ConfigMap ccm-trusted-ca on Kubernetes. */
    @Singleton
    @ControllerConfiguration(
            name = ON_KUBERNETES + "trusted-ca",
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
    static final class KubernetesTrustedCa extends OperatorReconciler<CloudControllerManagerResource> {
        KubernetesTrustedCa(Shared shared, ControllerFactory factory) {
            super(Controller.TRUSTED_CA, CLOUD_CONTROLLER_MANAGER, shared, factory::trustedCa);
        }
    }
}
