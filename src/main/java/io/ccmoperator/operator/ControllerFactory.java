// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.ccm.CcmController;
import io.ccmoperator.ccm.FactsReader;
import io.ccmoperator.ccm.NodeLabels;
import io.ccmoperator.cloudconfig.CloudConfigController;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.LastResult;
import io.ccmoperator.input.ImagesFile;
import io.ccmoperator.input.InputFile;
import io.ccmoperator.input.UnknownFields;
import io.ccmoperator.operator.OperatorReconciler.DomainController;
import io.ccmoperator.serving.tls.EffectiveTlsSettings;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.trustedca.TrustedCaController;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Makes the controllers of the domain from the flags and the parts that they share. A controller begins to watch objects and files
 * when it is made; the argument of each method lets it run soon.
 */
@Singleton
final class ControllerFactory {
    private final Settings settings;
    private final ClusterAccess cluster;
    private final ProviderIndex providers;
    private final ClusterOperatorStatusWriter status;
    private final EffectiveTlsSettings tls;
    private final Vertx vertx;

    ControllerFactory(
            Settings settings,
            ClusterAccess cluster,
            ProviderIndex providers,
            ClusterOperatorStatusWriter status,
            EffectiveTlsSettings tls,
            Vertx vertx) {
        this.settings = settings;
        this.cluster = cluster;
        this.providers = providers;
        this.status = status;
        this.tls = tls;
        this.vertx = vertx;
    }

    /** Makes the controller of cloud-conf. */
    DomainController cloudConfig(Runnable requeue) {
        return new CloudConfigController(
                cluster, providers, settings.namespaces().managed(), settings.version(), requeue)::reconcile;
    }

    /** Makes the controller of the objects of the provider, whose reconciles also decide whether Nodes are labeled. */
    DomainController ccm(Runnable requeue) {
        FileWatch.begin(settings.files().imagesJson(), vertx, requeue);
        FactsReader facts = new FactsReader(
                cluster.description(), settings.namespaces().managed(), settings.version(), tls, cluster.clock());
        Function<InputFile, ImageReferences> parsed =
                new LastResult<>(file -> new ImageReferences(ImagesFile.references(file, UnknownFields.reject())));
        Supplier<ImageReferences> images =
                () -> parsed.apply(ImagesFile.content(settings.files().imagesJson()));
        CcmController controller = new CcmController(cluster, status, providers, facts, images, requeue);
        NodeLabels labels = new NodeLabels(cluster, providers, settings.version());
        return () -> {
            ReconcileResult result = controller.reconcile();
            labels.follow();
            return result;
        };
    }

    /** Makes the controller of ccm-trusted-ca. */
    DomainController trustedCa(Runnable requeue) {
        FileWatch.begin(settings.files().systemTrustBundle(), vertx, requeue);
        return new TrustedCaController(
                cluster, settings.namespaces().managed(), settings.files().systemTrustBundle(), requeue)::reconcile;
    }
}
