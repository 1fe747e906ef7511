// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.preview;

import static io.ccmoperator.ControllerScene.MANAGED;

import io.ccmoperator.ControllerScene;
import io.ccmoperator.SourceProviders;
import io.ccmoperator.assets.KubernetesMinor;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.ccm.CcmPlan;
import io.ccmoperator.ccm.CcmReconciler;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cloudconfig.CloudConfigReconciler;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.plan.PlanSettings;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.Controller;
import io.ccmoperator.trustedca.TrustedCaReconciler;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A cluster in memory on AWS, in which nothing was applied yet, and what a preview says of it. */
abstract class PreviewScene {
    static final ObjectKey DEPLOYMENT = managed(ResourceKind.DEPLOYMENT, "aws-cloud-controller-manager");
    static final ObjectKey CLOUD_CONF = managed(ResourceKind.CONFIG_MAP, "cloud-conf");
    static final ObjectKey TRUSTED_CA = managed(ResourceKind.CONFIG_MAP, "ccm-trusted-ca");
    static final ObjectKey USERS = ControllerScene.configMap("openshift-config", "cloud");

    final ControllerScene scene = new ControllerScene();
    private final ImageReferences images = new ImageReferences(
            Map.of("cloudControllerManagerAWS", "registry/aws:1", "cloudControllerManagerGCP", "registry/gcp:1"));
    private SourceProviders providers;

    @BeforeEach
    void createCluster() {
        providers = SourceProviders.open();
        scene.put("{apiVersion: config.openshift.io/v1, kind: Proxy, metadata: {name: cluster}}");
        scene.put("""
                apiVersion: config.openshift.io/v1
                kind: FeatureGate
                metadata: {name: cluster}
                status: {featureGates: [{version: 4.20.0, enabled: []}]}
                """);
        scene.put(USERS, "{data: {cloud.conf: \"[Global]\\nZone = first\\n\"}}");
        platform("AWS");
    }

    @AfterEach
    void close() {
        providers.close();
    }

    static ObjectKey managed(ResourceKind kind, String name) {
        return new ObjectKey(kind, MANAGED, name);
    }

    void platform(String type) {
        scene.put("""
                apiVersion: config.openshift.io/v1
                kind: Infrastructure
                metadata: {name: cluster}
                spec: {cloudConfig: {name: cloud}}
                status:
                  {infrastructureName: sample-1, controlPlaneTopology: HighlyAvailable, platformStatus: {type: %s}}
                """, type);
    }

    Differences compare() throws InterruptedException {
        return compare(Optional.empty());
    }

    Differences compare(Optional<Path> systemTrustBundle) throws InterruptedException {
        Preview.Settings settings = new Preview.Settings(
                Distribution.OPENSHIFT,
                MANAGED,
                "operator",
                EnumSet.allOf(Controller.class),
                ReleaseVersion.of("4.20.0"),
                Optional.empty(),
                systemTrustBundle);
        return new Preview(
                        settings,
                        ProviderIndex.load(),
                        scene.server,
                        (kind, namespace, selector, keep) -> List.of(),
                        () -> new KubernetesMinor(1, 36),
                        scene.clock)
                .compare(images, Optional.empty());
    }

    /** Lets the controllers of {@code run} reconcile. */
    void run(Path systemTrustBundle) throws InterruptedException {
        PlanSettings cluster = ControllerScene.settings(Distribution.OPENSHIFT);
        ClusterOperatorStatusWriter status = scene.status(Distribution.OPENSHIFT);
        ProviderIndex index = ProviderIndex.load();
        CcmPlan.Inputs inputs = new CcmPlan.Inputs(cluster, () -> images, Optional.empty());
        status.report(
                Controller.CLOUD_CONFIG,
                new CloudConfigReconciler(scene.cluster, status, cluster, () -> images, () -> {}).reconcile());
        status.report(
                Controller.TRUSTED_CA,
                new TrustedCaReconciler(scene.cluster, status, cluster, systemTrustBundle, () -> {}).reconcile());
        new CcmReconciler(scene.cluster, status, inputs, () -> {}).reconcile();
    }

    /** Stores what would be written, as the operator would. */
    void apply(Differences differences) {
        differences
                .changes()
                .forEach(change ->
                        change.after().ifPresentOrElse(scene.server::put, () -> scene.server.remove(change.key())));
    }

    /** Applies what is missing, so that there are no differences. */
    void converge() throws InterruptedException {
        apply(compare());
        scene.server.takeRequests();
    }

    /** Action and object of each change. */
    static List<String> actions(Differences differences) {
        return differences.changes().stream()
                .map(change -> change.action().verb() + " " + change.key())
                .toList();
    }
}
