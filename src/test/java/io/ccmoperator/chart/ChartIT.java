// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.chart.Chart.NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.awaitility.Awaitility.await;

import com.marcnuri.helm.Release;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.operator.OperatorUnderTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The life of a release on a cluster that is not OpenShift, and of the operator that it brings. */
@RequiresApiServer
@Tag("packaged")
class ChartIT extends ReleaseScene {
    private static final String MANAGED = "cloud-controller-manager";
    private static final String KIND =
            "customresourcedefinition.apiextensions.k8s.io/cloudcontrollermanagers.ccmoperator.io";

    /** What outlasts the release: the kind, and namespaces in which users have put Secrets. */
    private static final Set<String> LEFT = Set.of(KIND, "namespace/" + NAMESPACE, "namespace/" + MANAGED);

    @Test
    void installsUpgradesAndUninstallsOnPlainKubernetes() throws IOException {
        NodeFilter.SAMPLES.forEach(node -> accepted(server.admin().create(node)));
        Set<String> before = objects(false);
        Set<String> namespaced = objects(true);
        assertThatThrownBy(() -> install(NAMESPACE, "{distribution: Kubernetes, ccm: {}}"))
                .hasMessageContaining("ccm.cluster: is missing");

        Release release = install(NAMESPACE, Chart.KUBERNETES);

        assertThat(release.getStatus()).isEqualTo("deployed");
        assertThat(release.getOutput())
                .contains(
                        "kubectl get ccm\n",
                        "kubectl -n cloud-controller-manager create secret generic cloud-controller-manager-credentials");
        accepted(server.admin().create(manifest("""
                {apiVersion: v1, kind: Secret, metadata: {name: cloud-controller-manager-credentials, namespace: %s}}""".formatted(MANAGED))));
        try (OperatorUnderTest operator = startOperator(NAMESPACE)) {
            awaitAvailable(operator, MANAGED);
            operator.awaitReady();
            assertThat(images()).containsExactly("registry.example.com/cloudcontrollermanageraws:1");
            assertThat(healthTest(operator)).contains("/healthz of ccm-operator: 200 OK");
            assertRunsOnNodesOfKubeadmWithoutTheirFiles(aws(MANAGED));
            assertRunsOnNodesOfKubeadmWithoutTheirFiles(
                    accepted(server.admin().read(deployment(NAMESPACE))).object());
            assertThat(kinds()).containsExactly(KIND);
            assertThat(objects(false))
                    .containsAll(before)
                    .noneMatch(object -> object.startsWith("namespace/openshift")
                            || object.contains("openshift.io")
                            || object.contains("system:openshift"));

            Release upgraded = upgrade(NAMESPACE, """
                    ccm:
                      logLevel: Debug
                      cluster:
                        provider: aws
                        name: sample-1
                        controlPlaneTopology: SingleReplica
                        proxy: {httpsProxy: "http://proxy.example.com:3128"}
                    images: {cloudControllerManagerAWS: "registry.example.com/aws:2"}
                    """);

            assertThat(upgraded.getRevision()).isEqualTo("2");
            // The Pod of the node that is no more; until then the operator keeps both replicas.
            accepted(server.admin().mergeStatus(manifest("""
                    apiVersion: apps/v1
                    kind: Deployment
                    metadata: {name: aws-cloud-controller-manager, namespace: %s}
                    status: {readyReplicas: 1, availableReplicas: 1}
                    """.formatted(MANAGED))));
            // The kubelet has not refreshed the mounted ConfigMap yet.
            await("the upgrade").atMost(PATIENCE).untilAsserted(() -> {
                assertThat(images()).containsExactly("registry.example.com/aws:2");
                KubernetesObject deployment = aws(MANAGED);
                assertThat(deployment.fields().at("spec", "replicas")).isEqualTo(1L);
                assertThat(deployment.containers().get(0).get("env").toString()).contains("proxy.example.com");
                assertThat(deployment.containers().get(0).get("args").toString())
                        .contains("-v=4");
            });
            Object generation = aws(MANAGED).fields().at("metadata", "generation");
            writeImages(NAMESPACE);
            awaitAvailable(operator, MANAGED);
            assertThat(aws(MANAGED).fields().at("metadata", "generation")).isEqualTo(generation);
            assertRequestsOfKubernetesAlone(requests(NAMESPACE));

            assertThat(uninstallWithJobs(NAMESPACE, NAMESPACE)).contains("are removed");
        }
        assertOnlyWhatUsersHavePutThereIsLeft(before, namespaced);
    }

    /** The Job removes the finalizer, since no operator does. */
    @Test
    void uninstallsWithoutOperator() throws IOException {
        Set<String> before = objects(false);
        Set<String> namespaced = objects(true);
        install(NAMESPACE, Chart.KUBERNETES);
        accepted(server.admin().create(manifest("""
                {apiVersion: v1, kind: Secret, metadata: {name: cloud-controller-manager-credentials, namespace: %s}}""".formatted(MANAGED))));
        try (OperatorUnderTest operator = startOperator(NAMESPACE)) {
            awaitAvailable(operator, MANAGED);
            operator.kill();

            assertThat(uninstallWithJobs(NAMESPACE, NAMESPACE)).contains("are removed");
        }

        assertOnlyWhatUsersHavePutThereIsLeft(before, namespaced);
    }

    private void assertOnlyWhatUsersHavePutThereIsLeft(Set<String> before, Set<String> namespaced) {
        Set<String> left = new TreeSet<>(objects(false));
        left.removeAll(before);
        Set<String> leftInNamespaces = new TreeSet<>(objects(true));
        leftInNamespaces.removeAll(namespaced);

        assertThat(left).containsExactlyInAnyOrderElementsOf(LEFT);
        assertThat(leftInNamespaces).containsExactly("secret/cloud-controller-manager-credentials");
        assertThat(isLeftAlone(NAMESPACE)).isTrue();
        assertThat(isLeftAlone(MANAGED)).isTrue();
    }

    private Set<String> kinds() {
        return new TreeSet<>(kubectl("get", "customresourcedefinitions", "--output=name")
                .lines()
                .toList());
    }

    private List<Object> images() {
        return aws(MANAGED).containers().stream()
                .map(container -> container.get("image"))
                .toList();
    }

    /** The nodes of the server are labelled and tainted as kubeadm and others do it. */
    private void assertRunsOnNodesOfKubeadmWithoutTheirFiles(KubernetesObject deployment) {
        List<KubernetesObject> nodes =
                accepted(server.admin().get("/api/v1/nodes")).object().fields().maps("items").stream()
                        .map(KubernetesObject::new)
                        .toList();

        assertThat(nodes).hasSameSizeAs(NodeFilter.SAMPLES);
        assertThat(NodeFilter.of(deployment).eligible(nodes)).containsExactly("k3s-server", "kubeadm");
        assertThat(deployment.fields().maps("spec", "template", "spec", "volumes"))
                .isNotEmpty()
                .noneMatch(volume -> volume.containsKey("hostPath"));
        assertThat(deployment.containers().get(0).get("command"))
                .asInstanceOf(LIST)
                .hasSize(1)
                .first()
                .asString()
                .startsWith("/");
    }

    /** What the container of `helm test` prints beside a running operator. */
    private String healthTest(OperatorUnderTest operator) throws IOException {
        KubernetesObject job = hook("test");
        accepted(server.admin().dryRun().create(job));
        List<String> command =
                job.fields().items("spec", "template", "spec", "containers").get(0).strings("command").stream()
                        .map(word -> word.replace("9259", String.valueOf(operator.healthPort())))
                        .toList();
        return run(command);
    }

    /** A Job of the release as Helm has recorded it. */
    private KubernetesObject hook(String event) throws IOException {
        String release = accepted(server.admin()
                        .get("/api/v1/namespaces/" + NAMESPACE + "/secrets/sh.helm.release.v1." + RELEASE + ".v1"))
                .object()
                .fields()
                .string("data", "release");
        byte[] compressed = Base64.getDecoder().decode(Base64.getDecoder().decode(release));
        String record = new String(
                new GZIPInputStream(new ByteArrayInputStream(compressed)).readAllBytes(), StandardCharsets.UTF_8);
        List<Map<String, Object>> hooks = FieldReader.of(JsonReader.read(record)).maps("hooks").stream()
                .filter(hook -> hook.get("events").equals(List.of(event)))
                .toList();
        assertThat(hooks).hasSize(1);
        return manifest((String) hooks.get(0).get("manifest"));
    }
}
