// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.accepted;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionType.DEGRADED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects that an update cannot fix, that the server rejects, or that are no longer desired. */
@RequiresApiServer
@Tag("packaged")
class ReplacementIT {
    private static final String CCM = "azure-cloud-controller-manager";
    private static final KubernetesObject DEPLOYMENT = key("apps/v1", "Deployment", CCM);
    private static final KubernetesObject SERVICE = key("v1", "Service", CCM);
    private static final KubernetesObject BINDING = key(
            "rbac.authorization.k8s.io/v1", "RoleBinding", "kube-system", "azure-cloud-provider:azure-cloud-provider");

    private static OpenShiftCluster cluster;

    @TempDir
    static Path folder;

    @BeforeAll
    static void startCluster(@TempDir Path data) {
        cluster = OpenShiftCluster.start(data);
    }

    @AfterAll
    static void stopCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @BeforeEach
    void convergeAndStop() {
        cluster.platform(Platform.AZURE);
        cluster.syncControllersWork();
        try (OperatorUnderTest operator = start()) {
            cluster.awaitAvailable();
            assertThat(operator.log()).doesNotContain("ERROR");
        }
    }

    @AfterEach
    void emptyTheCluster() {
        cluster.clear();
    }

    @Test
    void recreatesObjectsWithImmutableChanges() {
        KubernetesObject desired = cluster.live(DEPLOYMENT);
        replace(DEPLOYMENT, ReplacementIT::otherSelector);
        replace(BINDING, live -> live.fields().map("roleRef").put("name", "other"));
        try (OperatorUnderTest operator = start()) {
            await("the selector")
                    .atMost(PATIENCE)
                    .until(() -> cluster.live(DEPLOYMENT)
                            .fields()
                            .map("spec", "selector")
                            .equals(desired.fields().map("spec", "selector")));
            await("the role")
                    .atMost(PATIENCE)
                    .until(() -> cluster.live(BINDING)
                            .fields()
                            .string("roleRef", "name")
                            .equals("azure-cloud-provider"));
            awaitEvent("ResourceRecreating", DEPLOYMENT, "Deployment");
            awaitEvent("ResourceRecreateSuccess", DEPLOYMENT, "Deployment");
            assertThat(cluster.object("apps/v1", "Deployment", CCM + "-dry-run").tree())
                    .isEmpty();
            cluster.awaitAvailable();
            assertThat(operator.log()).doesNotContain("ERROR");
        }
    }

    @Test
    void keepsObjectsThatWouldBeRejectedAndAppliesOthers() {
        replace(DEPLOYMENT, ReplacementIT::otherSelector);
        String uid = cluster.live(DEPLOYMENT).fields().string("metadata", "uid");
        cluster.delete(SERVICE);
        refuseDryRuns();
        try (OperatorUnderTest operator = start()) {
            awaitEvent("ResourceUpdateFailed", DEPLOYMENT, "none of these today");
            await("the Service")
                    .atMost(PATIENCE)
                    .until(() -> !cluster.live(SERVICE).tree().isEmpty());
            assertThat(cluster.live(DEPLOYMENT).fields().string("metadata", "uid"))
                    .isEqualTo(uid);
            // It has not lasted long enough yet.
            assertThatCondition(cluster.clusterOperator(), DEGRADED).isFalse();

            allowDryRuns();
            await("another Deployment")
                    .atMost(PATIENCE)
                    .until(() -> !cluster.live(DEPLOYMENT)
                            .fields()
                            .string("metadata", "uid")
                            .equals(uid));
            cluster.awaitAvailable();
            assertThat(operator.log()).doesNotContain("ERROR");
        } finally {
            allowDryRuns();
        }
    }

    @Test
    void prunesObjectsOfPreviousPlatformExceptThoseOfOthers() {
        cluster.edit(SERVICE, live -> live.fields().map("metadata", "labels").remove("app.kubernetes.io/managed-by"));
        cluster.platform(Platform.AWS);
        try (OperatorUnderTest operator = start()) {
            await("the other platform's Deployment")
                    .atMost(PATIENCE)
                    .until(() -> !cluster.object("apps/v1", "Deployment", "aws-cloud-controller-manager")
                            .tree()
                            .isEmpty());
            await("the deletion of the Deployment")
                    .atMost(PATIENCE)
                    .until(() -> cluster.live(DEPLOYMENT).tree().isEmpty());
            await("the deletion of the RoleBinding")
                    .atMost(PATIENCE)
                    .until(() -> cluster.live(BINDING).tree().isEmpty());
            cluster.awaitAvailable();
            assertThat(cluster.live(SERVICE).tree()).isNotEmpty();
            assertThat(operator.log()).doesNotContain("ERROR");
        } finally {
            cluster.delete(SERVICE);
        }
    }

    private static OperatorUnderTest start() {
        return OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                cluster.kubeconfig(Account.FIRST),
                Images.of(folder, "1").flag());
    }

    private static void awaitEvent(String reason, KubernetesObject object, String text) {
        await("event " + reason)
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(cluster.events(reason, object))
                        .anySatisfy(message -> assertThat(message).contains(text)));
    }

    /** Leaves an object as an operator of another release may have left it. */
    private static void replace(KubernetesObject object, Consumer<KubernetesObject> change) {
        KubernetesObject other = cluster.live(object);
        cluster.delete(object);
        other.fields().map("metadata").remove("resourceVersion");
        other.fields().map("metadata").remove("uid");
        change.accept(other);
        accepted(cluster.admin().create(other));
    }

    private static void otherSelector(KubernetesObject deployment) {
        deployment.fields().map("spec", "selector", "matchLabels").put("other", "label");
        deployment.fields().map("spec", "template", "metadata", "labels").put("other", "label");
    }

    private static void refuseDryRuns() {
        cluster.apply("""
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicy
                metadata: {name: no-dry-runs}
                spec:
                  matchConstraints:
                    resourceRules:
                      - {apiGroups: [apps], apiVersions: [v1], resources: [deployments], operations: [CREATE]}
                  validations:
                    - {expression: "!object.metadata.name.endsWith('-dry-run')", message: none of these today}
                """);
        cluster.apply("""
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicyBinding
                metadata: {name: no-dry-runs}
                spec: {policyName: no-dry-runs, validationActions: [Deny]}
                """);
        KubernetesObject probe = cluster.live(DEPLOYMENT);
        probe.fields().map("metadata").remove("resourceVersion");
        probe.fields().map("metadata").remove("uid");
        probe.fields().map("metadata").put("name", "probe-dry-run");
        await("the policy to be effective")
                .atMost(PATIENCE)
                .until(() -> cluster.admin().dryRun().create(probe).refusal().contains("none of these today"));
    }

    private static void allowDryRuns() {
        cluster.admin().delete("/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings/no-dry-runs");
    }
}
