// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig;

import static io.ccmoperator.ControllerScene.MANAGED;
import static io.ccmoperator.ControllerScene.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.ControllerScene;
import io.ccmoperator.SourceProviders;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.status.ReconcileResult;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The controller of cloud-conf in a cluster in memory. */
abstract class CloudConfigScene {
    static final ObjectKey CLOUD_CONF = configMap(MANAGED, "cloud-conf");
    static final ObjectKey USERS = configMap("openshift-config", "cloud");
    static final ObjectKey PUBLISHED = configMap("openshift-config-managed", "kube-cloud-config");
    static final String NAMED = "{cloudConfig: {name: cloud}}";
    static final String VCENTER = "{data: {cloud.conf: 'vcenter: {vc: {server: vc}}'}}";
    final ControllerScene scene = new ControllerScene();
    SourceProviders providers;
    CloudConfigReconciler controller;

    @BeforeEach
    void begin() {
        providers = SourceProviders.open();
        controller = new CloudConfigReconciler(
                scene.cluster,
                scene.status(Distribution.OPENSHIFT),
                ControllerScene.settings(Distribution.OPENSHIFT),
                () -> new ImageReferences(Map.of()),
                () -> {});
    }

    @AfterEach
    void end() {
        providers.close();
    }

    void infrastructure(String spec, String platformStatus) {
        scene.put("""
                apiVersion: config.openshift.io/v1
                kind: Infrastructure
                metadata: {name: cluster}
                spec: %s
                status: {platformStatus: %s}
                """, spec, platformStatus);
    }

    /** A cluster whose platform reports all facts, with a ConfigMap of the user. */
    void cluster(String platform, String user, String... gates) {
        infrastructure(NAMED, "{type: " + platform + "}");
        gates(gates);
        network();
        scene.put(USERS, user);
    }

    void gates(String... names) {
        scene.put("""
                apiVersion: config.openshift.io/v1
                kind: FeatureGate
                metadata: {name: cluster}
                status: {featureGates: [{version: 4.20.0, enabled: [%s]}]}
                """, Stream.of(names).map(name -> "{name: " + name + "}").collect(Collectors.joining(", ")));
    }

    void network() {
        scene.put("""
                {apiVersion: config.openshift.io/v1, kind: Network, metadata: {name: cluster},
                 spec: {serviceNetwork: ['172.30.0.0/16']}}
                """);
    }

    ReconcileResult reconcile() throws InterruptedException {
        return controller.reconcile();
    }

    void assertNothingWritten() {
        assertThat(scene.writes()).isEmpty();
    }
}
