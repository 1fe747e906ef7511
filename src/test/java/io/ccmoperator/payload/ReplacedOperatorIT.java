// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.payload;

import static io.ccmoperator.YamlText.manifest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way from the operator that had the same place before, which bound its account to the ClusterRole admin, and back. */
@RequiresApiServer
class ReplacedOperatorIT {
    private static final KubernetesObject BEFORE = manifest("""
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: cluster-cloud-controller-manager, namespace: openshift-cloud-controller-manager}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: admin}
            subjects:
              - kind: ServiceAccount
                name: cluster-cloud-controller-manager
                namespace: openshift-cloud-controller-manager-operator
            """);

    private static Cluster cluster;

    @BeforeAll
    static void start(@TempDir Path folder) {
        cluster = Cluster.start(folder);
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @AfterEach
    void removePermissions() {
        permissions().filter(object -> !PayloadFolder.isDeletion(object)).forEach(cluster.admin()::delete);
        cluster.admin().delete(BEFORE);
        await("no permissions").until(() -> !may("get", "apps", "deployments"));
    }

    @Test
    void cannotChangeRoleOfPreviousBinding() {
        installTheOneBefore();
        KubernetesObject changed = BEFORE.copy();
        changed.tree()
                .put(
                        "roleRef",
                        Map.of(
                                "apiGroup", "rbac.authorization.k8s.io",
                                "kind", "Role",
                                "name", "cluster-cloud-controller-manager"));

        assertThat(cluster.admin().apply(changed).refusal()).contains("422").contains("cannot change roleRef");
    }

    @Test
    void leavesNoAdministratorAfterReplacement() {
        installTheOneBefore();
        await("administrator").until(this::mayDeleteSecrets);

        assertThat(upgrade()).isEmpty();

        assertThat(cluster.admin().read(BEFORE).status()).isEqualTo(404);
        await("no administrator").until(() -> !mayDeleteSecrets());
        assertThat(may("update", "apps", "deployments")).isTrue();
    }

    @Test
    void keepsPreviousBindingUntilOperatorReportsItsVersion() {
        List<String> order = PayloadFolder.instructions().stream()
                .map(object -> PayloadFolder.isDeletion(object) ? "delete " + object.display() : object.kind())
                .toList();

        assertThat(order.indexOf("delete " + BEFORE.display())).isGreaterThan(order.indexOf("ClusterOperator"));
    }

    @Test
    void survivesRepeatedUpgradeAndDowngrade() {
        for (int time = 1; time <= 2; time++) {
            installTheOneBefore();
            await("administrator").until(this::mayDeleteSecrets);
            assertThat(upgrade()).isEmpty();
            await("no administrator").until(() -> !mayDeleteSecrets());
        }
    }

    @Test
    void installsWithoutPreviousOperator() {
        assertThat(upgrade()).isEmpty();
        assertThat(may("update", "apps", "deployments")).isTrue();
    }

    /** The part of the other payload that is of another role. */
    private void installTheOneBefore() {
        PayloadFolder.ofKind("Namespace").forEach(cluster.admin()::apply);
        assertThat(cluster.admin().apply(BEFORE).refusal()).isEmpty();
    }

    /** What the server has against what the Cluster Version Operator does about permissions. */
    private List<String> upgrade() {
        return Stream.concat(PayloadFolder.ofKind("Namespace").stream(), permissions())
                .map(this::follow)
                .filter(answer -> !answer.accepted())
                .map(ApiAnswer::refusal)
                .toList();
    }

    private static Stream<KubernetesObject> permissions() {
        return PayloadFolder.instructions().stream()
                .filter(object -> object.apiVersion().startsWith("rbac.authorization.k8s.io/"));
    }

    private ApiAnswer follow(KubernetesObject object) {
        if (!PayloadFolder.isDeletion(object)) {
            return cluster.admin().apply(object);
        }
        ApiAnswer there = cluster.admin().read(object);
        return there.accepted()
                ? cluster.admin().delete(object)
                : new ApiAnswer(there.request(), there.status() == 404 ? 200 : there.status(), there.body());
    }

    private boolean mayDeleteSecrets() {
        return may("delete", "", "secrets");
    }

    private boolean may(String verb, String group, String resource) {
        ApiAnswer answer = cluster.admin().create(manifest("""
                apiVersion: authorization.k8s.io/v1
                kind: SubjectAccessReview
                spec:
                  user: system:serviceaccount:openshift-cloud-controller-manager-operator:cluster-cloud-controller-manager
                  resourceAttributes:
                    {namespace: openshift-cloud-controller-manager, verb: %s, group: '%s', resource: %s, name: any}
                """.formatted(verb, group, resource)));
        assertThat(answer.refusal()).isEmpty();
        return Boolean.TRUE.equals(answer.object().fields().at("status", "allowed"));
    }
}
