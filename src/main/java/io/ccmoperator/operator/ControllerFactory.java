// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.ccm.CcmPlan;
import io.ccmoperator.ccm.CcmReconciler;
import io.ccmoperator.cloudconfig.CloudConfigReconciler;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.LastResult;
import io.ccmoperator.input.ImagesFile;
import io.ccmoperator.input.InputFile;
import io.ccmoperator.input.UnknownFields;
import io.ccmoperator.plan.PlanSettings;
import io.ccmoperator.plan.PlannedController;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.Controller;
import io.ccmoperator.trustedca.TrustedCaReconciler;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes the controllers of the domain from the flags and the parts that they share. A controller begins to watch objects and files
 * when it is made.
 */
@Singleton
final class ControllerFactory {
    private final Settings settings;
    private final PlanSettings cluster;
    private final ClusterAccess access;
    private final ClusterOperatorStatusWriter status;
    private final Vertx vertx;

    /** @param packs are judged when they are made: before a plan reads the index */
    ControllerFactory(
            Settings settings,
            PlanSettings cluster,
            ClusterAccess access,
            ProviderPacks packs,
            ClusterOperatorStatusWriter status,
            Vertx vertx) {
        this.settings = settings;
        this.cluster = cluster;
        this.access = access;
        this.status = status;
        this.vertx = vertx;
    }

    /** Makes the controller of this name. @param requeue lets it run soon */
    PlannedController make(Controller controller, Runnable requeue) {
        return switch (controller) {
            case CLOUD_CONTROLLER_MANAGER -> ccm(requeue);
            case CLOUD_CONFIG -> cloudConfig(requeue);
            case TRUSTED_CA -> trustedCa(requeue);
        };
    }

    /** Makes the controller of cloud-conf. */
    private PlannedController cloudConfig(Runnable requeue) {
        return new CloudConfigReconciler(access, status, cluster, images(), requeue);
    }

    /** Makes the controller of the objects of the provider. */
    private PlannedController ccm(Runnable requeue) {
        FileWatch.begin(settings.files().imagesJson(), vertx, requeue);
        CcmPlan.Inputs inputs =
                new CcmPlan.Inputs(cluster, images(), settings.endpoints().tls());
        return new CcmReconciler(access, status, inputs, requeue);
    }

    private Supplier<ImageReferences> images() {
        Function<InputFile, ImageReferences> parsed =
                new LastResult<>(file -> new ImageReferences(ImagesFile.references(file, UnknownFields.reject())));
        Path file = settings.files().imagesJson();
        return () -> parsed.apply(ImagesFile.content(file));
    }

    /** Makes the controller of ccm-trusted-ca. */
    private PlannedController trustedCa(Runnable requeue) {
        FileWatch.begin(settings.files().systemTrustBundle(), vertx, requeue);
        return new TrustedCaReconciler(access, status, cluster, settings.files().systemTrustBundle(), requeue);
    }
}
