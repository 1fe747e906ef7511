// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.ControllerScene;
import io.ccmoperator.LogLines;
import io.ccmoperator.SourceProviders;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.plan.Snapshot;
import io.ccmoperator.status.SteppedClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeLabelsTest {
    private static final String LABEL = "node.openshift.io/platform-type";
    private static final String LIST = "LIST Node  labelSelector=!" + LABEL;
    private static final String ON = "enabled: [{name: VSphereMixedNodeEnv}]";
    private static final Duration RESYNC = Duration.ofMinutes(10);

    private final ControllerScene scene = new ControllerScene();
    private final SteppedClock clock = new SteppedClock();
    private final LogLines log = LogLines.of(NodeLabels.class);
    private SourceProviders providers;
    private NodeLabels labels;

    @BeforeEach
    void begin() {
        providers = SourceProviders.open();
        labels = new NodeLabels(scene.access(clock));
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
    void listsNodesOnlyWhereTheyAreLabeled(
            Distribution distribution, String platform, String gates, boolean areListed) {
        platform(platform);
        gates(gates);

        labels.apply(label(distribution));

        assertThat(scene.server.takeRequests()).isEqualTo(areListed ? List.of(LIST) : List.of());
    }

    @Test
    void listsNodesAtEachResyncAndWhenFeatureGateIsTurnedOn() {
        labels.apply(label(Distribution.OPENSHIFT));
        clock.advance(Duration.ofSeconds(30));
        labels.apply(label(Distribution.OPENSHIFT));
        assertThat(scene.server.takeRequests()).containsExactly(LIST);

        clock.advance(RESYNC);
        labels.apply(label(Distribution.OPENSHIFT));
        assertThat(scene.server.takeRequests()).containsExactly(LIST);

        gates("enabled: []");
        labels.apply(label(Distribution.OPENSHIFT));
        assertThat(scene.server.takeRequests()).isEmpty();
        gates(ON);
        labels.apply(label(Distribution.OPENSHIFT));
        assertThat(scene.server.takeRequests()).containsExactly(LIST);
    }

    @Test
    void labelsNodesOfCloudAloneAndReportsThemTogether() {
        node("a", "vsphere://a", "");
        node("metal", "baremetalhost:///m", "");
        node("pending", "", "");
        node("taken", "vsphere://t", LABEL + ": none");
        node("b", "vsphere://b", "");

        labels.apply(label(Distribution.OPENSHIFT));

        assertThat(List.of(value("a"), value("b"))).containsOnly("vsphere");
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
    void goesOnWithOtherNodesWhenOneIsRejectedOrDeleted() {
        List.of("deleted", "rejected", "sound").forEach(name -> node(name, "vsphere://" + name, ""));
        failing(request -> request.contains("deleted") ? 404 : request.contains("rejected") ? 422 : 0);

        labels.apply(label(Distribution.OPENSHIFT));

        assertThat(value("sound")).isEqualTo("vsphere");
        assertThat(log.lines())
                .contains("WARN Node rejected: not labeled with " + LABEL + "=vsphere, retrying: failed");
        assertThat(scene.takeEvents())
                .containsExactly(
                        "NodesLabeled x1 cloud-controller-manager: labeled 1 node with " + LABEL + "=vsphere: sound");
    }

    /** Each resync tries again. */
    @Test
    void logsWhatIsNotLabeledOnceWhileItSaysNothingNew() {
        List.of("rejected", "sound").forEach(name -> node(name, "vsphere://" + name, ""));
        for (int code : new int[] {422, 403}) {
            failing(request -> code);
            for (int resync = 0; resync < 3; resync++) {
                labels.apply(label(Distribution.OPENSHIFT));
                clock.advance(RESYNC);
            }
        }

        assertThat(log.warnings())
                .containsExactly(
                        "Node rejected: not labeled with " + LABEL + "=vsphere, retrying: failed",
                        "Node sound: not labeled with " + LABEL + "=vsphere, retrying: failed",
                        "nodes are not labeled with " + LABEL + "=vsphere, retrying: failed");
    }

    @Test
    void labelsNodeThatHasChangedSinceItWasListedAtNextReconcile() {
        node("a", "vsphere://a", "");
        failing(request -> 409);
        labels.apply(label(Distribution.OPENSHIFT));
        assertThat(value("a")).isEmpty();
        failing(request -> 0);

        labels.apply(label(Distribution.OPENSHIFT));

        assertThat(value("a")).isEqualTo("vsphere");
        assertThat(log.lines()).containsExactly("INFO labeled 1 node with " + LABEL + "=vsphere: a");
    }

    @Test
    void waitsForNextResyncWhenServerRefusesAll() {
        List.of("a", "b").forEach(name -> node(name, "vsphere://" + name, ""));
        failing(request -> 403);
        labels.apply(label(Distribution.OPENSHIFT));
        failing(request -> 0);
        labels.apply(label(Distribution.OPENSHIFT));

        assertThat(scene.writes()).containsExactly("PATCH Node a by ccm-operator-node-labels");
        assertThat(log.lines())
                .containsExactly("WARN nodes are not labeled with " + LABEL + "=vsphere, retrying: failed");

        clock.advance(RESYNC);
        labels.apply(label(Distribution.OPENSHIFT));

        assertThat(List.of(value("a"), value("b"))).containsOnly("vsphere");
    }

    /** @param code of the answer to a patch; 0: it is accepted */
    private void failing(ToIntFunction<String> code) {
        scene.server.beforeRequest(request -> {
            int answer = request.startsWith("PATCH Node") ? code.applyAsInt(request) : 0;
            if (answer > 0) {
                throw new ApiException(answer, "failed", null);
            }
        });
    }

    /** That of the plan for the cluster as it is. */
    private Optional<NodeLabel> label(Distribution distribution) {
        CcmPlan.Inputs inputs = new CcmPlan.Inputs(
                ControllerScene.settings(distribution),
                () -> new ImageReferences(Map.of()),
                Optional.of(TlsSettings.UNSET));
        return CcmPlan.of(Snapshot.last(this::state, scene.clock.instant()), inputs)
                .details()
                .deployed()
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

    private KubernetesObject live(String name) {
        return scene.server.live(key(name)).orElseThrow();
    }

    private String value(String name) {
        return live(name).fields().string("metadata", "labels", LABEL);
    }

    private static ObjectKey key(String name) {
        return ObjectKey.ofCluster(ResourceKind.NODE, name);
    }
}
