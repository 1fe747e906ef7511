// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode.mock;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ApiServerDispatcherTest extends ApiServerScene {
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

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
    void rejectsObjectThatExistsOrHasNoName() {
        create(2);

        assertRejected(() -> create(2), 409, "AlreadyExists", "deployments.apps \"aws\" already exists");
        assertRejected(
                () -> client.raw("/api/v1/namespaces/cloud/configmaps", "POST", Map.of("kind", "ConfigMap")),
                422,
                "Invalid",
                "");
    }

    @Test
    void raisesGenerationForChangesOfSpecAndOfAnnotationsOfDeployment() {
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
        Deployment annotated = client.resource(live())
                .edit(d -> new DeploymentBuilder(d)
                        .editMetadata()
                        .addToAnnotations("a", "b")
                        .endMetadata()
                        .build());

        assertThat(annotated.getMetadata().getGeneration()).isEqualTo(3);
        assertThat(labelled.getMetadata().getGeneration()).isEqualTo(1);
        assertThat(reported.getMetadata().getGeneration()).isEqualTo(1);
        assertThat(scaled.getMetadata().getGeneration()).isEqualTo(2);
        assertThat(scaled.getStatus().getReplicas()).isEqualTo(2);
        assertThat(scaled.getMetadata().getUid())
                .isEqualTo(labelled.getMetadata().getUid());
    }

    @Test
    void rejectsAnotherSelectorOfWorkload() {
        create(2);

        assertRejected(
                () -> client.resource(live())
                        .edit(d -> new DeploymentBuilder(d)
                                .editSpec()
                                .withNewSelector()
                                .addToMatchLabels("a", "b")
                                .endSelector()
                                .endSpec()
                                .build()),
                422,
                "Invalid",
                "spec.selector: field is immutable");
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
    void answersReviewsWithoutStoringThem() {
        assertThat(review("authentication.k8s.io", "tokenreviews", Map.of("token", "any")))
                .containsEntry("authenticated", true)
                .containsKey("user");
        assertThat(review("authorization.k8s.io", "subjectaccessreviews", Map.of("user", "development")))
                .containsEntry("allowed", true);
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
}
