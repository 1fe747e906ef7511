// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.accepted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.monitoring.Scrape;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes of vSphere that were initialized before the cloud controller manager labeled them, on the packaged program. */
@RequiresApiServer
@Tag("packaged")
class NodeLabelsIT {
    private static final String GATE = "VSphereMixedNodeEnv";
    private static final String LABEL = "node.openshift.io/platform-type";
    private static final String CPU = "process_cpu_time_ns_total";
    private static final String WRITES = "ccm_operator_resource_writes_total{action=\"patch\",kind=\"Node\"}";
    private static final int MANY = 1_000;

    private static OpenShiftCluster cluster;
    private static String reader;

    @TempDir
    Path folder;

    @BeforeAll
    static void start(@TempDir Path data) {
        cluster = OpenShiftCluster.start(data);
        cluster.syncControllersWork();
        reader = MetricsReader.token(cluster, "default", "reader");
    }

    @AfterEach
    void deleteNodes() {
        accepted(cluster.admin().delete("/api/v1/nodes"));
        accepted(cluster.admin().delete("/api/v1/namespaces/default/events"));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void labelsExistingNodesOnceAndOthersWithTheNextList() {
        List.of("old-1", "old-2", "old-3").forEach(name -> node(name, "", "vsphere://" + name));
        node("metal", "", "baremetalhost:///metal");
        node("other", LABEL + ": none", "vsphere://other");
        node("pending", "", "");
        int before = requests().size();

        try (OperatorUnderTest operator = start(Platform.VSPHERE, GATE)) {
            awaitLabel("old-1", "old-2", "old-3");
            await("the event").atMost(PATIENCE).until(() -> !events().isEmpty());
            assertThat(events()).containsExactly("labeled 3 nodes with " + LABEL + "=vsphere: old-1, old-2, old-3");
            assertThat(Scrape.of(operator.metricsPort(), reader).value(WRITES)).isEqualTo(3);
            assertThat(live("old-1").fields().maps("metadata", "managedFields"))
                    .filteredOn(entry -> entry.get("manager").equals("ccm-operator-node-labels"))
                    .extracting(entry -> entry.get("fieldsV1"))
                    .containsExactly(Map.of("f:metadata", Map.of("f:labels", Map.of("f:" + LABEL, Map.of()))));

            node("new", "", "vsphere://new");
            node("pending", "", "vsphere://pending");
            node("old-1", "removed: by-hand", "vsphere://old-1");
            cluster.edit(
                    node("old-1"),
                    live -> live.fields().map("metadata", "labels").remove(LABEL));
            // Nodes are listed again when the label is turned on, not only at the next resync.
            cluster.featureGatesOf(OpenShiftCluster.VERSION);
            awaitGateIsOff();
            cluster.featureGatesOf(OpenShiftCluster.VERSION, GATE);
            awaitLabel("new", "pending", "old-1");

            List<AuditedRequest> all = requests().subList(before, requests().size());
            report("3 old nodes, 1 new, 1 that gets its provider ID later, 1 that loses the label", all);
            assertThat(of(all, "list"))
                    .hasSize(2)
                    .allMatch(request -> request.query().contains("labelSelector=!" + LABEL));
            assertThat(of(all, "patch"))
                    .extracting(AuditedRequest::name)
                    .containsExactlyInAnyOrder("old-1", "old-2", "old-3", "new", "pending", "old-1");
            assertThat(all).hasSize(2 + 6);
            assertThat(live("other").fields().string("metadata", "labels", LABEL))
                    .isEqualTo("none");
            assertThat(live("metal").fields().string("metadata", "labels", LABEL))
                    .isEmpty();
        }
    }

    @Test
    void asksForNoNodeWithoutTheFeatureGateOrOnAnotherPlatform() {
        node("old", "", "vsphere://old");
        int before = requests().size();

        try (OperatorUnderTest operator = start(Platform.VSPHERE)) {
            cluster.awaitAvailable();
            cluster.platform(Platform.AWS);
            cluster.featureGatesOf(OpenShiftCluster.VERSION, GATE);
            await("AWS")
                    .atMost(PATIENCE)
                    .until(() -> !cluster.object("apps/v1", "Deployment", "aws-cloud-controller-manager")
                            .tree()
                            .isEmpty());
            cluster.awaitAvailable();
            assertThat(requests().subList(before, requests().size())).isEmpty();
            System.out.println("gate off, and AWS with the gate on: no request for nodes");

            cluster.platform(Platform.VSPHERE);
            awaitLabel("old");
            assertThat(operator.log()).doesNotContain("ERROR");
        }
    }

    @Test
    void labelsThousandNodes() {
        IntStream.range(0, MANY).forEach(number -> node("node-" + number, labels(number), "vsphere://4237" + number));
        int before = requests().size();

        try (OperatorUnderTest operator = start(Platform.VSPHERE)) {
            cluster.awaitAvailable();
            Scrape idle = Scrape.of(operator.metricsPort(), reader);
            Instant begun = Instant.now();
            cluster.featureGatesOf(OpenShiftCluster.VERSION, GATE);
            await("all labels")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(500))
                    .until(() -> accepted(cluster.admin().get("/api/v1/nodes?limit=1&labelSelector=%21" + LABEL))
                            .object()
                            .fields()
                            .maps("items")
                            .isEmpty());
            Duration took = Duration.between(begun, Instant.now());
            await("the event").atMost(PATIENCE).until(() -> !events().isEmpty());

            Scrape labeled = Scrape.of(operator.metricsPort(), reader);
            System.out.printf(
                    "%d nodes in %.1f s: %.2f s of the processor, resident memory %.1f MB before, %.1f MB after%n",
                    MANY,
                    took.toMillis() / 1e3,
                    (labeled.value(CPU) - idle.value(CPU)) / 1e9,
                    idle.value("process_resident_memory_bytes") / 1e6,
                    labeled.value("process_resident_memory_bytes") / 1e6);
            List<AuditedRequest> all = requests().subList(before, requests().size());
            report(MANY + " nodes", all);
            assertThat(labeled.value(WRITES)).isEqualTo(MANY);
            assertThat(of(all, "patch")).hasSize(MANY);
            assertThat(events()).hasSize(1).first().asString().startsWith("labeled " + MANY + " nodes with " + LABEL);
        }
    }

    /** The program's flag for the label shows that the gate has been read. */
    private static void awaitGateIsOff() {
        await("the feature gate")
                .atMost(PATIENCE)
                .until(() -> !cluster.object("apps/v1", "Deployment", "vsphere-cloud-controller-manager")
                        .toString()
                        .contains(LABEL));
    }

    private OperatorUnderTest start(Platform platform, String... gates) {
        cluster.platform(platform);
        cluster.featureGatesOf(OpenShiftCluster.VERSION, gates);
        return OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                cluster.kubeconfig(Account.FIRST),
                Images.of(folder, "1").flag());
    }

    /** As many labels and annotations as a node of OpenShift has. */
    private static String labels(int number) {
        StringBuilder labels = new StringBuilder();
        IntStream.range(0, 20).forEach(i -> labels.append("topology.example/key-%d: value-%d, ".formatted(i, number)));
        return labels.toString();
    }

    /** @param labels as YAML */
    private static void node(String name, String labels, String providerId) {
        cluster.apply(
                "{apiVersion: v1, kind: Node, metadata: {name: %s, labels: {kubernetes.io/os: linux, %s}}, spec: {%s}}",
                name, labels, providerId.isEmpty() ? "" : "providerID: '" + providerId + "'");
    }

    private static KubernetesObject node(String name) {
        return YamlText.manifest("{apiVersion: v1, kind: Node, metadata: {name: %s}}".formatted(name));
    }

    private static KubernetesObject live(String name) {
        return cluster.live(node(name));
    }

    private static void awaitLabel(String... names) {
        List.of(names)
                .forEach(name -> await("the label of " + name)
                        .atMost(PATIENCE)
                        .until(() -> live(name)
                                .fields()
                                .string("metadata", "labels", LABEL)
                                .equals("vsphere")));
    }

    private static List<String> events() {
        return cluster.events("NodesLabeled", cluster.clusterOperator());
    }

    /** Those of the operator for nodes. */
    private static List<AuditedRequest> requests() {
        return cluster.requests(Account.FIRST).stream()
                .filter(request -> request.resource().equals("nodes"))
                .toList();
    }

    private static List<AuditedRequest> of(List<AuditedRequest> requests, String verb) {
        return requests.stream().filter(request -> request.verb().equals(verb)).toList();
    }

    private static void report(String what, List<AuditedRequest> requests) {
        System.out.printf("%s:", what);
        List.of("list", "watch", "get", "patch")
                .forEach(verb -> System.out.printf(" %d %s", of(requests, verb).size(), verb));
        System.out.printf(" of nodes, %d requests in all%n", requests.size());
    }
}
