// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static io.ccmoperator.client.ApiServer.DryRun.ALL;
import static io.ccmoperator.client.ApiServer.DryRun.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

@RequiresApiServer
class KubernetesApiServerIT extends RequestsOfProcess {
    @Test
    void createsReadsReplacesAndDeletesObject() {
        KubernetesObject created = server.create(configMap("a"), NONE);
        assertThat(server.get(key)).contains(created);

        KubernetesObject changed = created.copy();
        changed.fields().map("data").put("key", "größer \"b\"");
        KubernetesObject replaced = server.replace(changed, NONE);
        assertThat(replaced.fields().string("data", "key")).isEqualTo("größer \"b\"");
        assertThat(server.get(key)).contains(replaced);

        server.delete(key, created.fields().string("metadata", "uid"));
        assertThat(server.get(key)).isEmpty();
    }

    @Test
    void readsVersionThatServerSaysOfItself() {
        KubernetesObject version = process.admin().get("/version").object();

        assertThat(version.fields().string("gitVersion")).startsWith("v" + connection.version() + ".");
        proxy.refuse();
        assertThatThrownBy(() -> connection.version())
                .isInstanceOf(ApiException.class)
                .hasMessageStartingWith("get /version: no answer from ");
    }

    @Test
    void answersDryRunWithoutStoringIt() {
        assertThat(server.create(configMap("a"), ALL).fields().string("metadata", "uid"))
                .isNotEmpty();
        assertThat(server.get(key)).isEmpty();

        server.create(configMap("a"), NONE);
        assertThat(server.replace(configMap("b"), ALL).fields().string("data", "key"))
                .isEqualTo("b");
        assertThat(server.get(key).orElseThrow().fields().string("data", "key")).isEqualTo("a");
    }

    @Test
    void transfersObjectOfOneMebibyte() {
        String large = "x".repeat((1 << 20) - 300);

        server.create(configMap(large), NONE);

        assertThat(server.get(key).orElseThrow().fields().string("data", "key")).isEqualTo(large);
    }

    @Test
    void patchesStatusOnly() {
        ObjectKey deployment = new ObjectKey(ResourceKind.DEPLOYMENT, "default", name);
        KubernetesObject created = server.create(YamlText.manifest("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {namespace: default, name: %s}
                spec:
                  selector: {matchLabels: {a: b}}
                  template:
                    metadata: {labels: {a: b}}
                    spec: {containers: [{name: c, image: i}]}
                """.formatted(name)), NONE);
        Map<String, Object> patch = Map.of(
                "metadata", Map.of("resourceVersion", created.fields().string("metadata", "resourceVersion")),
                "status", Map.of("observedGeneration", 1L));

        KubernetesObject patched = server.patchStatus(deployment, patch);

        assertThat(patched.fields().at("status", "observedGeneration")).isEqualTo(1L);
        assertThat(patched.fields().map("spec")).isEqualTo(created.fields().map("spec"));
        assertThatThrownBy(() -> server.patchStatus(
                        deployment,
                        Map.of("metadata", Map.of("resourceVersion", "1"), "status", Map.of("replicas", 1L))))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.isConflict()).isTrue())
                .hasMessageStartingWith("update the status of Deployment default/" + name + ": Operation cannot be");
    }

    @Test
    void reportsConflictWhenObjectExists() {
        server.create(configMap("a"), NONE);

        assertThatThrownBy(() -> server.create(configMap("a"), NONE))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.isConflict()).isTrue())
                .hasMessage("create ConfigMap default/" + name + ": configmaps \"" + name + "\" already exists");
    }

    @Test
    void reportsConflictWhenVersionIsOld() {
        KubernetesObject created = server.create(configMap("a"), NONE);
        server.replace(configMap("b"), NONE);

        assertThatThrownBy(() -> server.replace(created, NONE))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.isConflict()).isTrue());
    }

    @Test
    void deletesObjectOfGivenUidOnly() {
        server.create(configMap("a"), NONE);

        assertThatThrownBy(() -> server.delete(key, UUID.randomUUID().toString()))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.isConflict()).isTrue());
        assertThat(server.get(key)).isPresent();
    }

    @Test
    void ignoresDeletionButReportsReplacementOfMissingObject() {
        server.delete(key, "any");

        assertThatThrownBy(() -> server.replace(configMap("a"), NONE))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.isNotFound()).isTrue());
    }

    @Test
    void overwritesWithOneRequestWithoutResourceVersion() {
        server.create(configMap("a"), NONE);
        proxy.forget();

        KubernetesObject overwritten = server.replace(configMap("größer"), NONE);

        assertThat(overwritten.fields().string("data", "key")).isEqualTo("größer");
        assertThat(server.get(key)).contains(overwritten);
        assertThat(proxy.count(request -> request.path().endsWith(name))).isEqualTo(2);
    }

    @Test
    void reportsObjectOfUnknownKindAsAbsent() {
        assertThat(server.get(ObjectKey.ofCluster(ResourceKind.INFRASTRUCTURE, "cluster")))
                .isEmpty();
    }

    @Test
    void reportsReasonWhenServerRejectsObject() {
        KubernetesObject invalid = configMap("a");
        invalid.fields().map("metadata").put("name", "Not_A_Name");

        assertThatThrownBy(() -> server.create(invalid, NONE))
                .isInstanceOfSatisfying(ApiException.class, e -> {
                    assertThat(e.code()).isEqualTo(422);
                    assertThat(e.isOfContent()).isTrue();
                })
                .hasMessageStartingWith("create ConfigMap default/Not_A_Name: ConfigMap \"Not_A_Name\" is invalid");
    }

    @Test
    void reportsUnknownUser() throws Exception {
        Path kubeconfig = process.kubeconfig(process.uri(), "unknown");
        try (ApiConnection stranger = Connections.open(kubeconfig, vertx)) {
            assertThatThrownBy(() -> stranger.server().get(key))
                    .isInstanceOfSatisfying(
                            ApiException.class, e -> assertThat(e.code()).isEqualTo(401))
                    .hasMessage("get ConfigMap default/" + name + ": Unauthorized");
        }
    }

    @Test
    void reportsMissingPermissionWithReason() throws Exception {
        Path anonymous = process.kubeconfig(process.uri(), "");
        try (ApiConnection stranger = Connections.open(anonymous, vertx)) {
            assertThatThrownBy(() -> stranger.server().get(key))
                    .isInstanceOfSatisfying(ApiException.class, e -> {
                        assertThat(e.isForbidden()).isTrue();
                        assertThat(e.isOfContent()).isFalse();
                    })
                    .hasMessageMatching("get ConfigMap default/" + name + ": configmaps .* is forbidden: User .*");
        }
    }

    @Test
    void usesRenewedTokenWhenOldOneIsRejected() throws Exception {
        Path kubeconfig = process.kubeconfig(process.uri(), "unknown");
        try (ApiConnection renewed = Connections.open(kubeconfig, vertx)) {
            Files.copy(process.kubeconfig(process.uri()), kubeconfig, StandardCopyOption.REPLACE_EXISTING);

            assertThat(renewed.server().get(key)).isEmpty();
        }
    }

    @Test
    void answersReviewWithoutStoringIt() {
        KubernetesObject review = tokenReview("token-of-admin");

        KubernetesObject known = connection.review(review);

        assertThat(known.fields().at("status", "authenticated")).isEqualTo(true);
        assertThat(known.fields().string("status", "user", "username")).isEqualTo("admin");
        assertThat(review).isEqualTo(tokenReview("token-of-admin"));
        assertThat(connection.review(tokenReview("unknown")).fields().at("status", "authenticated"))
                .isNotEqualTo(true);
    }

    @Test
    void hidesServerMessageWhenReviewIsForbidden() throws Exception {
        Path anonymous = process.kubeconfig(process.uri(), "");
        try (ApiConnection stranger = Connections.open(anonymous, vertx)) {
            assertThatThrownBy(() -> stranger.review(tokenReview("secret")))
                    .isInstanceOfSatisfying(
                            ApiException.class, e -> assertThat(e.code()).isEqualTo(403))
                    .hasMessage("create a TokenReview: HTTP status 403")
                    .hasNoCause();
        }
    }

    @Test
    void rejectsObjectsThatAreNotReviews() {
        assertThatThrownBy(() -> connection.review(configMap("a")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("ConfigMap is not a review");
        assertThat(server.get(key)).isEmpty();
    }

    private static KubernetesObject tokenReview(String token) {
        return YamlText.manifest("""
                {apiVersion: authentication.k8s.io/v1, kind: TokenReview, spec: {token: %s}}
                """.formatted(token));
    }
}
