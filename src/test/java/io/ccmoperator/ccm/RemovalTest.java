// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.ControllerScene.MANAGED;
import static io.ccmoperator.ControllerScene.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.ControllerScene;
import io.ccmoperator.SourceProviders;
import io.ccmoperator.apply.ApplyRecorder;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ClusterObjects;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.status.ReconcileResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of a cloud controller manager whose CloudControllerManager is deleted. */
class RemovalTest {
    private static final ObjectKey POLICY = ObjectKey.ofCluster(ResourceKind.VALIDATING_ADMISSION_POLICY, "policy");
    private static final ObjectKey ACCOUNT = new ObjectKey(ResourceKind.SERVICE_ACCOUNT, MANAGED, "account");
    private static final ObjectKey DEPLOYMENT = new ObjectKey(ResourceKind.DEPLOYMENT, MANAGED, "ccm");
    private static final List<ObjectKey> APPLIED = List.of(POLICY, ACCOUNT, DEPLOYMENT);

    private static final String OWNED =
            "{apiVersion: %s, kind: %s, metadata: {namespace: '%s', name: %s, labels: {app.kubernetes.io/managed-by: ccm-operator}}, spec: {}}";

    private final ControllerScene scene = new ControllerScene();
    private SourceProviders providers;
    private Removal removal;

    @BeforeEach
    void apply() {
        providers = SourceProviders.open();
        removal = new Removal(scene.server, new ApplyRecorder(scene.events), ProviderIndex.load(), MANAGED);
        APPLIED.forEach(this::putOwned);
        putOwned(configMap(MANAGED, "cloud-conf"));
        putOwned(configMap(MANAGED, "ccm-trusted-ca"));
    }

    @AfterEach
    void close() {
        providers.close();
    }

    private void putOwned(ObjectKey key) {
        scene.put(OWNED, key.kind().apiVersion(), key.kind().kind(), key.namespace(), "'" + key.name() + "'");
    }

    private void forbid(Predicate<String> requests) {
        scene.server.beforeRequest(request -> {
            if (requests.test(request)) {
                throw new ApiException(403, request + ": User u cannot", null);
            }
        });
    }

    private KubernetesObject manager() {
        return removal.hold(scene.put("""
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster, finalizers: [example.com/other]}
                spec: {cluster: {provider: aws, name: a}}
                """));
    }

    @Test
    void removesNothingOfUnmanagedObject() {
        KubernetesObject manager = manager();
        manager.fields().map("spec").put("managementState", "Unmanaged");
        scene.writes();

        assertThat(removal.run(manager, APPLIED)).isEqualTo(ReconcileResult.converged());

        assertThat(scene.writes()).containsExactly("PUT " + ClusterObjects.CLOUD_CONTROLLER_MANAGER);
        assertThat(finalizers()).isEqualTo(List.of("example.com/other"));
    }

    private List<?> finalizers() {
        return scene.server
                .stored(ClusterObjects.CLOUD_CONTROLLER_MANAGER)
                .fields()
                .list("metadata", "finalizers");
    }

    /** The account belongs to whoever has installed the operator. */
    @Test
    void takesAnnotationsOfAccountsBack() {
        scene.put(
                "{apiVersion: v1, kind: ServiceAccount, metadata: {namespace: %s, name: cloud-controller-manager,"
                        + " annotations: {example.com/role: r, mine: m}}}",
                MANAGED);
        KubernetesObject manager = manager();
        manager.fields()
                .map("spec")
                .put(
                        "controllerManager",
                        Map.of("serviceAccount", Map.of("annotations", Map.of("example.com/role", "r"))));

        removal.run(manager, APPLIED);

        assertThat(scene.server
                        .stored(new ObjectKey(ResourceKind.SERVICE_ACCOUNT, MANAGED, "cloud-controller-manager"))
                        .fields()
                        .map("metadata", "annotations"))
                .isEqualTo(Map.of("mine", "m"));
    }

    @Test
    void deletesPoliciesFirstThenLastObjectsFirstThenConfiguration() {
        KubernetesObject manager = manager();
        scene.writes();

        ReconcileResult result = removal.run(manager, APPLIED);

        assertThat(result).isInstanceOf(ReconcileResult.Progressing.class);
        assertThat(scene.writes())
                .containsExactly(
                        "DELETE " + POLICY,
                        "DELETE " + DEPLOYMENT,
                        "DELETE " + ACCOUNT,
                        "DELETE " + configMap(MANAGED, "cloud-conf"),
                        "DELETE " + configMap(MANAGED, "ccm-trusted-ca"));
    }

    /** Of both kinds: the configuration may have been in either, and the process may have ended before it wrote the record. */
    @Test
    void deletesCopiesAfterAllThatMayMountThem() {
        ObjectKey recorded = configMap(MANAGED, "cloud-conf-b");
        ObjectKey unrecorded = new ObjectKey(ResourceKind.SECRET, MANAGED, "cloud-conf-a");
        List.of(recorded, unrecorded).forEach(this::putOwned);
        List<ObjectKey> applied = new ArrayList<>(APPLIED);
        applied.add(recorded);
        KubernetesObject manager = manager();
        forbid(request -> request.equals("GET " + ACCOUNT));
        scene.writes();

        removal.run(manager, applied);

        assertThat(scene.writes()).containsExactly("DELETE " + POLICY, "DELETE " + DEPLOYMENT);

        scene.server.beforeRequest(request -> {});
        removal.run(manager, applied);

        assertThat(scene.writes())
                .containsExactly(
                        "DELETE " + ACCOUNT,
                        "DELETE " + recorded,
                        "DELETE " + unrecorded,
                        "DELETE " + configMap(MANAGED, "cloud-conf"),
                        "DELETE " + configMap(MANAGED, "ccm-trusted-ca"));
    }

    @Test
    void letsObjectGoWhenNothingIsLeft() {
        KubernetesObject manager = manager();
        removal.run(manager, APPLIED);
        assertThat(finalizers()).hasSize(2);

        assertThat(removal.run(manager, APPLIED)).isEqualTo(ReconcileResult.converged());

        assertThat(finalizers()).isEqualTo(List.of("example.com/other"));
    }

    @Test
    void keepsObjectWhileSomethingCannotBeDeleted() {
        KubernetesObject manager = manager();
        scene.server.beforeRequest(request -> {
            if (request.equals("DELETE " + ACCOUNT)) {
                throw new ApiException(500, "not now", null);
            }
        });

        ReconcileResult result = removal.run(manager, APPLIED);

        assertThat(result).isEqualTo(ReconcileResult.transientFailure("not now"));
        assertThat(finalizers()).hasSize(2);
        assertThat(scene.server.live(DEPLOYMENT)).isEmpty();
    }

    @Test
    void leavesObjectsOfOthersAlone() {
        ObjectKey other = new ObjectKey(ResourceKind.SERVICE_ACCOUNT, MANAGED, "other");
        scene.put("{apiVersion: v1, kind: ServiceAccount, metadata: {namespace: %s, name: other}}", MANAGED);
        KubernetesObject manager = manager();

        removal.run(manager, List.of(other, DEPLOYMENT));

        assertThat(scene.server.live(other)).isPresent();
        assertThat(scene.server.live(DEPLOYMENT)).isEmpty();
    }

    /** As a process leaves them that ends before its first write of the status. */
    @Test
    void deletesObjectsOfProviderThatAreNotOnRecord() {
        List<ObjectKey> made = List.of(
                new ObjectKey(ResourceKind.SERVICE, MANAGED, "aws-cloud-controller-manager"),
                new ObjectKey(ResourceKind.POD_DISRUPTION_BUDGET, MANAGED, "aws-cloud-controller-manager"),
                new ObjectKey(ResourceKind.DEPLOYMENT, MANAGED, "aws-cloud-controller-manager"),
                ObjectKey.ofCluster(
                        ResourceKind.VALIDATING_ADMISSION_POLICY, "cloud-controller-manager-cloud-provider-aws"));
        made.forEach(this::putOwned);
        KubernetesObject manager = manager();
        scene.writes();

        removal.run(manager, List.of());

        assertThat(scene.writes())
                .startsWith("DELETE " + made.get(3))
                .contains("DELETE " + made.get(0), "DELETE " + made.get(1), "DELETE " + made.get(2));
        assertThat(scene.server.live(DEPLOYMENT)).as("of no provider").isPresent();
        assertThat(removal.run(manager, List.of())).isEqualTo(ReconcileResult.converged());
    }

    @Test
    void keepsObjectAndNamesWhatMayNotBeRead() {
        KubernetesObject manager = manager();
        forbid(request -> request.equals("GET " + ACCOUNT) || request.equals("GET " + POLICY));

        ReconcileResult result = removal.run(manager, APPLIED);

        assertThat(result)
                .isEqualTo(ReconcileResult.transientFailure(
                        "grant the permissions to get and to delete what may be left: " + POLICY + ", " + ACCOUNT));
        assertThat(removal.run(manager, APPLIED)).isEqualTo(result);
        assertThat(finalizers()).hasSize(2);
        assertThat(scene.server.live(configMap(MANAGED, "cloud-conf")))
                .as("the configuration of what may still run")
                .isPresent();
    }

    @Test
    void keepsObjectWhileConfigurationMayNotBeDeleted() {
        KubernetesObject manager = manager();
        forbid(request -> request.equals("DELETE " + configMap(MANAGED, "cloud-conf")));

        ReconcileResult expected = ReconcileResult.transientFailure(
                "grant the permissions to get and to delete what may be left: %1$s (DELETE %1$s: User u cannot)"
                        .formatted(configMap(MANAGED, "cloud-conf")));
        assertThat(removal.run(manager, APPLIED)).isEqualTo(expected);
        assertThat(removal.run(manager, APPLIED)).isEqualTo(expected);

        assertThat(finalizers()).hasSize(2);
    }

    @Test
    void leavesConfigurationOfUsersAlone() {
        ObjectKey secret = new ObjectKey(ResourceKind.SECRET, MANAGED, "cloud-conf");
        scene.put("{apiVersion: v1, kind: Secret, metadata: {namespace: %s, name: cloud-conf}}", MANAGED);
        KubernetesObject manager = manager();

        removal.run(manager, APPLIED);

        assertThat(scene.server.live(secret)).isPresent();
        assertThat(scene.server.live(configMap(MANAGED, "cloud-conf"))).isEmpty();
        assertThat(removal.run(manager, APPLIED)).isEqualTo(ReconcileResult.converged());
    }

    @Test
    void deletesConfigurationInNamespaceOfWorkloadsOnRecord() {
        ObjectKey secret = new ObjectKey(ResourceKind.SECRET, "other", "cloud-conf");
        putOwned(secret);

        removal.run(manager(), List.of(new ObjectKey(ResourceKind.DEPLOYMENT, "other", "ccm")));

        assertThat(scene.server.live(secret)).isEmpty();
        assertThat(scene.server.live(configMap(MANAGED, "cloud-conf"))).isEmpty();
    }

    @Test
    void doesNothingForObjectThatItDoesNotKeep() {
        KubernetesObject manager = scene.put("""
                {apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster}}""");
        scene.writes();

        assertThat(removal.run(manager, APPLIED)).isEqualTo(ReconcileResult.converged());

        assertThat(scene.writes()).isEmpty();
    }
}
