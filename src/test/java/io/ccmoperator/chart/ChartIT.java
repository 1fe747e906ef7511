// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionType.AVAILABLE;
import static io.ccmoperator.status.ConditionType.DEGRADED;
import static io.ccmoperator.status.ConditionType.PROGRESSING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.awaitility.Awaitility.await;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.InstallCommand;
import com.marcnuri.helm.Release;
import com.marcnuri.helm.UpgradeCommand;
import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.CustomResources;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.operator.OperatorUnderTest;
import io.ccmoperator.operator.Workloads;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The life of a release in a cluster, and of the operator that it brings. */
@RequiresApiServer
@Tag("packaged")
class ChartIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String RELEASE = "ccm-operator";
    private static final String OPERATOR = "openshift-cloud-controller-manager-operator";
    private static final String ACCOUNT =
            "/api/v1/namespaces/" + OPERATOR + "/serviceaccounts/cluster-cloud-controller-manager";
    private static final KubernetesObject DEPLOYMENT = manifest("""
            {apiVersion: apps/v1, kind: Deployment,
             metadata: {name: cluster-cloud-controller-manager-operator, namespace: %s}}""".formatted(OPERATOR));
    private static final KubernetesObject CLUSTER_OPERATOR = manifest(
            "{apiVersion: config.openshift.io/v1, kind: ClusterOperator, metadata: {name: cloud-controller-manager}}");

    @TempDir
    Path data;

    @TempDir
    Path folder;

    private Chart chart;
    private ApiServer server;
    private Path kubeconfig;

    @BeforeAll
    static void findHelm() {
        Chart.assumeHelm();
    }

    @BeforeEach
    void start() {
        chart = new Chart(folder);
        server = ApiServer.start(data);
        kubeconfig = server.kubeconfig(server.uri());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void installsAllThatOperatorRequiresOnPlainKubernetes() throws IOException {
        NodeFilter.SAMPLES.forEach(node -> accepted(server.admin().create(node)));
        assertThatThrownBy(() -> install("{}")).hasMessageContaining("ServiceMonitor");
        assertThat(server.admin().read(DEPLOYMENT).status())
                .as("of a release without kinds")
                .isEqualTo(404);

        Release release = install(Chart.KUBERNETES);

        assertThat(release.getStatus()).isEqualTo("deployed");
        assertThat(release.getOutput()).contains("kubectl get clusteroperator cloud-controller-manager");
        try (OperatorUnderTest operator = startOperator()) {
            awaitAvailable(operator);
            operator.awaitReady();
            assertThat(images()).containsExactly("registry.example.com/cloudcontrollermanageraws:1");
            assertThat(healthTest(operator)).contains("/healthz of ccm-operator: 200 OK");
            assertRunsOnNodesOfKubeadmWithoutTheirFiles(awsDeployment());
            assertRunsOnNodesOfKubeadmWithoutTheirFiles(
                    server.admin().read(DEPLOYMENT).object());

            Release upgraded = upgrade("""
                    {crds: {install: true}, platform: AWS, infrastructureName: sample-1, topology: SingleReplica,
                     images: {cloudControllerManagerAWS: "registry.example.com/aws:2"},
                     proxy: {httpsProxy: "http://proxy.example.com:3128"}}""");

            assertThat(upgraded.getRevision()).isEqualTo("2");
            // In the cluster the kubelet does this.
            writeImages();
            await("the upgrade").atMost(PATIENCE).untilAsserted(() -> {
                assertThat(images()).containsExactly("registry.example.com/aws:2");
                KubernetesObject deployment = awsDeployment();
                assertThat(deployment.fields().at("spec", "replicas")).isEqualTo(1L);
                assertThat(deployment.containers().get(0).get("env").toString()).contains("proxy.example.com");
            });
            awaitAvailable(operator);
            assertThat(refusedRequests()).isEmpty();
            // By them Calico's operator and others recognize OpenShift.
            assertThat(requests())
                    .extracting(AuditedRequest::resource)
                    .contains("infrastructures")
                    .doesNotContain("clusterversions", "kubecontrollermanagers");
            assertThat(kinds())
                    .isNotEmpty()
                    .noneMatch(
                            kind -> kind.startsWith("clusterversions.") || kind.startsWith("kubecontrollermanagers."));
        }

        assertThat(uninstall()).contains(RELEASE);

        assertThat(server.admin().read(DEPLOYMENT).status()).isEqualTo(404);
        assertThat(server.admin()
                        .get("/apis/config.openshift.io/v1/infrastructures/cluster")
                        .status())
                .isEqualTo(404);
        assertThat(isLeftAlone(OPERATOR)).isFalse();
        assertThat(isLeftAlone("openshift-cloud-controller-manager")).isFalse();
        // What users have put there, kinds, and what the operator has made of them outlast the release.
        assertThat(isLeftAlone("openshift-config")).isTrue();
        assertThat(isLeftAlone("openshift-config-managed")).isTrue();
        assertThat(server.admin().read(CLUSTER_OPERATOR).accepted()).isTrue();
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
        KubernetesObject job = hook();
        accepted(server.admin().dryRun().create(job));
        List<String> command = ((List<?>) FieldReader.of(job.fields()
                                .maps("spec", "template", "spec", "containers")
                                .get(0))
                        .at("command"))
                .stream()
                        .map(word -> word.toString().replace("9259", String.valueOf(operator.healthPort())))
                        .toList();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.onExit().join().exitValue() + " " + printed;
    }

    /** The test of the release as Helm has recorded it. */
    private KubernetesObject hook() throws IOException {
        String release = accepted(server.admin()
                        .get("/api/v1/namespaces/kube-system/secrets/sh.helm.release.v1." + RELEASE + ".v1"))
                .object()
                .fields()
                .string("data", "release");
        byte[] compressed = Base64.getDecoder().decode(Base64.getDecoder().decode(release));
        String record = new String(
                new GZIPInputStream(new ByteArrayInputStream(compressed)).readAllBytes(), StandardCharsets.UTF_8);
        List<Map<String, Object>> hooks =
                FieldReader.of(JsonReader.read(record)).maps("hooks");
        assertThat(hooks).hasSize(1);
        assertThat(hooks.get(0)).containsEntry("events", List.of("test"));
        return manifest((String) hooks.get(0).get("manifest"));
    }

    @Test
    void keepsKindsOfOpenShiftAndLeavesCloudControllerManagersWhenUninstalled() {
        loadOpenShift();
        List<String> kinds = kinds();
        String managed = "openshift-cloud-controller-manager";
        List.of(OPERATOR, managed).forEach(this::createNamespaceThatHelmOwns);
        KubernetesObject credentials =
                manifest("{apiVersion: v1, kind: Secret, metadata: {name: aws-cloud-credentials, namespace: %s}}"
                        .formatted(managed));
        accepted(server.admin().create(credentials));

        assertThat(install("{releaseVersion: 4.20.0}").getStatus()).isEqualTo("deployed");

        assertThat(kinds()).isEqualTo(kinds);
        assertThat(chart.rendered("{releaseVersion: 4.20.0}"))
                .allSatisfy(object ->
                        assertThat(server.admin().read(object).refusal()).isEmpty());
        assertThat(server.admin()
                        .get("/apis/config.openshift.io/v1/infrastructures/cluster")
                        .status())
                .isEqualTo(404);

        assertThat(uninstall()).contains(RELEASE);

        assertThat(server.admin().read(DEPLOYMENT).status()).isEqualTo(404);
        assertThat(isLeftAlone(OPERATOR)).isTrue();
        assertThat(isLeftAlone(managed)).isTrue();
        assertThat(server.admin().read(credentials).accepted()).isTrue();
        assertThat(chart.rendered("{releaseVersion: 4.20.0}"))
                .filteredOn(object -> object.name().equals("cloud-controller-manager"))
                .filteredOn(object -> !object.kind().equals("ServiceMonitor"))
                .hasSizeGreaterThan(8)
                .allSatisfy(object ->
                        assertThat(server.admin().read(object).refusal()).isEmpty());
    }

    /** As {@code helm install --take-ownership} leaves a namespace of the Cluster Version Operator. */
    private void createNamespaceThatHelmOwns(String name) {
        accepted(server.admin().create(manifest("""
                apiVersion: v1
                kind: Namespace
                metadata:
                  name: %s
                  labels: {app.kubernetes.io/managed-by: Helm}
                  annotations: {meta.helm.sh/release-name: %s, meta.helm.sh/release-namespace: kube-system}
                """.formatted(name, RELEASE))));
    }

    @Test
    void installsAndUpgradesEveryValueOfPodAndCluster() {
        String values = """
                crds: {install: true, besideCalico: true}
                platform: VSphere
                platformSpec: {vsphere: {vcenters: [{server: vc.example.com, datacenters: [a]}]}}
                platformStatus: {vsphere: {apiServerInternalIPs: [10.0.0.1]}}
                infrastructureName: "007"
                serviceNetwork: [10.96.0.0/12]
                featureGates: [VSphereMixedNodeEnv]
                cloudConfig: "global: {}"
                proxy: {httpProxy: "http://proxy:3128", noProxy: .svc, trustedCA: user-ca-bundle}
                image: {repository: registry.example.com/ccm-operator, tag: "%s", pullPolicy: Always}
                imagePullSecrets: [{name: registry}]
                networkPolicy: {enabled: %s}
                serviceAccount: {annotations: {a: b}}
                log: {level: 4, format: json}
                extraArgs: ["--controllers=ccm"]
                extraEnv: [{name: NODE_NAME, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}]
                podAnnotations: {a: b}
                podLabels: {team: cloud}
                nodeSelector: {pool: infra}
                tolerations: [{key: infra, operator: Exists, effect: NoExecute}]
                affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [
                  {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {team: other}}}]}}
                priorityClassName: system-cluster-critical
                revisionHistoryLimit: 2
                resources: {requests: {cpu: 20m}, limits: {memory: 200Mi}}
                metrics: {dashboard: true, certificateSecret: issued}
                """;
        loadCalico();
        assertThatThrownBy(() ->
                        install(values.formatted("v1", true).replace("besideCalico: true", "besideCalico: false")))
                .hasMessageContaining("crds.install: Calico's operator (operator.tigera.io/v1) before v1.38");
        install(values.formatted("v1", true));

        assertThat(chart.rendered(values.formatted("v1", true)))
                .filteredOn(object -> object.apiVersion().startsWith("config.openshift.io/"))
                .hasSize(5)
                .allSatisfy(object -> {
                    KubernetesObject live =
                            accepted(server.admin().read(object)).object();
                    assertThat(live.fields().at("spec"))
                            .isEqualTo(object.fields().at("spec"));
                    assertThat(live.fields().at("status"))
                            .isEqualTo(object.fields().at("status"));
                });

        assertThat(upgrade(values.formatted("v2", false)).getStatus()).isEqualTo("deployed");

        KubernetesObject deployment = accepted(server.admin().read(DEPLOYMENT)).object();
        assertThat(deployment.containers().get(0)).containsEntry("image", "registry.example.com/ccm-operator:v2");
        assertThat(deployment.podSpec())
                .containsEntry("nodeSelector", Map.of("pool", "infra"))
                .containsEntry("imagePullSecrets", List.of(Map.of("name", "registry")))
                .containsEntry("priorityClassName", "system-cluster-critical");
        assertThat(server.admin()
                        .get("/apis/networking.k8s.io/v1/namespaces/" + OPERATOR + "/networkpolicies/default-deny")
                        .status())
                .isEqualTo(404);
        assertThat(uninstall()).contains(RELEASE);
        assertThat(server.admin().read(DEPLOYMENT).status()).isEqualTo(404);
    }

    /** The kind by which the chart sees Calico's operator. */
    private void loadCalico() {
        accepted(server.admin().create(manifest("""
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: installations.operator.tigera.io}
                spec:
                  group: operator.tigera.io
                  scope: Cluster
                  names: {kind: Installation, plural: installations, singular: installation}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
                """)));
        await("the kind")
                .until(() -> server.admin().get("/apis/operator.tigera.io/v1").accepted());
    }

    private void loadOpenShift() {
        CustomResources.load(server.admin());
        Stream.of("openshift-config", "openshift-config-managed", "openshift-monitoring")
                .forEach(name -> accepted(server.admin()
                        .create(manifest("{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(name)))));
    }

    private boolean isLeftAlone(String namespace) {
        ApiAnswer answer = server.admin().get("/api/v1/namespaces/" + namespace);
        return answer.accepted()
                && answer.object()
                        .fields()
                        .string("metadata", "deletionTimestamp")
                        .isEmpty();
    }

    private Release install(String values) {
        InstallCommand install = Chart.helm()
                .install()
                .withName(RELEASE)
                .withNamespace("kube-system")
                .withKubeConfig(kubeconfig)
                .withValuesFile(chart.file(values));
        return install.call();
    }

    private Release upgrade(String values) {
        UpgradeCommand upgrade = Chart.helm()
                .upgrade()
                .withName(RELEASE)
                .withNamespace("kube-system")
                .withKubeConfig(kubeconfig)
                .withValuesFile(chart.file(values));
        return upgrade.call();
    }

    private String uninstall() {
        return Helm.uninstall(RELEASE)
                .withNamespace("kube-system")
                .withKubeConfig(kubeconfig)
                .call();
    }

    /** Starts the program as the Deployment of the release says, with files and ports of this machine. */
    private OperatorUnderTest startOperator() throws IOException {
        KubernetesObject deployment = accepted(server.admin().read(DEPLOYMENT)).object();
        KubernetesObject container =
                new KubernetesObject(deployment.containers().get(0));
        List<String> flags = new ArrayList<>(((List<?>) container.fields().at("args"))
                .stream()
                        .map(Object::toString)
                        .filter(flag -> flag.startsWith("--leader-elect") || flag.startsWith("--distribution"))
                        .toList());
        flags.add("--images-json=" + writeImages());
        flags.add("--system-trust-bundle=" + Files.writeString(folder.resolve("system.pem"), Certificates.pem("ca-1")));
        flags.add("--kubeconfig=" + server.kubeconfig(server.uri(), token()));
        return OperatorUnderTest.start(
                folder,
                FieldReader.of(container.fields().maps("env").get(0)).string("value"),
                List.of("*"),
                flags.toArray(String[]::new));
    }

    /** images.json as the pod has it. */
    private Path writeImages() throws IOException {
        KubernetesObject images = accepted(server.admin()
                        .get("/api/v1/namespaces/" + OPERATOR + "/configmaps/cloud-controller-manager-images"))
                .object();
        return Files.writeString(folder.resolve("images.json"), images.fields().string("data", "images.json"));
    }

    private String token() {
        return accepted(server.admin()
                        .post(
                                ACCOUNT + "/token",
                                manifest("{apiVersion: authentication.k8s.io/v1, kind: TokenRequest, spec: {}}")))
                .object()
                .fields()
                .string("status", "token");
    }

    private List<AuditedRequest> requests() {
        return server.audit()
                .of(accepted(server.admin().get(ACCOUNT)).object().fields().string("metadata", "uid"));
    }

    private List<String> refusedRequests() {
        assertThat(requests()).isNotEmpty();
        return requests().stream()
                .filter(request -> request.status() == 403)
                .map(Object::toString)
                .toList();
    }

    private void awaitAvailable(OperatorUnderTest operator) {
        await("Available").atMost(PATIENCE).untilAsserted(() -> {
            new Workloads(server.admin()).rollOut();
            KubernetesObject live = server.admin().read(CLUSTER_OPERATOR).object();
            assertThat(live.fields().maps("status", "conditions"))
                    .as(operator.log())
                    .isNotEmpty();
            assertThatCondition(live, AVAILABLE).isTrue();
            assertThatCondition(live, PROGRESSING).isFalse();
            assertThatCondition(live, DEGRADED).isFalse();
        });
    }

    private KubernetesObject awsDeployment() {
        return accepted(server.admin()
                        .get("/apis/apps/v1/namespaces/openshift-cloud-controller-manager/deployments/"
                                + "aws-cloud-controller-manager"))
                .object();
    }

    private List<Object> images() {
        return awsDeployment().containers().stream()
                .map(container -> container.get("image"))
                .toList();
    }

    private List<String> kinds() {
        return accepted(server.admin().get("/apis/apiextensions.k8s.io/v1/customresourcedefinitions"))
                .object()
                .fields()
                .maps("items")
                .stream()
                .map(KubernetesObject::new)
                .map(kind -> kind.name() + " " + kind.fields().string("metadata", "uid") + " "
                        + kind.fields().at("metadata", "generation"))
                .toList();
    }

    private static ApiAnswer accepted(ApiAnswer answer) {
        assertThat(answer.refusal()).isEmpty();
        return answer;
    }
}
