// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.chart.Chart.NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.marcnuri.helm.Helm;
import io.ccmoperator.apiserver.LocalProcess;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.faults.FaultyProxy;
import io.ccmoperator.faults.SeenRequest;
import io.ccmoperator.operator.OperatorUnderTest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a removal leaves, whoever dies, may not, or comes back meanwhile. */
@RequiresApiServer
@Tag("packaged")
class RemovalIT extends ReleaseScene {
    private static final String MANAGED = "cloud-controller-manager";
    private static final String OBJECT = "cloudcontrollermanager.ccmoperator.io/cluster";
    private static final String LEASE = "lease.coordination.k8s.io/cluster-cloud-controller-manager-leader";
    private static final String CLOUD = "\"cloud\": \"AzurePublicCloud\", \"resourceGroup\": \"rg\"";

    /** With objects of all kinds that providers have, in three scopes. */
    private static final String AZURE =
            "{ccm: {cluster: {provider: azure, name: sample-1, azure: {cloudName: AzurePublicCloud}}},"
                    + " cloudConfig: '{" + CLOUD + "}'}";

    /** The configuration, with a password, is in a Secret; the namespace is another than the default. */
    private static final String SECRET = "{namespaces: {managed: other},"
            + " ccm: {cluster: {provider: azure, name: sample-1, azure: {cloudName: AzurePublicCloud},"
            + " cloudConfig: {secret: {name: mine, key: conf}}}}}";

    private static final String[] SHORT = {
        "--leader-elect-lease-duration=15s", "--leader-elect-renew-deadline=10s", "--leader-elect-retry-period=2s"
    };

    private Set<String> cluster;
    private Set<String> namespaced;

    private void installRelease(String values) {
        install(NAMESPACE, values);
        recordObjects();
    }

    private void recordObjects() {
        cluster = objects(false);
        namespaced = objects(true);
    }

    /** What is there of what the operator has made since the installation. */
    private Set<String> left() {
        Set<String> left = new TreeSet<>(objects(false));
        left.addAll(objects(true));
        left.removeAll(cluster);
        left.removeAll(namespaced);
        return left;
    }

    private boolean exists() {
        return server.admin().read(CLUSTER).accepted();
    }

    private void awaitGone(OperatorUnderTest operator) {
        await("the object to go")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(exists()).as(operator.log()).isFalse());
    }

    /** Runs the command to its end, with the kubeconfig of an administrator. */
    private String remove(int exitCode, String... flags) throws IOException {
        return remove(exitCode, kubeconfig, flags);
    }

    private String remove(int exitCode, Path kubeconfig, String... flags) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("remove", "--timeout=20s", "--kubeconfig=" + kubeconfig));
        arguments.addAll(List.of(flags));
        try (LocalProcess program = startProgram(arguments)) {
            assertThat(program.exitCode(Duration.ofMinutes(1)))
                    .as(program.printed())
                    .isEqualTo(exitCode);
            return program.printed();
        }
    }

    @Test
    void removesRestAfterFirstDeletionOfOperatorThatDied() throws IOException {
        installRelease(AZURE);
        try (FaultyProxy proxy = FaultyProxy.before(server);
                OperatorUnderTest first = startOperator(NAMESPACE, proxy.address(), SHORT)) {
            awaitAvailable(first, MANAGED);
            try (OperatorUnderTest second = startOperator(NAMESPACE, server.uri(), SHORT)) {
                second.awaitReady();
                proxy.afterAnswer(RemovalIT::isDeletion, 0, first::kill);

                accepted(server.admin().delete(CLUSTER));
                awaitGone(second);

                assertThat(proxy.count(RemovalIT::isDeletion)).isEqualTo(1);
                assertThat(second.log()).doesNotContain(" ERROR ", "unexpected failure");
            }
        }
        assertThat(left()).containsExactly(LEASE);
        assertThat(requests(NAMESPACE)).noneMatch(request -> request.status() == 403);
    }

    private static boolean isDeletion(SeenRequest request) {
        return request.method().equals("DELETE");
    }

    private void dieBeforeFirstStatus(String managed) throws IOException {
        dieBeforeFirstStatus(NAMESPACE, managed);
    }

    /** Kills an operator that has applied everything, and could write no status. */
    private void dieBeforeFirstStatus(String namespace, String managed) throws IOException {
        try (FaultyProxy proxy = FaultyProxy.before(server)) {
            proxy.answer(
                    request -> request.path().endsWith("/cloudcontrollermanagers/cluster/status"),
                    Integer.MAX_VALUE,
                    500);
            try (OperatorUnderTest operator = startOperator(namespace, proxy.address(), SHORT)) {
                // The Deployment may be the last one: unlike the node manager it waits for cloud-conf.
                await("the workloads")
                        .atMost(PATIENCE)
                        .until(() -> Stream.of(
                                        "daemonsets/azure-cloud-node-manager",
                                        "deployments/azure-cloud-controller-manager")
                                .allMatch(workload -> server.admin()
                                        .get("/apis/apps/v1/namespaces/" + managed + "/" + workload)
                                        .accepted()));
                operator.kill();
            }
        }
        assertThat(accepted(server.admin().read(CLUSTER)).object().fields().map("status"))
                .isEmpty();
        assertThat(left())
                .contains(
                        "clusterrole.rbac.authorization.k8s.io/azure-cloud-controller-manager",
                        "deployment.apps/azure-cloud-controller-manager",
                        "daemonset.apps/azure-cloud-node-manager")
                .anyMatch(object -> object.startsWith("validatingadmissionpolicy"));
    }

    @Test
    void removesWhatOperatorAppliedThatDiedBeforeItsFirstStatus() throws IOException {
        installRelease(AZURE);
        dieBeforeFirstStatus(MANAGED);
        accepted(server.admin().delete(CLUSTER));

        try (OperatorUnderTest next = startOperator(NAMESPACE, server.uri(), SHORT)) {
            awaitGone(next);
        }

        assertThat(left()).containsExactly(LEASE);
        assertThat(requests(NAMESPACE)).noneMatch(request -> request.status() == 403);
    }

    /** The status names no namespace: the Deployment of the operator does. */
    @Test
    @Tag("long")
    void removesByCommandWhatOperatorAppliedThatDiedBeforeItsFirstStatus() throws IOException {
        putConfiguration();
        installRelease(SECRET);
        dieBeforeFirstStatus("other");
        assertThat(left()).contains("secret/cloud-conf", "configmap/ccm-trusted-ca");

        assertThat(remove(1, "--operator-namespace=elsewhere"))
                .contains(
                        "error: the status of CloudControllerManager cluster names no workload, and Deployment "
                                + "elsewhere/cluster-cloud-controller-manager-operator cannot be read; name the namespace of cloud controller managers with --namespace");
        assertThat(accepted(server.admin().read(CLUSTER)).object().fields().string("metadata", "deletionTimestamp"))
                .isEmpty();
        assertThat(remove(0)).contains("are removed");

        assertThat(left()).containsExactly(LEASE);
        assertThat(exists()).isFalse();
    }

    private void putConfiguration() {
        accepted(server.admin().create(manifest("{apiVersion: v1, kind: Namespace, metadata: {name: ccm-operator}}")));
        KubernetesObject secret =
                manifest("{apiVersion: v1, kind: Secret, metadata: {namespace: ccm-operator, name: mine}}");
        secret.tree().put("stringData", Map.of("conf", "{" + CLOUD + "}"));
        accepted(server.admin().create(secret));
    }

    /** Neither flag is given: the status names the namespace. */
    @Test
    void removesSecretWithConfigurationInNamespaceOfStatusAndLeavesConfigMapOfUser() throws IOException {
        putConfiguration();
        install(NAMESPACE, SECRET);
        accepted(server.admin()
                .create(manifest("{apiVersion: v1, kind: ConfigMap, metadata: {namespace: other, name: cloud-conf}}")));
        recordObjects();
        try (OperatorUnderTest operator = startOperator(NAMESPACE)) {
            awaitAvailable(operator, "other");
            operator.kill();
        }
        assertThat(left()).contains("secret/cloud-conf", "configmap/ccm-trusted-ca");

        assertThat(remove(0)).contains("CloudControllerManager cluster and what was applied for it are removed");

        assertThat(left()).containsExactly(LEASE);
        assertThat(objects(true)).contains("configmap/cloud-conf");
        assertThat(exists()).isFalse();
        assertThat(remove(0)).isEqualTo("CloudControllerManager cluster does not exist\n");
    }

    /** An account that may delete the object, and may read nothing else. */
    @Test
    void keepsObjectAndNamesWhatAccountMayNotRemove() throws IOException {
        installRelease(AZURE);
        try (OperatorUnderTest operator = startOperator(NAMESPACE)) {
            awaitAvailable(operator, MANAGED);
            operator.kill();
        }
        Set<String> before = left();
        Path restricted = server.kubeconfig(server.uri(), restrictedToken());

        String printed = remove(1, restricted);

        assertThat(printed)
                .startsWith("note: deleting CloudControllerManager cluster of " + server.uri())
                .contains(
                        "note: waiting for the deletion of CloudControllerManager cluster: the operator removes what was"
                                + " applied for it, after 5s this command does\n",
                        "error: CloudControllerManager cluster is still there after 20s:"
                                + " grant the permissions to get and to delete what may be left: ",
                        "Deployment cloud-controller-manager/azure-cloud-controller-manager, ");
        KubernetesObject kept = accepted(server.admin().read(CLUSTER)).object();
        assertThat(kept.fields().list("metadata", "finalizers")).hasSize(1);
        assertThat(kept.fields().maps("status", "objects")).hasSizeGreaterThan(5);
        Set<String> after = left();
        after.removeIf(object -> object.startsWith("serviceaccount") || object.contains("restricted"));
        before.removeIf(object -> object.startsWith("serviceaccount"));
        assertThat(after).isEqualTo(before);

        Helm.uninstall(RELEASE)
                .withNamespace(NAMESPACE)
                .noHooks()
                .withKubeConfig(kubeconfig)
                .call();
        assertThatThrownBy(() -> install(NAMESPACE, AZURE))
                .hasMessageContaining("CloudControllerManager cluster is being deleted")
                .hasMessageContaining("kubectl wait --for=delete cloudcontrollermanager/cluster");
        assertThat(remove(0)).contains("are removed");
        assertThat(exists()).isFalse();
    }

    private String restrictedToken() {
        List.of("{apiVersion: v1, kind: ServiceAccount, metadata: {namespace: default, name: restricted}}", """
                        apiVersion: rbac.authorization.k8s.io/v1
                        kind: ClusterRole
                        metadata: {name: restricted}
                        rules: [{apiGroups: [ccmoperator.io], resources: [cloudcontrollermanagers], verbs: [get, update, delete]}]
                        """, """
                        apiVersion: rbac.authorization.k8s.io/v1
                        kind: ClusterRoleBinding
                        metadata: {name: restricted}
                        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: restricted}
                        subjects: [{kind: ServiceAccount, namespace: default, name: restricted}]
                        """)
                .forEach(yaml -> accepted(server.admin().create(manifest(yaml))));
        return accepted(server.admin().token("default", "restricted"))
                .object()
                .fields()
                .string("status", "token");
    }

    /** The kind is deleted after its last object, which the finalizer keeps. */
    @Test
    void removesWhatWasAppliedBeforeItsKindIsDeleted() throws IOException {
        installRelease(AZURE);
        try (OperatorUnderTest operator = startOperator(NAMESPACE)) {
            awaitAvailable(operator, MANAGED);
            operator.kill();
        }
        kubectl("delete", "customresourcedefinition", "cloudcontrollermanagers.ccmoperator.io", "--wait=false");
        assertThat(exists()).isTrue();

        assertThat(remove(0)).contains("are removed");

        await("the kind to go")
                .atMost(PATIENCE)
                .until(() -> !server.admin()
                        .get(
                                "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/cloudcontrollermanagers.ccmoperator.io")
                        .accepted());
        assertThat(left()).containsExactly(LEASE);
        assertThat(remove(0)).isEqualTo("CloudControllerManager cluster does not exist\n");
    }

    /** As GitOps tools do, and advice about stuck deletions. Nothing is on record any more, but what was made has a label. */
    @Test
    void removesByLabelWhatLostItsObject() throws IOException {
        putConfiguration();
        installRelease(SECRET);
        try (OperatorUnderTest operator = startOperator(NAMESPACE)) {
            awaitAvailable(operator, "other");
            operator.kill();
        }
        kubectl("patch", OBJECT, "--type=merge", "-p", "{\"metadata\":{\"finalizers\":null}}");
        accepted(server.admin().delete(CLUSTER));
        assertThat(status(4))
                .contains("CloudControllerManager cluster, which does not exist")
                .contains("the deletion of Deployment other/azure-cloud-controller-manager, which")
                .doesNotContain("Infrastructure", "ClusterOperator");
        kubectl("patch", "deployment/azure-cloud-controller-manager", "--namespace=other", "--type=merge", "-p", """
                {"metadata": {"finalizers": ["example.com/kept"]}}""");
        assertThat(remove(1))
                .isEqualTo(("note: waiting for the deletion of %s: %s\nerror: %1$s is still there after 20s: %2$s\n")
                        .formatted(
                                "Deployment other/azure-cloud-controller-manager",
                                "what is being deleted keeps a finalizer, or is made again"));
        kubectl("patch", "deployment/azure-cloud-controller-manager", "--namespace=other", "--type=merge", "-p", """
                {"metadata": {"finalizers": null}}""");

        assertThat(remove(0)).isEqualTo("CloudControllerManager cluster does not exist\n");

        assertThat(left()).containsExactly(LEASE);
    }

    private String status(int exitCode) throws IOException {
        try (LocalProcess program = startProgram(List.of("status", "--kubeconfig=" + kubeconfig))) {
            assertThat(program.exitCode(Duration.ofMinutes(1)))
                    .as(program.printed())
                    .isEqualTo(exitCode);
            return program.printed();
        }
    }

    /** The operator runs in a namespace that no flag names. */
    @Test
    void findsOperatorInAnotherNamespaceByLabel() throws IOException {
        install("cloud", AZURE);
        recordObjects();
        dieBeforeFirstStatus("cloud", MANAGED);
        assertThat(status(3)).contains("Deployment cloud/cluster-cloud-controller-manager-operator");

        assertThat(remove(0)).contains("are removed");

        assertThat(left()).containsExactly(LEASE);
    }

    /** Every object of the program's version is answered as one that does not exist. */
    @Test
    void refusesKindOfAnotherVersion() throws IOException {
        installRelease(AZURE);
        KubernetesObject kind = Chart.kinds().get(0).copy();
        Map<String, Object> version = kind.fields().maps("spec", "versions").get(0);
        Map<String, Object> later = new LinkedHashMap<>(version);
        later.put("name", "v1");
        version.putAll(Map.of("served", false, "storage", false));
        kind.fields().map("spec").put("versions", List.of(later, version));
        try (OperatorUnderTest operator = startOperator(NAMESPACE)) {
            awaitAvailable(operator, MANAGED);
            accepted(server.admin().apply(kind));
            await("the watch to know that")
                    .atMost(PATIENCE.multipliedBy(2))
                    .untilAsserted(() -> assertThat(operator.log())
                            .contains("cannot watch, retrying: the cluster has the kind CloudControllerManager"));
            KubernetesObject manager = manifest("{apiVersion: apps/v1, kind: Deployment,"
                    + " metadata: {namespace: cloud-controller-manager, name: azure-cloud-controller-manager}}");
            accepted(server.admin().delete(manager));
            await("the operator to go on with what it knows")
                    .atMost(PATIENCE)
                    .until(() -> server.admin().read(manager).accepted());
            assertThat(requests(NAMESPACE))
                    .as("writes of the status")
                    .noneMatch(request ->
                            request.resource().equals("cloudcontrollermanagers/status") && request.status() == 404);
        }
        String error =
                "error: the cluster has the kind CloudControllerManager in ccmoperator.io/v1 alone, and this program reads it in"
                        + " ccmoperator.io/v1beta1; take the program of that version, or run kubectl apply --server-side --force-conflicts -f crds";

        assertThat(remove(1)).startsWith(error);
        try (LocalProcess program = startProgram(List.of("status", "--kubeconfig=" + kubeconfig))) {
            assertThat(program.exitCode(Duration.ofMinutes(1))).isEqualTo(1);
            assertThat(program.printed()).startsWith(error);
        }
    }

    /** The Pod of the operator outlives its permissions, and cannot release the Lease. */
    @Test
    void leadsAtOnceWhenItIsInstalledAgain() throws IOException {
        install(NAMESPACE, AZURE);
        KubernetesObject pod = manifest("""
                apiVersion: v1
                kind: Pod
                metadata: {namespace: ccm-operator, name: operator, labels: {k8s-app: cloud-manager-operator}}
                spec: {containers: [{name: operator, image: operator}]}
                """);
        accepted(server.admin().create(pod));
        KubernetesObject lease = manifest("{apiVersion: coordination.k8s.io/v1, kind: Lease,"
                + " metadata: {namespace: ccm-operator, name: cluster-cloud-controller-manager-leader}}");
        try (OperatorUnderTest operator = startOperator(NAMESPACE)) {
            awaitAvailable(operator, MANAGED);

            uninstallWithJobs(NAMESPACE, NAMESPACE, () -> {
                operator.terminate();
                operator.exitCode();
                assertThat(accepted(server.admin().read(lease))
                                .object()
                                .fields()
                                .string("spec", "holderIdentity"))
                        .as("beside a Pod that may lead")
                        .isNotEmpty();
                accepted(server.admin().delete("/api/v1/namespaces/ccm-operator/pods/operator?gracePeriodSeconds=0"));
            });
        }
        assertThat(server.admin().read(lease).status()).isEqualTo(404);
        assertThat(objects(true)).noneMatch(object -> object.contains("ccm-operator-remove"));

        install(NAMESPACE, AZURE);
        try (OperatorUnderTest operator = startOperator(NAMESPACE)) {
            awaitAvailable(operator, MANAGED);
        }
    }
}
