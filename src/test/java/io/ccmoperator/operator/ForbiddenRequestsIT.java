// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.operator.OpenShiftCluster.MANAGED;
import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.accepted;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.apiserver.ApiClient;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.certificates.Certificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the API server refuses to the token of the operator under the roles of the payload, and what the operator makes of it. */
@RequiresApiServer
@Tag("packaged")
class ForbiddenRequestsIT {
    private static final List<KubernetesObject> FOREIGN = List.of(
            key("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", "foreign"),
            key("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", "cluster-admin"),
            key("rbac.authorization.k8s.io/v1", "ClusterRole", "system:openshift:operator:cloud-controller-manager"),
            key("rbac.authorization.k8s.io/v1", "Role", "kube-system", "extension-apiserver-authentication-reader"),
            key("rbac.authorization.k8s.io/v1", "RoleBinding", "kube-system", "foreign"),
            key("rbac.authorization.k8s.io/v1", "Role", MANAGED, "cluster-cloud-controller-manager"),
            key("rbac.authorization.k8s.io/v1", "RoleBinding", MANAGED, "cluster-cloud-controller-manager-provider"),
            key("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", "foreign"),
            key("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding", "foreign"));

    private static OpenShiftCluster cluster;
    private static OperatorAccount account;

    @BeforeAll
    static void start(@TempDir Path data) {
        cluster = OpenShiftCluster.start(data);
        account = OperatorAccount.of(cluster);
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void leavesObjectsOfOthersAlone() {
        ApiClient operator = cluster.admin().withToken(account.token());
        cluster.apply("""
                {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding, metadata: {name: foreign},
                 roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}}""");

        for (KubernetesObject foreign : FOREIGN) {
            ApiAnswer answer = operator.delete(foreign);

            System.out.println(answer.refusal());
            assertThat(answer.status()).as(foreign.display()).isEqualTo(403);
            assertThat(answer.refusal()).contains(foreign.name() + "\" is forbidden", "cannot delete resource");
            assertThat(operator.read(foreign).status()).as(foreign.display()).isEqualTo(403);
        }
        assertThat(operator.get("/apis/rbac.authorization.k8s.io/v1/clusterrolebindings")
                        .status())
                .isEqualTo(403);
        assertThat(cluster.live(FOREIGN.get(0)).name()).isEqualTo("foreign");
    }

    @ParameterizedTest
    @ValueSource(strings = {"""
                {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding, metadata: {name: more},
                 roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view},
                 subjects: [{kind: ServiceAccount, namespace: default, name: a}]}""", """
                {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: more},
                 rules: [{apiGroups: [''], resources: [secrets], verbs: [get]}]}""", """
                {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: more},
                 rules: [{apiGroups: [rbac.authorization.k8s.io], resources: [clusterroles], verbs: [delete]}]}""", """
                {apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: more, namespace: kube-system},
                 rules: [{apiGroups: [rbac.authorization.k8s.io], resources: [roles], resourceNames: [other],
                          verbs: [delete]}]}"""})
    void grantsNothingThatItDoesNotHold(String object) {
        ApiAnswer answer = cluster.admin().withToken(account.token()).dryRun().create(manifest(object));

        System.out.println(answer.refusal());
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.refusal()).contains("is attempting to grant RBAC permissions not currently held");
    }

    @Test
    void keepsOnRecordAnObjectOfAFormerReleaseThatItMustNotDelete(@TempDir Path folder) throws IOException {
        KubernetesObject former = manifest("""
                {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole,
                 metadata: {name: former, labels: {app.kubernetes.io/managed-by: ccm-operator}}}""");
        cluster.apply(former);
        cluster.platform(Platform.NONE);
        cluster.apply("{apiVersion: config.openshift.io/v1, kind: ClusterOperator,"
                + " metadata: {name: cloud-controller-manager}, spec: {}}");
        accepted(cluster.admin().applyStatus(manifest("""
                {apiVersion: config.openshift.io/v1, kind: ClusterOperator, metadata: {name: cloud-controller-manager},
                 status: {relatedObjects: [
                   {group: rbac.authorization.k8s.io, resource: clusterroles, name: former}]}}""")));
        try (OperatorUnderTest operator = OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                List.of("*"),
                "--kubeconfig=" + cluster.server().kubeconfig(cluster.server().uri(), account.token()),
                Images.of(folder, "1").flag(),
                "--system-trust-bundle=" + Files.writeString(folder.resolve("system.pem"), Certificates.pem("ca-5")))) {
            operator.awaitLog("ResourceDeleteFailed: ClusterRole former is no longer desired");
            await("the status of the operator, with the object of before")
                    .atMost(PATIENCE)
                    .until(() -> cluster.clusterOperator().fields().maps("status", "relatedObjects").stream()
                            .map(item -> String.valueOf(item.get("name")))
                            .toList()
                            .containsAll(List.of("former", MANAGED)));
            await("the event")
                    .atMost(PATIENCE)
                    .until(() -> cluster.events("ResourceDeleteFailed", former).stream()
                            .anyMatch(message -> message.contains(
                                    "clusterroles.rbac.authorization.k8s.io \"former\" is" + " forbidden")));
        }
        assertThat(cluster.live(former).name()).isEqualTo("former");
    }
}
