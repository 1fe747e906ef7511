// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.accepted;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionType.AVAILABLE;
import static io.ccmoperator.status.ConditionType.CLOUD_CONFIG_AVAILABLE;
import static io.ccmoperator.status.ConditionType.DEGRADED;
import static io.ccmoperator.status.ConditionType.PROGRESSING;
import static io.ccmoperator.status.ConditionType.TRUSTED_CA_AVAILABLE;
import static io.ccmoperator.status.ConditionType.UPGRADEABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.status.ConditionAssert;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster whose objects another operator has made, which ended without giving its lease back. */
@RequiresApiServer
@Tag("packaged")
@Tag("genuine")
class TakeoverIT {
    private static final String[] SHORT = {
        "--leader-elect-lease-duration=6s", "--leader-elect-renew-deadline=4s", "--leader-elect-retry-period=1s"
    };
    private static final String SINCE = "2026-01-01T00:00:00Z";
    private static final Set<String> OPERATORS_OWN = Set.of("Lease", "Secret", "ClusterOperator");
    private static final Set<String> NOT_WANTED = Set.of("kube-rbac-proxy", "azure-cloud-controller-manager-of-old");

    @TempDir
    Path folder;

    private OpenShiftCluster cluster;
    private List<KubernetesObject> before;

    @BeforeEach
    void leaveWhatTheOperatorBeforeHasMade(@TempDir Path data) throws IOException {
        cluster = OpenShiftCluster.start(data);
        cluster.infrastructure(
                "{platformSpec: {type: Azure}, cloudConfig: {name: cloud-provider-config, key: config}}",
                "platformStatus: {type: Azure, azure: {cloudName: AzurePublicCloud}}");
        KubernetesObject users = key("v1", "ConfigMap", "openshift-config", "cloud-provider-config");
        users.tree().put("data", Map.of("config", "{\"tenantId\":\"t\",\"location\":\"west\"}"));
        cluster.apply(users);
        for (KubernetesObject object : fixture()) {
            accepted(cluster.admin().create(object));
            if (object.kind().equals("ClusterOperator")) {
                accepted(cluster.admin().applyStatus(object));
            }
            cluster.edit(object, live -> labelled(live).put("theirs", "l"));
        }
        new Workloads(cluster.admin()).rollOut();
        before = fixture().stream().map(cluster::live).toList();
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void rollsOutEachWorkloadOnceAndLeavesAllElseAsAfterAnInstallation() throws IOException {
        try (OperatorUnderTest operator = start()) {
            awaitTakenOver(operator);
            List<AuditedRequest> first = cluster.requests(Account.FIRST);
            assertThat(first.stream().filter(AuditedRequest::hasWritten).findFirst())
                    .as("nothing is written before the lease of the previous operator has run out")
                    .hasValueSatisfying(write -> assertThat(write.toString())
                            .isEqualTo("update leases cluster-cloud-controller-manager-leader 200"));
            assertThat(first).noneMatch(request -> request.status() == 403);
            awaitRenewals(first.size());
            assertThat(operator.log()).doesNotContain("ERROR");
        }

        for (KubernetesObject old : before) {
            KubernetesObject live = cluster.live(old);
            assertThat(live.fields().string("metadata", "uid"))
                    .as(old.display())
                    .isEqualTo(old.fields().string("metadata", "uid"));
            assertThat(live.fields().map("metadata", "labels"))
                    .as(old.display())
                    .containsEntry("theirs", "l");
            if (old.isWorkload()) {
                assertThat(generation(live)).as(old.display()).isEqualTo(generation(old) + 1);
                assertThat(live.containers().toString()).contains("--tls-cert-file=/etc/serving-certificate/");
                assertThat(cluster.events("ResourceUpdateSuccess", old)).hasSizeLessThanOrEqualTo(1);
            }
            if (NOT_WANTED.contains(old.name()) || old.name().equals("cluster-cloud-config-sync-leader")) {
                assertThat(live.tree()).isEqualTo(old.tree());
            }
        }
        assertThat(unmanaged())
                .containsExactlyInAnyOrder(
                        "kube-rbac-proxy", "azure-cloud-controller-manager-of-old", "cloud-conf", "ccm-trusted-ca");

        Map<String, Object> takenOver = owned();
        cluster.clear();
        try (OperatorUnderTest operator = start()) {
            cluster.awaitAvailable();
            assertThat(operator.log()).doesNotContain("ERROR");
        }
        assertThat(takenOver).isEqualTo(owned());
    }

    @Test
    void keepsConditionsAndReportsNewRelease() throws IOException {
        try (OperatorUnderTest operator = start()) {
            await("progress")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThatCondition(cluster.clusterOperator(), PROGRESSING)
                            .isTrue()
                            .hasReason("SyncingResources")
                            .hasMessageStartingWith(
                                    "Progressing towards operator: " + OpenShiftCluster.VERSION + ": Rolling out "));
            KubernetesObject meanwhile = cluster.clusterOperator();
            assertThatCondition(meanwhile, AVAILABLE).isTrue().hasBeenSince(SINCE);
            assertThatCondition(meanwhile, DEGRADED).isFalse().hasBeenSince(SINCE);
            assertThat(meanwhile.fields().maps("status", "versions")).containsExactly(version("4.19.0"));

            awaitTakenOver(operator);
        }
        KubernetesObject live = cluster.clusterOperator();
        assertThatCondition(live, AVAILABLE)
                .isTrue()
                .hasBeenSince(SINCE)
                .hasMessage("Cluster Cloud Controller Manager Operator is available at " + OpenShiftCluster.VERSION);
        assertThatCondition(live, UPGRADEABLE).isTrue().hasBeenSince(SINCE);
        assertThatCondition(live, CLOUD_CONFIG_AVAILABLE).isTrue().hasBeenSince(SINCE);
        assertThatCondition(live, TRUSTED_CA_AVAILABLE).isTrue().hasBeenSince(SINCE);
        assertThat(ConditionAssert.types(live)).doesNotContain("CloudControllerOwner");
        assertThat(live.fields().maps("status", "versions")).containsExactly(version(OpenShiftCluster.VERSION));
        assertThat(live.fields().maps("status", "relatedObjects"))
                .extracting(reference -> reference.get("name"))
                .contains("azure-cloud-controller-manager", "azure-cloud-node-manager", "azure-cloud-provider")
                .doesNotContainAnyElementsOf(NOT_WANTED);
    }

    @Test
    void rollsOutOnceEachWayWhenPreviousOperatorReturns() throws IOException {
        List<KubernetesObject> workloads =
                before.stream().filter(KubernetesObject::isWorkload).toList();
        try (OperatorUnderTest operator = start()) {
            awaitTakenOver(operator);
        }
        // The previous operator writes its spec and its annotations, and keeps others.
        workloads.forEach(old -> cluster.edit(old, live -> {
            live.tree().put("spec", old.copy().fields().map("spec"));
            live.fields().map("metadata", "annotations").putAll(old.fields().map("metadata", "annotations"));
        }));
        new Workloads(cluster.admin()).rollOut();
        workloads.forEach(old -> assertThat(generation(cluster.live(old)))
                .as(old.display() + ", there and back")
                .isEqualTo(generation(old) + 2));

        try (OperatorUnderTest operator = start()) {
            await("another rollout")
                    .atMost(PATIENCE)
                    .until(() ->
                            workloads.stream().allMatch(old -> generation(cluster.live(old)) > generation(old) + 2));
            awaitTakenOver(operator);
        }

        workloads.forEach(old -> assertThat(generation(cluster.live(old)))
                .as(old.display() + ", taken over again")
                .isEqualTo(generation(old) + 3));
    }

    private OperatorUnderTest start() throws IOException {
        Path system = Files.writeString(folder.resolve("system.pem"), Certificates.pem("ca-5"));
        return OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                List.of("*"),
                cluster.kubeconfig(Account.FIRST),
                Images.of(folder, "1").flag(),
                "--system-trust-bundle=" + system,
                SHORT[0],
                SHORT[1],
                SHORT[2]);
    }

    private void awaitTakenOver(OperatorUnderTest operator) {
        await("the new release").atMost(PATIENCE).untilAsserted(() -> {
            new Workloads(cluster.admin()).rollOut();
            assertThat(cluster.clusterOperator().fields().maps("status", "versions"))
                    .as(operator.log())
                    .containsExactly(version(OpenShiftCluster.VERSION));
        });
        cluster.awaitAvailable();
    }

    /** Long enough to see that all is quiet. */
    private void awaitRenewals(int seen) {
        await("five renewals of the Lease")
                .atMost(PATIENCE)
                .until(() -> cluster.requests(Account.FIRST).stream()
                                .skip(seen)
                                .filter(request -> request.resource().equals("leases") && request.hasWritten())
                                .count()
                        >= 5);
        assertThat(cluster.requests(Account.FIRST).stream()
                        .skip(seen)
                        .filter(request ->
                                request.isWrite() && !Set.of("leases", "events").contains(request.resource())))
                .isEmpty();
    }

    /** Names of the objects that the operator would never delete. */
    private List<String> unmanaged() {
        return before.stream()
                .filter(old -> !OPERATORS_OWN.contains(old.kind()))
                .filter(old -> !"ccm-operator"
                        .equals(cluster.live(old)
                                .fields()
                                .map("metadata", "labels")
                                .get("app.kubernetes.io/managed-by")))
                .map(KubernetesObject::name)
                .toList();
    }

    /** The desired fields of the objects, without those of the server and of other clients. */
    private Map<String, Object> owned() {
        return before.stream()
                .filter(old -> !OPERATORS_OWN.contains(old.kind()) && !NOT_WANTED.contains(old.name()))
                .map(cluster::live)
                .collect(Collectors.toMap(KubernetesObject::display, content(), (a, b) -> b, TreeMap::new));
    }

    private static Function<KubernetesObject, Object> content() {
        return live -> {
            Map<String, Object> content = new TreeMap<>(live.tree());
            content.remove("metadata");
            content.remove("status");
            if (live.kind().equals("Service")) {
                Map<String, Object> spec = new TreeMap<>(live.fields().map("spec"));
                spec.keySet().removeAll(Set.of("clusterIP", "clusterIPs"));
                content.put("spec", spec);
            }
            return content;
        };
    }

    private static Map<String, Object> version(String version) {
        return Map.of("name", "operator", "version", version);
    }

    private static long generation(KubernetesObject live) {
        return (Long) live.fields().at("metadata", "generation");
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> labelled(KubernetesObject live) {
        return (Map<String, Object>) live.fields().map("metadata").computeIfAbsent("labels", key -> new TreeMap<>());
    }

    private static List<KubernetesObject> fixture() {
        try (InputStream stream = TakeoverIT.class.getResourceAsStream("/takeover/azure.yaml")) {
            return YamlReader.read(stream.readAllBytes()).stream()
                    .map(document -> new KubernetesObject(document.map().orElseThrow()))
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
