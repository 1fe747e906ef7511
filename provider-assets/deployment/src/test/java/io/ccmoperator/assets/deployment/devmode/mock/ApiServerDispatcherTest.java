/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.devmode.mock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ApiServerDispatcherTest {
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    private InMemoryApiServer server;
    private KubernetesClient client;

    @BeforeEach
    void start() {
        server = InMemoryApiServer.start(new ApiServerDispatcher(
                review -> review.fields().string("spec", "token").equals("known")
                        || review.fields().string("spec", "user").equals("reader")));
        client = server.server().createClient();
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("cloud")
                        .endMetadata()
                        .build())
                .create();
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void createsObjectWithServerMetadataAndWithoutStatus() {
        Deployment created = client.resource(new DeploymentBuilder(deployment(2))
                        .withNewStatus()
                        .withReplicas(2)
                        .endStatus()
                        .build())
                .create();

        assertThat(created.getMetadata().getUid()).hasSize(36);
        assertThat(created.getMetadata().getCreationTimestamp()).endsWith("Z");
        assertThat(created.getMetadata().getGeneration()).isEqualTo(1);
        assertThat(created.getMetadata().getResourceVersion()).isNotEmpty();
        assertThat(created.getStatus()).isNull();
        assertThat(live()).isEqualTo(created);
    }

    @Test
    void rejectsObjectThatExistsOrHasNoNamespaceOrNoName() {
        create(2);

        assertRejected(() -> create(2), 409, "AlreadyExists", "deployments.apps \"aws\" already exists");
        assertRejected(
                () -> client.resource(configMap("none", "a", "1")).create(),
                404,
                "NotFound",
                "namespaces \"none\" not found");
        assertRejected(
                () -> client.raw("/api/v1/namespaces/cloud/configmaps", "POST", Map.of("kind", "ConfigMap")),
                422,
                "Invalid",
                "");
    }

    @Test
    void raisesGenerationForChangesOfSpecOnly() {
        create(2);

        Deployment labelled = client.resource(live())
                .edit(d -> new DeploymentBuilder(d)
                        .editMetadata()
                        .addToLabels("a", "b")
                        .endMetadata()
                        .build());
        Deployment reported =
                client.resource(live()).subresource("status").patch(MERGE, "{\"status\":{\"replicas\":2}}");
        Deployment scaled = client.resource(deployment(3)).update();

        assertThat(labelled.getMetadata().getGeneration()).isEqualTo(1);
        assertThat(reported.getMetadata().getGeneration()).isEqualTo(1);
        assertThat(scaled.getMetadata().getGeneration()).isEqualTo(2);
        assertThat(scaled.getStatus().getReplicas()).isEqualTo(2);
        assertThat(scaled.getMetadata().getUid())
                .isEqualTo(labelled.getMetadata().getUid());
    }

    @Test
    void rejectsWritesOfOldVersion() {
        Deployment first = create(2);
        client.resource(first).subresource("status").patch(MERGE, "{\"status\":{\"replicas\":1}}");

        assertRejected(() -> client.resource(first).update(), 409, "Conflict", "has been modified");
        assertRejected(
                () -> client.resource(first)
                        .subresource("status")
                        .patch(MERGE, "{\"metadata\":{\"resourceVersion\":\"1\"},\"status\":{}}"),
                409,
                "Conflict",
                "has been modified");
        assertRejected(
                () -> client.resource(first).subresource("status").update(), 409, "Conflict", "has been modified");
    }

    @Test
    void keepsVersionWhenWriteChangesNothing() throws InterruptedException {
        Deployment first = create(2);
        BlockingQueue<String> events = new LinkedBlockingQueue<>();
        client.apps().deployments().inNamespace("cloud").watch(recording(events));
        assertThat(next(events)).startsWith("ADDED aws");

        Deployment again = client.resource(first).update();
        client.resource(again).delete();

        assertThat(again).isEqualTo(first);
        assertThat(next(events)).startsWith("DELETED aws");
    }

    @Test
    void judgesDryRunsAndStoresNothing() {
        Deployment first = create(2);
        ConfigMap other = configMap("cloud", "other", "1");

        Deployment scaled = client.resource(deployment(9)).dryRun().update();
        ConfigMap created = client.resource(other).dryRun().create();

        assertThat(scaled.getSpec().getReplicas()).isEqualTo(9);
        assertThat(scaled.getMetadata().getGeneration()).isEqualTo(2);
        assertThat(scaled.getMetadata().getUid()).isEqualTo(first.getMetadata().getUid());
        assertThat(created.getMetadata().getUid()).isNotEmpty();
        assertThat(live()).isEqualTo(first);
        assertThat(client.resource(other).get()).isNull();
    }

    @Test
    void rejectsDryRunsLikeWrites() {
        Deployment first = create(2);
        create(first, 3);

        assertRejected(() -> client.resource(first).dryRun().update(), 409, "Conflict", "has been modified");
        assertRejected(() -> client.resource(deployment(1)).dryRun().create(), 409, "AlreadyExists", "aws");
        assertRejected(
                () -> client.resource(configMap("cloud", "none", "1")).dryRun().update(),
                404,
                "NotFound",
                "configmaps \"none\" not found");
    }

    @Test
    void mergesStatusAndRemovesNulls() {
        Resource<GenericKubernetesResource> operator = clusterOperator();
        operator.create();
        operator.subresource("status").patch(MERGE, "{\"status\":{\"a\":{\"b\":1,\"c\":2},\"d\":[1,2]}}");

        GenericKubernetesResource patched = operator.subresource("status")
                .patch(MERGE, "{\"spec\":{\"x\":1},\"status\":{\"a\":{\"b\":null,\"e\":3},\"d\":[3]}}");

        assertThat(patched.<Object>get("status")).isEqualTo(Map.of("a", Map.of("c", 2, "e", 3), "d", List.of(3)));
        assertThat(patched.<Object>get("spec")).isEqualTo(Map.of());
        assertThat(patched.getMetadata().getNamespace()).isNull();
    }

    @Test
    void rejectsOtherKindsOfPatch() {
        create(2);

        assertRejected(
                () -> client.resource(deployment(2)).serverSideApply(),
                415,
                "UnsupportedMediaType",
                "application/apply-patch+yaml");
    }

    @Test
    void deletesObjectOfGivenUidOnly() {
        Deployment first = create(2);
        String path = "/apis/apps/v1/namespaces/cloud/deployments/aws";

        assertRejected(
                () -> client.raw(path, "DELETE", Map.of("preconditions", Map.of("uid", "another"))),
                409,
                "Conflict",
                "UID");
        client.raw(
                path,
                "DELETE",
                Map.of("preconditions", Map.of("uid", first.getMetadata().getUid())));

        assertThat(live()).isNull();
        assertRejected(() -> client.raw(path, "DELETE", Map.of()), 404, "NotFound", "deployments.apps \"aws\"");
    }

    @Test
    void watchesOneObjectByNameWithGrowingVersions() throws InterruptedException {
        String name = "system:role";
        BlockingQueue<String> events = new LinkedBlockingQueue<>();
        client.resource(new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
        client.rbac().clusterRoles().withField("metadata.name", name).watch(recording(events));
        List<String> seen = new ArrayList<>(List.of(next(events)));

        client.resource(new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName("other")
                        .endMetadata()
                        .build())
                .create();
        client.rbac()
                .clusterRoles()
                .withName(name)
                .edit(role -> new ClusterRoleBuilder(role)
                        .addNewRule()
                        .withVerbs("get")
                        .endRule()
                        .build());
        client.rbac().clusterRoles().withName(name).delete();

        seen.add(next(events));
        seen.add(next(events));
        assertThat(seen)
                .extracting(event -> event.substring(0, event.lastIndexOf(' ')))
                .containsExactly("ADDED system:role", "MODIFIED system:role", "DELETED system:role");
        assertThat(seen)
                .extracting(event -> Long.valueOf(event.substring(event.lastIndexOf(' ') + 1)))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void listsObjectsByNamespaceAndName() {
        client.resource(configMap("cloud", "one", "a")).create();
        client.resource(configMap("cloud", "two", "b")).create();
        client.resource(configMap("default", "one", "c")).create();

        assertThat(client.configMaps().inNamespace("cloud").list().getItems()).hasSize(2);
        assertThat(client.configMaps().inAnyNamespace().list().getItems()).hasSize(3);
        assertThat(client.configMaps()
                        .inNamespace("cloud")
                        .withField("metadata.name", "two")
                        .list(new ListOptionsBuilder().withLimit(1L).build())
                        .getItems())
                .singleElement()
                .satisfies(map -> assertThat(map.getData()).containsEntry("key", "b"));
        assertRejected(() -> client.configMaps().withField("type", "x").list(), 400, "BadRequest", "field selector");
    }

    @Test
    void rejectsWatchListsAndWatchesWithoutWebSocket() {
        assertThatThrownBy(() -> client.configMaps()
                        .inNamespace("cloud")
                        .watch(
                                new ListOptionsBuilder()
                                        .withSendInitialEvents(true)
                                        .build(),
                                recording(new LinkedBlockingQueue<>())))
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        e -> assertThat(e.getCode()).isEqualTo(422));
        assertRejected(() -> client.raw("/api/v1/configmaps?watch=true"), 400, "BadRequest", "WebSocket");
    }

    @Test
    void rejectsWatchThatWouldMissDeletion() {
        ConfigMap map = client.resource(configMap("cloud", "one", "a")).create();
        String version = map.getMetadata().getResourceVersion();
        client.resource(map).delete();

        watchSince(version, "default");
        assertThatThrownBy(() -> watchSince(version, "cloud"))
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        e -> assertThat(e.getCode()).isEqualTo(410));
    }

    private void watchSince(String version, String namespace) {
        ListOptions since =
                new ListOptionsBuilder().withResourceVersion(version).build();
        client.configMaps().inNamespace(namespace).watch(since, recording(new LinkedBlockingQueue<>()));
    }

    @Test
    void rejectsPathsThatAreNotOfObjects() {
        assertRejected(() -> client.raw("/healthz", "GET", null), 404, "NotFound", "path /healthz");
        assertRejected(
                () -> client.raw("/api/v1/namespaces/cloud/configmaps", "PUT", Map.of("kind", "ConfigMap")),
                405,
                "MethodNotAllowed",
                "PUT");
    }

    @Test
    void answersReviewsWithoutStoringThem() {
        assertThat(review("authentication.k8s.io", "tokenreviews", Map.of("token", "known")))
                .containsEntry("authenticated", true);
        assertThat(review("authentication.k8s.io", "tokenreviews", Map.of("token", "other")))
                .containsEntry("authenticated", false);
        assertThat(review("authorization.k8s.io", "subjectaccessreviews", Map.of("user", "reader")))
                .containsEntry("allowed", true);
        assertThat(review("authorization.k8s.io", "selfsubjectaccessreviews", Map.of()))
                .containsEntry("allowed", false);
        assertThat(review("authentication.k8s.io", "selfsubjectreviews", Map.of()))
                .containsKey("userInfo");
    }

    @Test
    void fillsDefaultsOfServicesAndPolicies() {
        Map<?, ?> service = raw(
                "/api/v1/namespaces/cloud/services",
                "{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {ports: [{port: 80}]}}");
        Map<?, ?> policy = raw(
                "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
                "{kind: ValidatingAdmissionPolicy, apiVersion: admissionregistration.k8s.io/v1, metadata: {name: p},"
                        + " spec: {matchConstraints: {resourceRules: [{operations: [CREATE]}]}}}");

        assertThat(service.get("spec"))
                .isEqualTo(Map.of(
                        "type",
                        "ClusterIP",
                        "ports",
                        List.of(Map.of("port", 80, "protocol", "TCP", "targetPort", 80))));
        assertThat(policy.get("spec")).asString().contains("failurePolicy=Fail", "scope=*");
    }

    private Map<?, ?> raw(String path, String yaml) {
        KubernetesSerialization serialization = client.getKubernetesSerialization();
        return serialization.unmarshal(
                client.raw(path, "POST", serialization.unmarshal("---\n" + yaml, Map.class)), Map.class);
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> review(String group, String resource, Map<String, Object> spec) {
        String answer = client.raw(
                "/apis/" + group + "/v1/" + resource,
                "POST",
                Map.of("apiVersion", group + "/v1", "kind", "Review", "spec", spec));
        return (Map<String, Object>)
                client.getKubernetesSerialization().unmarshal(answer, Map.class).get("status");
    }

    private Deployment create(int replicas) {
        return client.resource(deployment(replicas)).create();
    }

    private void create(Deployment live, int replicas) {
        client.resource(new DeploymentBuilder(live)
                        .editSpec()
                        .withReplicas(replicas)
                        .endSpec()
                        .build())
                .update();
    }

    private Deployment live() {
        return client.apps().deployments().inNamespace("cloud").withName("aws").get();
    }

    private static Deployment deployment(int replicas) {
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName("aws")
                .withNamespace("cloud")
                .endMetadata()
                .withNewSpec()
                .withReplicas(replicas)
                .endSpec()
                .build();
    }

    private static ConfigMap configMap(String namespace, String name, String value) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace)
                .endMetadata()
                .withData(Map.of("key", value))
                .build();
    }

    private Resource<GenericKubernetesResource> clusterOperator() {
        ResourceDefinitionContext kind = new ResourceDefinitionContext.Builder()
                .withGroup("config.openshift.io")
                .withVersion("v1")
                .withKind("ClusterOperator")
                .withPlural("clusteroperators")
                .withNamespaced(false)
                .build();
        return client.genericKubernetesResources(kind)
                .resource(client.getKubernetesSerialization().unmarshal("""
                apiVersion: config.openshift.io/v1
                kind: ClusterOperator
                metadata: {name: cloud-controller-manager}
                spec: {}
                """, GenericKubernetesResource.class));
    }

    private static String next(BlockingQueue<String> events) throws InterruptedException {
        return events.poll(10, TimeUnit.SECONDS);
    }

    private static <T extends HasMetadata> Watcher<T> recording(BlockingQueue<String> events) {
        return new Watcher<>() {
            @Override
            public void eventReceived(Action action, T object) {
                events.add(action + " " + object.getMetadata().getName() + " "
                        + object.getMetadata().getResourceVersion());
            }

            @Override
            public void onClose(WatcherException cause) {
                events.add("CLOSED " + cause.getMessage());
            }
        };
    }

    private static void assertRejected(ThrowingCallable request, int code, String reason, String words) {
        assertThatThrownBy(request).isInstanceOfSatisfying(KubernetesClientException.class, e -> {
            assertThat(e.getCode()).isEqualTo(code);
            assertThat(e.getStatus().getReason()).isEqualTo(reason);
            assertThat(e.getStatus().getMessage()).contains(words);
        });
    }
}
