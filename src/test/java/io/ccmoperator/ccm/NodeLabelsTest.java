// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.ControllerScene;
import io.ccmoperator.LogLines;
import io.ccmoperator.SourceProviders;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.plan.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeLabelsTest {
    private static final String LABEL = "node.openshift.io/platform-type";
    private static final String WATCH = "NODE !" + LABEL;
    private static final String ON = "enabled: [{name: VSphereMixedNodeEnv}]";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ControllerScene scene = new ControllerScene();
    private final LogLines log = LogLines.of(NodeLabels.class);
    private SourceProviders providers;
    private NodeLabels labels;

    @BeforeEach
    void begin() {
        providers = SourceProviders.open();
        labels = new NodeLabels(scene.cluster);
        platform("VSphere");
        gates(ON);
    }

    @AfterEach
    void end() {
        providers.close();
        log.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OPENSHIFT  | VSphere | enabled: [{name: VSphereMixedNodeEnv}]  | true",
                "OPENSHIFT  | VSphere | disabled: [{name: VSphereMixedNodeEnv}] | false",
                "OPENSHIFT  | VSphere | enabled: []                             | false",
                "OPENSHIFT  | AWS     | enabled: [{name: VSphereMixedNodeEnv}]  | false",
                "OPENSHIFT  | None    | enabled: [{name: VSphereMixedNodeEnv}]  | false",
                "KUBERNETES | VSphere | enabled: [{name: VSphereMixedNodeEnv}]  | false",
            })
    void watchesNodesOnlyWhereTheyAreLabeled(
            Distribution distribution, String platform, String gates, boolean isWatched) {
        platform(platform);
        gates(gates);

        new NodeLabels(scene.cluster).follow(label(distribution));

        assertThat(scene.watches.metadata().keySet()).isEqualTo(isWatched ? Set.of(WATCH) : Set.of());
        assertThat(scene.server.takeRequests()).isEmpty();
    }

    @Test
    void endsAndBeginsWatchWithFeatureGate() {
        labels.follow(label(Distribution.OPENSHIFT));
        labels.follow(label(Distribution.OPENSHIFT));
        gates("enabled: []");
        labels.follow(label(Distribution.OPENSHIFT));
        assertThat(scene.watches.metadata()).isEmpty();

        gates(ON);
        labels.follow(label(Distribution.OPENSHIFT));

        assertThat(scene.watches.metadata()).containsOnlyKeys(WATCH);
    }

    @Test
    void labelsNodesOfCloudAloneAndReportsThemTogether() {
        List<KubernetesObject> nodes = List.of(
                node("a", "vsphere://a", ""),
                node("metal", "baremetalhost:///m", ""),
                node("pending", "", ""),
                node("taken", "vsphere://t", LABEL + ": none"),
                node("b", "vsphere://b", ""));
        labels.follow(label(Distribution.OPENSHIFT));

        nodes.forEach(this::seen);

        awaitReport();
        assertThat(value("taken")).isEqualTo("none");
        assertThat(scene.writes())
                .containsExactly(
                        "PATCH Node a by ccm-operator-node-labels", "PATCH Node b by ccm-operator-node-labels");
        assertThat(List.of(value("metal"), value("pending"))).containsOnly("");
        assertThat(scene.takeEvents())
                .containsExactly(
                        "NodesLabeled x1 cloud-controller-manager: labeled 2 nodes with " + LABEL + "=vsphere: a, b");
    }

    @Test
    void retriesFailedAndConflictingWritesAndGoesOnWithOtherNodes() {
        List<String> failures = new ArrayList<>(List.of("conflict", "rejected", "down"));
        List.of("a", "b", "c").forEach(name -> node(name, "vsphere://" + name, ""));
        scene.server.beforeRequest(request -> {
            if (request.startsWith("PATCH Node") && !failures.isEmpty()) {
                String failure = failures.remove(0);
                int code = failure.equals("conflict") ? 409 : failure.equals("rejected") ? 422 : 500;
                throw new ApiException(code, failure, null);
            }
        });
        labels.follow(label(Distribution.OPENSHIFT));

        List.of("a", "b", "c").forEach(name -> seen(live(name)));

        await().atMost(PATIENCE)
                .until(() ->
                        Stream.of("a", "b", "c").allMatch(name -> value(name).equals("vsphere")));
        assertThat(scene.server.takeRequests())
                .containsExactly(
                        "GET Node a", "PATCH Node a by ccm-operator-node-labels",
                        "GET Node b", "PATCH Node b by ccm-operator-node-labels",
                        "GET Node c", "PATCH Node c by ccm-operator-node-labels",
                        "GET Node a", "PATCH Node a by ccm-operator-node-labels",
                        "GET Node b", "PATCH Node b by ccm-operator-node-labels",
                        "GET Node c", "PATCH Node c by ccm-operator-node-labels");
    }

    @Test
    void leavesNodeThatIsDeletedMeanwhile() {
        KubernetesObject node = node("a", "vsphere://a", "");
        node("b", "vsphere://b", "");
        scene.server.beforeNextWrite(() -> {
            throw new ApiException(404, "nodes \"a\" not found", null);
        });
        labels.follow(label(Distribution.OPENSHIFT));

        seen(node);
        seen(live("b"));

        awaitReport();
        assertThat(scene.takeEvents())
                .containsExactly(
                        "NodesLabeled x1 cloud-controller-manager: labeled 1 node with " + LABEL + "=vsphere: b");
    }

    /** That of the plan for the cluster as it is. */
    private Optional<NodeLabel> label(Distribution distribution) {
        CcmPlan.Inputs inputs = new CcmPlan.Inputs(
                ControllerScene.settings(distribution),
                ProviderIndex.load(),
                () -> new ImageReferences(Map.of()),
                Optional.of(TlsSettings.UNSET),
                Optional::empty);
        return CcmPlan.of(Snapshot.last(this::state, scene.clock.instant()), inputs)
                .details()
                .label();
    }

    private CacheState state(ObjectKey key) {
        return scene.server.live(key).<CacheState>map(CacheState.Present::new).orElseGet(CacheState.Absent::new);
    }

    private void platform(String type) {
        scene.put("""
                apiVersion: config.openshift.io/v1
                kind: Infrastructure
                metadata: {name: cluster}
                status: {infrastructureName: sample-1, platformStatus: {type: %s}}
                """, type);
    }

    private void gates(String gates) {
        scene.put("""
                apiVersion: config.openshift.io/v1
                kind: FeatureGate
                metadata: {name: cluster}
                status: {featureGates: [{version: 4.20.0, %s}]}
                """, gates);
    }

    private KubernetesObject node(String name, String providerId, String labels) {
        return scene.put(
                "{apiVersion: v1, kind: Node, metadata: {name: %s, labels: {%s}}, spec: {providerID: '%s'}}",
                name, labels, providerId);
    }

    private void seen(KubernetesObject node) {
        scene.watches.metadata().get(WATCH).accept(node.name(), Optional.of(node));
    }

    private KubernetesObject live(String name) {
        return scene.server.live(key(name)).orElseThrow();
    }

    private String value(String name) {
        return live(name).fields().string("metadata", "labels", LABEL);
    }

    /** The log line follows the event. */
    private void awaitReport() {
        await().atMost(PATIENCE).until(() -> log.notices().stream().anyMatch(line -> line.startsWith("labeled ")));
    }

    private static ObjectKey key(String name) {
        return ObjectKey.ofCluster(ResourceKind.NODE, name);
    }
}
