/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.devmode.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.assets.tree.YamlReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ObjectStoreTest {
    private static final ResourcePath WORKLOADS = path("/apis/apps/v1/namespaces/cloud/deployments");
    private static final ResourcePath AWS = path("/apis/apps/v1/namespaces/cloud/deployments/aws");

    private final ObjectStore store = new ObjectStore();

    @BeforeEach
    void createNamespace() {
        store.create(path("/api/v1/namespaces"), manifest("{kind: Namespace, metadata: {name: cloud}}"), false);
    }

    @Test
    void aNewObjectHasWhatTheServerKnowsOfItAndNoStatusYet() {
        Manifest created = store.create(
                WORKLOADS,
                manifest("{kind: Deployment, metadata: {name: aws}, spec: {}, status: {replicas: 2}}"),
                false);

        assertThat(created.namespace()).isEqualTo("cloud");
        assertThat(created.text("metadata", "uid")).hasSize(36);
        assertThat(created.text("metadata", "creationTimestamp")).endsWith("Z");
        assertThat(created.at("metadata", "generation")).isEqualTo(1L);
        assertThat(created.text("metadata", "resourceVersion")).isEqualTo(store.version());
        assertThat(created.at("status")).isNull();
        assertThat(store.get(AWS)).isEqualTo(created);
    }

    @Test
    void anObjectThatIsThereAlreadyIsAConflict() {
        createAws();

        assertRefused(this::createAws, 409, "deployments.apps \"aws\" already exists");
    }

    @Test
    void anObjectNeedsItsNamespaceAndAName() {
        assertRefused(
                () -> store.create(path("/api/v1/namespaces/none/secrets"), manifest("{metadata: {name: a}}"), false),
                404,
                "namespaces \"none\" not found");
        assertRefused(() -> store.create(WORKLOADS, manifest("{metadata: {}}"), false), 422, "metadata.name");
    }

    @Test
    void theGenerationFollowsTheSpecAlone() {
        createAws();

        Manifest labelled = store.replace(
                AWS, manifest("{kind: Deployment, metadata: {name: aws, labels: {a: b}}, spec: {replicas: 2}}"), false);
        Manifest told = store.patchStatus(AWS, manifest("{status: {replicas: 2}}"), false);
        Manifest scaled = store.replace(
                AWS, manifest("{kind: Deployment, metadata: {name: aws}, spec: {replicas: 3}, status: {}}"), false);

        assertThat(labelled.at("metadata", "generation")).isEqualTo(1L);
        assertThat(told.at("metadata", "generation")).isEqualTo(1L);
        assertThat(scaled.at("metadata", "generation")).isEqualTo(2L);
        assertThat(scaled.at("status", "replicas")).isEqualTo(2L);
        assertThat(scaled.text("metadata", "uid")).isEqualTo(labelled.text("metadata", "uid"));
    }

    @Test
    void aWriteOfAnOldVersionIsAConflict() {
        Manifest first = createAws();
        store.patchStatus(AWS, manifest("{status: {replicas: 1}}"), false);

        assertRefused(() -> store.replace(AWS, first, false), 409, "has been modified");
        assertRefused(
                () -> store.patchStatus(AWS, manifest("{metadata: {resourceVersion: '1'}, status: {}}"), false),
                409,
                "has been modified");
    }

    @Test
    void aWriteThatChangesNothingIsNone() {
        Manifest first = createAws();

        Manifest again = store.replace(AWS, first, false);

        assertThat(again).isEqualTo(first);
        assertThat(store.version()).isEqualTo(first.text("metadata", "resourceVersion"));
    }

    @Test
    void aDryRunAnswersAndKeepsNothing() {
        Manifest first = createAws();
        String version = store.version();

        Manifest answer =
                store.replace(AWS, manifest("{kind: Deployment, metadata: {name: aws}, spec: {replicas: 9}}"), true);
        store.create(WORKLOADS, manifest("{kind: Deployment, metadata: {name: other}, spec: {}}"), true);

        assertThat(answer.at("spec", "replicas")).isEqualTo(9L);
        assertThat(answer.at("metadata", "generation")).isEqualTo(2L);
        assertThat(store.list(WORKLOADS)).containsExactly(first);
        assertThat(store.version()).isEqualTo(version);
    }

    @Test
    void aPatchOfTheStatusMergesAndNullRemoves() {
        createAws();
        store.patchStatus(AWS, manifest("{status: {a: {b: 1, c: 2}, d: [1]}}"), false);

        Manifest patched =
                store.patchStatus(AWS, manifest("{spec: {x: 1}, status: {a: {b: null, e: 3}, d: [2]}}"), false);

        assertThat(patched.map("status"))
                .isEqualTo(manifest("{a: {c: 2, e: 3}, d: [2]}").tree());
        assertThat(patched.at("spec", "x")).isNull();
    }

    @Test
    void anObjectOfAnotherUidIsNotDeleted() {
        Manifest first = createAws();

        assertRefused(() -> store.delete(AWS, "another"), 409, "UID");
        store.delete(AWS, first.text("metadata", "uid"));

        assertRefused(() -> store.get(AWS), 404, "deployments.apps \"aws\" not found");
    }

    @Test
    void listenersHearOfEachChangeOnceInItsOrder() {
        List<String> heard = new ArrayList<>();
        store.watch(event -> heard.add(event.type() + " " + event.object().text("metadata", "resourceVersion")));

        createAws();
        store.patchStatus(AWS, manifest("{status: {replicas: 1}}"), false);
        store.delete(AWS, "");

        assertThat(heard).containsExactly("ADDED 2", "MODIFIED 3", "DELETED 4");
    }

    @Test
    void servicesBindingsAndPoliciesGetTheDefaultsOfAServer() {
        Manifest service = store.create(
                path("/api/v1/namespaces/cloud/services"),
                manifest("{kind: Service, metadata: {name: a}, spec: {ports: [{port: 80}]}}"),
                false);
        Manifest policy = store.create(
                path("/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies"),
                manifest("{kind: ValidatingAdmissionPolicy, metadata: {name: p},"
                        + " spec: {matchConstraints: {resourceRules: [{operations: [CREATE]}]}}}"),
                false);

        assertThat(service.text("spec", "type")).isEqualTo("ClusterIP");
        assertThat(service.maps("spec", "ports").get(0))
                .containsEntry("protocol", "TCP")
                .containsEntry("targetPort", 80L);
        assertThat(policy.text("spec", "failurePolicy")).isEqualTo("Fail");
        assertThat(policy.maps("spec", "matchConstraints", "resourceRules").get(0))
                .containsEntry("scope", "*");
    }

    private Manifest createAws() {
        return store.create(
                WORKLOADS, manifest("{kind: Deployment, metadata: {name: aws}, spec: {replicas: 2}}"), false);
    }

    private static void assertRefused(Runnable request, int code, String words) {
        assertThatThrownBy(request::run)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(code))
                .hasMessageContaining(words);
    }

    private static ResourcePath path(String text) {
        return ResourcePath.of(text).orElseThrow();
    }

    private static Manifest manifest(String yaml) {
        return new Manifest(YamlReader.read(yaml).get(0).map().orElseThrow());
    }
}
