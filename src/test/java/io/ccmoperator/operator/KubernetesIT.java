// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.YamlText.manifest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.PackagedProgram;
import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.CustomResources;
import io.ccmoperator.apiserver.LocalProcess;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.certificates.Certificates;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cluster that has nothing of OpenShift, described by the CloudControllerManager {@code cluster}. */
@RequiresApiServer
@Tag("packaged")
class KubernetesIT {
    private static final Duration PATIENCE = OpenShiftCluster.PATIENCE;

    /** The next resync is after ten minutes. */
    private static final Duration SECONDS = Duration.ofSeconds(15);

    private static final String MANAGED = "cloud-controller-manager";
    private static final String OPERATOR = "ccm-operator";
    private static final KubernetesObject OBJECT =
            manifest("{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster}}");
    private static final KubernetesObject DEPLOYMENT =
            object("apps/v1", "Deployment", MANAGED, "aws-cloud-controller-manager");
    private static final KubernetesObject CLOUD_CONF = object("v1", "ConfigMap", MANAGED, "cloud-conf");
    private static final KubernetesObject SECRET_CLOUD_CONF = object("v1", "Secret", MANAGED, "cloud-conf");
    private static final KubernetesObject TRUSTED_CA = object("v1", "ConfigMap", MANAGED, "ccm-trusted-ca");
    private static final String PROVIDERS =
            "alibaba, aws, azure, azurestack, digitalocean, exoscale, gcp, hetzner, ibm, kubevirt, linode, nutanix,"
                    + " openstack, oracle, outscale, powervs, proxmox, scaleway, stackit, vsphere, vultr";

    private static final String AWS = "provider: aws, name: sample-1";

    private static ApiServer server;
    private static Workloads workloads;
    private static List<String> before;

    @TempDir
    static Path folder;

    private static OperatorUnderTest operator;

    @BeforeAll
    static void startServer(@TempDir Path data) {
        server = ApiServer.start(data);
        CustomResources.loadOwn(server.admin());
        List.of(MANAGED, OPERATOR)
                .forEach(name -> put("{apiVersion: v1, kind: Namespace, metadata: {name: " + name + "}}"));
        workloads = new Workloads(server.admin(), MANAGED);
        before = clusterScoped();
    }

    @AfterAll
    static void stop() {
        stopOperator();
        server.close();
    }

    private static void stopOperator() {
        if (operator != null) {
            operator.close();
            operator = null;
        }
    }

    @BeforeEach
    void startOperator() throws IOException {
        if (operator == null) {
            startOperator("1");
        }
    }

    private static void startOperator(String tag) throws IOException {
        Path system = Files.writeString(folder.resolve("system.pem"), Certificates.pem("ca-5"));
        operator = OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                List.of("*"),
                "--distribution=kubernetes",
                "--namespace=" + MANAGED,
                "--leader-elect-resource-namespace=" + OPERATOR,
                "--kubeconfig=" + kubeconfig(),
                Images.of(folder, tag).flag(),
                "--system-trust-bundle=" + system);
    }

    /** Also of a test that has failed. */
    @AfterEach
    void deleteObject() {
        if (exists(OBJECT)) {
            delete();
        }
    }

    private static Path kubeconfig() {
        return server.kubeconfig(server.uri());
    }

    private static KubernetesObject object(String apiVersion, String kind, String namespace, String name) {
        return manifest("{apiVersion: %s, kind: %s, metadata: {namespace: %s, name: %s}}"
                .formatted(apiVersion, kind, namespace, name));
    }

    private static void put(String yaml) {
        OpenShiftCluster.accepted(server.admin().apply(manifest(yaml)));
    }

    private static KubernetesObject live(KubernetesObject object) {
        return server.admin().read(object).object();
    }

    private static boolean exists(KubernetesObject object) {
        return server.admin().read(object).status() == 200;
    }

    private static ApiAnswer set(String spec) {
        KubernetesObject object = OBJECT.copy();
        object.tree().put("spec", manifest("{spec: {" + spec + "}}").fields().map("spec"));
        return server.admin().apply(object);
    }

    private static void describe(String cluster) {
        assertThat(set("cluster: {" + cluster + "}").refusal()).isEmpty();
    }

    /** As another client, which may be late. */
    private static void edit(Consumer<KubernetesObject> change, boolean ofStatus) {
        await("no conflict").atMost(PATIENCE).until(() -> {
            KubernetesObject edited = live(OBJECT);
            change.accept(edited);
            ApiAnswer answer = ofStatus
                    ? server.admin().replaceStatus(edited)
                    : server.admin().replace(edited);
            return answer.accepted();
        });
    }

    private static String condition(String type) {
        return live(OBJECT).fields().maps("status", "conditions").stream()
                .filter(condition -> type.equals(condition.get("type")))
                .map(condition -> condition.get("status") + " " + condition.getOrDefault("message", ""))
                .findFirst()
                .orElse("");
    }

    private static void awaitAvailable() {
        await("Available").atMost(PATIENCE).untilAsserted(() -> {
            workloads.rollOut();
            KubernetesObject live = live(OBJECT);
            assertThat(live.fields().at("status", "observedGeneration"))
                    .isEqualTo(live.fields().at("metadata", "generation"));
            assertThat(condition("Available")).startsWith("True");
            assertThat(condition("Progressing")).startsWith("False");
            assertThat(condition("Degraded")).startsWith("False");
            assertThat(condition("Ready")).startsWith("True");
            assertThat(live.fields().maps("status", "conditions"))
                    .extracting(condition -> condition.get("observedGeneration"))
                    .containsOnly(live.fields().at("metadata", "generation"));
        });
    }

    private static void delete() {
        OpenShiftCluster.accepted(server.admin().delete(OBJECT));
        await("the object to go").atMost(PATIENCE).until(() -> !exists(OBJECT));
    }

    /** What providers have beside their namespace. */
    private static List<String> clusterScoped() {
        List<String> objects = new ArrayList<>();
        for (String path : List.of(
                "/apis/rbac.authorization.k8s.io/v1/clusterroles",
                "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
                "/apis/rbac.authorization.k8s.io/v1/namespaces/kube-system/roles",
                "/apis/rbac.authorization.k8s.io/v1/namespaces/kube-system/rolebindings",
                "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
                "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings")) {
            OpenShiftCluster.accepted(server.admin().get(path)).object().fields().maps("items").stream()
                    .map(KubernetesObject::new)
                    .forEach(item -> objects.add(path + "/" + item.name()));
        }
        return objects;
    }

    private static List<String> ofNamespace() {
        List<String> objects = new ArrayList<>();
        for (String path : List.of(
                "/api/v1/namespaces/%s/configmaps",
                "/api/v1/namespaces/%s/serviceaccounts",
                "/api/v1/namespaces/%s/services",
                "/api/v1/namespaces/%s/secrets",
                "/apis/apps/v1/namespaces/%s/deployments",
                "/apis/apps/v1/namespaces/%s/daemonsets",
                "/apis/policy/v1/namespaces/%s/poddisruptionbudgets",
                "/apis/rbac.authorization.k8s.io/v1/namespaces/%s/roles",
                "/apis/rbac.authorization.k8s.io/v1/namespaces/%s/rolebindings")) {
            OpenShiftCluster.accepted(server.admin().get(path.formatted(MANAGED)))
                    .object()
                    .fields()
                    .maps("items")
                    .stream()
                    .map(KubernetesObject::new)
                    .filter(item -> !List.of("kube-root-ca.crt", "default").contains(item.name()))
                    .forEach(item -> objects.add(path + "/" + item.name()));
        }
        return objects;
    }

    private static Map<String, Long> generationsAfter(Runnable change) {
        Map<String, Long> earlier = workloads.generations();
        change.run();
        await("a rollout").atMost(PATIENCE).until(() -> !workloads.generations().equals(earlier));
        awaitAvailable();
        Map<String, Long> steps = new LinkedHashMap<>();
        workloads
                .generations()
                .forEach((name, generation) -> steps.put(name, generation - earlier.getOrDefault(name, 0L)));
        return steps;
    }

    @Test
    void installsRunsAndRemovesWithoutAnyRequestForKindsOfOpenShift() {
        operator.awaitReady();
        // Of other tests, with a command that looks for an Infrastructure.
        int earlier = server.audit().of("admin").size();
        describe(AWS + ", controlPlaneTopology: HighlyAvailable, proxy: {httpsProxy: \"http://proxy:3128\"}");
        awaitAvailable();

        KubernetesObject live = live(OBJECT);
        assertThat(live.fields().string("status", "provider")).isEqualTo("aws");
        assertThat(live.fields().string("status", "version")).isEqualTo(OpenShiftCluster.VERSION);
        assertThat(live.fields().maps("status", "objects"))
                .contains(
                        state("apps", "Deployment", DEPLOYMENT.name(), "Complete"),
                        state("", "ConfigMap", "cloud-conf", "Applied"),
                        state("", "ConfigMap", "ccm-trusted-ca", "Applied"));
        assertThat(live.fields().maps("status", "conditions"))
                .extracting(condition -> condition.get("type"))
                .containsExactly("Ready", "Available", "Progressing", "Degraded", "CloudConfigReady", "TrustedCAReady");
        assertThat(condition("CloudConfigReady")).isEqualTo("True ConfigMap " + MANAGED + "/cloud-conf is up to date");
        assertThat(condition("TrustedCAReady"))
                .isEqualTo("True ConfigMap " + MANAGED + "/ccm-trusted-ca is up to date");
        assertThat(live(DEPLOYMENT).containers().get(0).get("env").toString()).contains("http://proxy:3128");
        assertThat(live(DEPLOYMENT).fields().at("spec", "replicas")).isEqualTo(2L);
        assertThat(clusterScoped()).hasSizeGreaterThan(before.size());

        delete();

        assertThat(clusterScoped()).isEqualTo(before);
        assertThat(ofNamespace()).isEmpty();
        List<AuditedRequest> requests = server.audit().of("admin");
        assertThat(requests.subList(earlier, requests.size()))
                .isNotEmpty()
                .extracting(AuditedRequest::group)
                .noneMatch(group -> group.endsWith("openshift.io"));
    }

    private static Map<String, Object> state(String group, String kind, String name, String state) {
        return Map.of("group", group, "kind", kind, "namespace", MANAGED, "name", name, "state", state);
    }

    /** Long before the time is over for which a failure that may pass is tolerated. */
    @Test
    void degradesAtOnceForInvalidConfiguration() {
        describe(AWS);
        awaitAvailable();
        put("{apiVersion: v1, kind: ConfigMap, metadata: {namespace: ccm-operator, name: mine},"
                + " data: {aws.conf: \"[Global\\n\"}}");

        describe(AWS + ", cloudConfig: {configMap: {name: mine, key: aws.conf}}");

        await("the conditions").atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            assertThat(condition("CloudConfigReady"))
                    .startsWith("False ConfigMap ccm-operator/mine, key aws.conf: line 1");
            assertThat(condition("Degraded"))
                    .isEqualTo("True " + condition("CloudConfigReady").substring("False ".length()));
            assertThat(condition("Ready")).isEqualTo(condition("CloudConfigReady"));
            assertThat(condition("Available")).startsWith("True");
        });
    }

    /** Nothing runs then, however healthy it was before. */
    @Test
    void isUnavailableAtOnceWhenDeletedDeploymentMayNotBeCreatedAgain() {
        describe(AWS);
        awaitAvailable();
        put("""
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicy
                metadata: {name: no-deployments}
                spec:
                  failurePolicy: Fail
                  matchConstraints:
                    resourceRules:
                      - {apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments]}
                  validations: [{expression: 'false', message: no Deployment here, reason: Forbidden}]
                """);
        put("""
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicyBinding
                metadata: {name: no-deployments}
                spec: {policyName: no-deployments, validationActions: [Deny]}
                """);
        try {
            awaitRefusal();
            OpenShiftCluster.accepted(server.admin().delete(DEPLOYMENT));

            await("the conditions").atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                assertThat(condition("Available")).startsWith("False").contains("no Deployment here");
                assertThat(condition("Degraded")).startsWith("True").contains("no Deployment here");
                assertThat(condition("Ready")).startsWith("False").contains("no Deployment here");
                assertThat(live(OBJECT).fields().maps("status", "objects"))
                        .contains(state("apps", "Deployment", DEPLOYMENT.name(), "Missing"));
            });
        } finally {
            List.of("ValidatingAdmissionPolicyBinding", "ValidatingAdmissionPolicy")
                    .forEach(kind -> OpenShiftCluster.accepted(server.admin()
                            .delete(manifest("{apiVersion: admissionregistration.k8s.io/v1, kind: " + kind
                                    + ", metadata: {name: no-deployments}}"))));
        }
        awaitAvailable();
        assertThat(condition("Ready")).startsWith("True");
    }

    /** The API server compiles a policy some time after it was created. */
    private static void awaitRefusal() {
        KubernetesObject probe = manifest("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {namespace: ccm-operator, name: probe}
                spec:
                  selector: {matchLabels: {a: b}}
                  template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: a}]}}
                """);
        await("the policy").atMost(PATIENCE).until(() -> {
            if (!server.admin().apply(probe).accepted()) {
                return true;
            }
            server.admin().delete(probe);
            return false;
        });
    }

    /** Long before the next resync, which is after ten minutes. */
    @Test
    void followsNumberOfControlPlaneNodes() {
        node("first", "control-plane");
        node("worker", "worker");
        describe(AWS);
        awaitAvailable();
        // The watch may report the node after the object.
        awaitReplicas(1, PATIENCE);
        Object template = live(DEPLOYMENT).fields().at("spec", "template");

        node("second", "control-plane");
        awaitReplicas(2, SECONDS);
        awaitAvailable();
        node("another-worker", "worker");

        deleteNode("second");
        await("the end of the Pod of the node")
                .during(Duration.ofSeconds(5))
                .atMost(SECONDS.plusSeconds(5))
                .until(() -> Long.valueOf(2).equals(live(DEPLOYMENT).fields().at("spec", "replicas")));
        new Workloads(server.admin(), MANAGED).reboot();
        awaitReplicas(1, SECONDS);
        assertThat(live(DEPLOYMENT).fields().at("spec", "template"))
                .as("no Pod is replaced")
                .isEqualTo(template);
        List.of("first", "worker", "another-worker").forEach(KubernetesIT::deleteNode);
    }

    /** Nodes with the role are not asked for where there are none, and are again where the topology says so. */
    @Test
    void asksForNoNodeOfControlPlaneWithTopologyExternal() {
        describe(AWS + ", controlPlaneTopology: External");
        awaitAvailable();
        assertThat(live(DEPLOYMENT).fields().at("spec", "replicas")).isEqualTo(2L);
        assertThat(live(DEPLOYMENT).podSpec()).containsEntry("nodeSelector", Map.of("kubernetes.io/os", "linux"));
        assertThat(live(DEPLOYMENT).fields().map("spec", "template", "spec", "affinity"))
                .containsOnlyKeys("podAntiAffinity");

        assertThat(generationsAfter(() -> describe(AWS + ", controlPlaneTopology: HighlyAvailable")))
                .containsExactly(Map.entry(DEPLOYMENT.name(), 1L));

        assertThat(live(DEPLOYMENT).podSpec()).doesNotContainKey("nodeSelector");
        assertThat(live(DEPLOYMENT).fields().map("spec", "template", "spec", "affinity"))
                .containsOnlyKeys("podAntiAffinity", "nodeAffinity");
    }

    private static void awaitReplicas(long replicas, Duration patience) {
        await(replicas + " replicas")
                .atMost(patience)
                .until(() ->
                        Long.valueOf(replicas).equals(live(DEPLOYMENT).fields().at("spec", "replicas")));
    }

    private static void node(String name, String role) {
        put("{apiVersion: v1, kind: Node, metadata: {name: %s, labels: {node-role.kubernetes.io/%s: ''}}}"
                .formatted(name, role));
    }

    private static void deleteNode(String name) {
        OpenShiftCluster.accepted(
                server.admin().delete(manifest("{apiVersion: v1, kind: Node, metadata: {name: " + name + "}}")));
    }

    @Test
    void keepsRestartByKubectl() {
        describe(AWS + ", controlPlaneTopology: HighlyAvailable");
        awaitAvailable();

        Map<String, Long> rollouts = generationsAfter(() -> OpenShiftCluster.accepted(server.admin()
                .apply(manifest("{apiVersion: apps/v1, kind: Deployment, metadata: {name: %s, namespace: %s},"
                                .formatted(DEPLOYMENT.name(), MANAGED)
                        + " spec: {template: {metadata: {annotations:"
                        + " {kubectl.kubernetes.io/restartedAt: '2026-01-02T03:04:05Z'}}}}}"))));

        assertThat(rollouts).containsEntry(DEPLOYMENT.name(), 1L);
        edit(object -> object.fields().map("spec").put("logLevel", "Debug"), false);
        awaitAvailable();
        assertThat(live(DEPLOYMENT)
                        .fields()
                        .string("spec", "template", "metadata", "annotations", "kubectl.kubernetes.io/restartedAt"))
                .isEqualTo("2026-01-02T03:04:05Z");
    }

    @Test
    void replacesPodsOnceWhenDescriptionChanges() {
        describe(AWS);
        awaitAvailable();

        assertThat(generationsAfter(() -> describe(AWS + ", proxy: {httpProxy: \"http://other:3128\"}")))
                .containsExactly(Map.entry(DEPLOYMENT.name(), 1L));
        assertThat(generationsAfter(() -> assertThat(set("logLevel: Trace, cluster: {" + AWS
                                        + ", proxy: {httpProxy: \"http://other:3128\"}}")
                                .refusal())
                        .isEmpty()))
                .containsExactly(Map.entry(DEPLOYMENT.name(), 1L));
        assertThat(live(DEPLOYMENT).containers().get(0).get("args").toString()).contains("-v=6");
        assertThat(generationsAfter(() -> describe(AWS))).containsExactly(Map.entry(DEPLOYMENT.name(), 1L));
    }

    /** The file of images is looked at every five seconds, and a mounted one changes a minute after its ConfigMap. */
    @Test
    void runsImageOfObjectAtOnceAndReplacesPodsOnce() {
        String cluster = ", cluster: {" + AWS + "}";
        describe(AWS);
        awaitAvailable();
        assertThat(live(OBJECT).fields().map("status", "controllerManager"))
                .isEqualTo(Map.of(
                        "image",
                        "registry/cloudControllerManagerAWS:1",
                        "imageSource",
                        "images.json, cloudControllerManagerAWS"));

        Map<String, Long> rollouts = generationsAfter(() -> {
            assertThat(set("controllerManager: {image: 'registry/own:2'}" + cluster)
                            .refusal())
                    .isEmpty();
            // Long before a rollout is looked at again without an event, after 30 seconds.
            await("the image at once")
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> "registry/own:2"
                            .equals(live(DEPLOYMENT).containers().get(0).get("image")));
        });

        assertThat(rollouts).containsExactly(Map.entry(DEPLOYMENT.name(), 1L));
        assertThat(live(OBJECT).fields().map("status", "controllerManager"))
                .isEqualTo(Map.of("image", "registry/own:2", "imageSource", "spec.controllerManager.image"));
        assertThat(live(OBJECT).fields().map("status")).doesNotContainKey("nodeManager");
        assertThat(generationsAfter(() -> describe(AWS))).containsExactly(Map.entry(DEPLOYMENT.name(), 1L));
        assertThat(live(DEPLOYMENT).containers().get(0).get("image")).isEqualTo("registry/cloudControllerManagerAWS:1");
    }

    @Test
    void saysWhichFieldNamesMissingImage() throws IOException {
        Map<String, Object> others = Images.all("1");
        others.remove("cloudControllerManagerIBM");
        new Images(folder.resolve("images.json")).write(others);
        put(
                "{apiVersion: v1, kind: ConfigMap, metadata: {namespace: ccm-operator, name: ibm}, data: {cloud.conf: \"[global]\\nversion = 1.1.0\\n\"}}");

        describe("provider: ibm, name: sample-1, cloudConfig: {configMap: {name: ibm, key: cloud.conf}}");
        await("the message")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(condition("Degraded"))
                        .startsWith("True")
                        .endsWith(
                                "CloudControllerManager cluster: spec.controllerManager.image: is missing; set it to the"
                                        + " image of provider ibm, or add cloudControllerManagerIBM to images.json"));
        Images.of(folder, "1");
    }

    @Test
    void choosesImageByVersionOfServer() {
        String version = version();
        Map<String, Object> others = Images.all("1");
        others.remove("cloudControllerManagerAWS");
        new Images(folder.resolve("images.json")).write(others);

        describe(AWS);
        awaitAvailable();

        Object chosen = live(DEPLOYMENT).containers().get(0).get("image");
        assertThat(chosen.toString())
                .startsWith("registry.k8s.io/provider-aws/cloud-controller-manager:v" + version + ".");
        assertThat(live(OBJECT).fields().map("status", "controllerManager"))
                .isEqualTo(Map.of("image", chosen, "imageSource", "images.yaml of aws, Kubernetes " + version));
        deployOperator();
        assertThat(run(0, "diff", "--images-file=" + folder.resolve("images.json")))
                .contains("no differences");
        assertThat(run(0, "status")).contains(chosen + ", by images.yaml of aws, Kubernetes " + version);
        assertThat(generationsAfter(
                        () -> assertThat(set("controllerManager: {image: 'registry/own:2'}, cluster: {" + AWS + "}")
                                        .refusal())
                                .isEmpty()))
                .containsExactly(Map.entry(DEPLOYMENT.name(), 1L));
        assertThat(live(DEPLOYMENT).containers().get(0).get("image")).isEqualTo("registry/own:2");
        assertThat(generationsAfter(() -> describe(AWS))).containsExactly(Map.entry(DEPLOYMENT.name(), 1L));
        assertThat(live(DEPLOYMENT).containers().get(0).get("image")).isEqualTo(chosen);
        Images.of(folder, "1");
    }

    /** Of Nutanix no release is known that is built for Kubernetes 1.36. */
    @Test
    void warnsOfServerThatIsNewerThanImages() {
        String version = version();
        Map<String, Object> others = Images.all("1");
        others.remove("cloudControllerManagerNutanix");
        new Images(folder.resolve("images.json")).write(others);
        put(
                "{apiVersion: v1, kind: ConfigMap, metadata: {namespace: ccm-operator, name: nutanix}, data: {cloud.conf: '{}'}}");

        describe("provider: nutanix, name: sample-1, cloudConfig: {configMap: {name: nutanix, key: cloud.conf}}");
        awaitAvailable();

        assertThat(condition("Available"))
                .startsWith("True")
                .contains("Kubernetes " + version
                        + " is newer than all versions in images.yaml of nutanix: the image for 1.35"
                        + " is taken; upgrade the operator, or set spec.controllerManager.image");
        assertThat(live(OBJECT).fields().string("status", "controllerManager", "imageSource"))
                .isEqualTo("images.yaml of nutanix, Kubernetes " + version + " by 1.35");
        Images.of(folder, "1");
    }

    /** As the server says it itself; distributions add a sign. */
    private static String version() {
        KubernetesObject version = server.admin().get("/version").object();
        return version.fields().string("major") + "."
                + version.fields().string("minor").replaceFirst("\\D.*", "");
    }

    @Test
    void givesPodsWhatIsSetOfThemButForKeysOfOthers() throws IOException {
        describe(AWS);
        awaitAvailable();

        Map<String, Long> rollouts = generationsAfter(
                () -> assertThat(set("""
                cluster: {%s}, controllerManager: {
                  podMetadata: {labels: {team: a}, annotations: {example.com/b: c}}, priorityClassName: high,
                  hostAliases: [{ip: 10.9.8.7, hostnames: [api.example.com]}],
                  env: [{name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}],
                  affinity: {
                    nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms:
                      [{matchExpressions: [{key: zone, operator: In, values: [a]}]},
                       {matchExpressions: [{key: zone, operator: DoesNotExist}]}]}},
                    podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution:
                      [{weight: 7, podAffinityTerm: {topologyKey: rack, labelSelector: {matchLabels: {a: b}}}}]}}}
                """.formatted(AWS)).refusal()).isEmpty());

        assertThat(rollouts).containsExactly(Map.entry(DEPLOYMENT.name(), 1L));
        KubernetesObject deployment = live(DEPLOYMENT);
        assertThat(deployment.fields().map("spec", "template", "metadata", "labels"))
                .containsEntry("team", "a")
                .containsAllEntriesOf(deployment.fields().map("spec", "selector", "matchLabels"));
        assertThat(deployment.fields().map("spec", "template", "metadata", "annotations"))
                .containsEntry("example.com/b", "c");
        assertThat(deployment.podSpec())
                .containsEntry("priorityClassName", "high")
                .containsEntry(
                        "hostAliases", List.of(Map.of("ip", "10.9.8.7", "hostnames", List.of("api.example.com"))));
        assertThat(deployment.podSpec().get("affinity").toString())
                .contains("key=node-role.kubernetes.io/control-plane, operator=Exists}, {key=zone, operator=In")
                .contains(
                        "key=node-role.kubernetes.io/control-plane, operator=Exists}, {key=zone, operator=DoesNotExist")
                .contains("kubernetes.io/hostname", "weight=7");

        edit(
                object -> object.fields()
                        .map("spec", "controllerManager")
                        .put(
                                "podMetadata",
                                Map.of(
                                        "labels",
                                        Map.of("k8s-app", "mine", "team", "a"),
                                        "annotations",
                                        Map.of("example.com/b", "c", "ccmoperator.io/overrides-hash", "mine"))),
                false);
        await("the refusals")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(condition("Degraded"))
                        .startsWith("True")
                        .contains("spec.controllerManager.podMetadata.labels[k8s-app]: the provider sets this label")
                        .contains("spec.controllerManager.podMetadata.annotations[ccmoperator.io/overrides-hash]: the"
                                + " operator sets this annotation; remove it"));
        stopOperator();
        startOperator("1");
        operator.awaitReady();
        await("the other process")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(operator.log()).contains("labels[k8s-app]"));
        assertThat(live(DEPLOYMENT).fields().at("metadata", "generation"))
                .as("no Pods are replaced for refused keys")
                .isEqualTo(deployment.fields().at("metadata", "generation"));
        edit(object -> object.fields().map("spec").remove("controllerManager"), false);
        awaitAvailable();
        assertThat(live(DEPLOYMENT).tree().toString()).doesNotContain("api.example.com", "team=a", "weight=7");
    }

    @Test
    void takesCloudConfigurationOfConfigMapAndKeepsThatOfSecretInSecret() {
        put("{apiVersion: v1, kind: ConfigMap, metadata: {namespace: ccm-operator, name: mine},"
                + " data: {aws.conf: \"[Global]\\nZone = a\\n\"}}");
        describe(AWS + ", cloudConfig: {configMap: {name: mine, key: aws.conf}}");
        awaitAvailable();
        assertThat(live(CLOUD_CONF).fields().string("data", "cloud.conf"))
                .contains("Zone")
                .contains("a");

        // [Global] Zone = b
        put("{apiVersion: v1, kind: Secret, metadata: {namespace: ccm-operator, name: mine},"
                + " data: {aws.conf: W0dsb2JhbF0KWm9uZSA9IGIK}}");
        generationsAfter(() -> describe(AWS + ", cloudConfig: {secret: {name: mine, key: aws.conf}}"));

        assertThat(live(SECRET_CLOUD_CONF).fields().map("data")).containsOnlyKeys("cloud.conf");
        await("the ConfigMap to go").atMost(PATIENCE).until(() -> !exists(CLOUD_CONF));
        Object first = live(SECRET_CLOUD_CONF).fields().at("data", "cloud.conf");
        // [Global] Zone = c
        generationsAfter(() -> put("{apiVersion: v1, kind: Secret, metadata: {namespace: ccm-operator, name: mine},"
                + " data: {aws.conf: W0dsb2JhbF0KWm9uZSA9IGMK}}"));
        assertThat(live(SECRET_CLOUD_CONF).fields().at("data", "cloud.conf")).isNotEqualTo(first);
        assertThat(live(DEPLOYMENT).podSpec().get("volumes").toString())
                .contains("secretName=cloud-conf-")
                .doesNotContain("configMap={name=cloud-conf");
        generationsAfter(() -> describe(AWS + ", cloudConfig: {configMap: {name: mine, key: aws.conf}}"));
        await("the Secret to go").atMost(PATIENCE).until(() -> !exists(SECRET_CLOUD_CONF));
        assertThat(live(CLOUD_CONF).fields().string("data", "cloud.conf")).contains("a");
        delete();
        assertThat(ofNamespace()).isEmpty();
    }

    @Test
    void trustsAuthoritiesOfConfigMapThatItNames() throws IOException {
        KubernetesObject authorities = object("v1", "ConfigMap", OPERATOR, "authorities");
        authorities.tree().put("data", Map.of("ca.pem", Certificates.pem("ca-6")));
        OpenShiftCluster.accepted(server.admin().apply(authorities));
        describe(AWS + ", trustedCA: {configMap: {name: authorities, key: ca.pem}}");
        awaitAvailable();

        assertThat(live(TRUSTED_CA).fields().string("data", "ca-bundle.crt").split("BEGIN CERTIFICATE"))
                .hasSize(3);
    }

    @Test
    void saysWhichSecretIsMissingUntilItIsThere() {
        KubernetesObject keys = object("v1", "Secret", MANAGED, "keys");
        assertThat(set("credentials: {secretName: keys}, cluster: {" + AWS + "}")
                        .refusal())
                .isEmpty();
        await("the name of the Secret")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(condition("Progressing"))
                        .contains("; Secret cloud-controller-manager/keys (volume aws-credentials of Deployment"
                                + " aws-cloud-controller-manager) does not exist; create it"));

        put("{apiVersion: v1, kind: Secret, metadata: {namespace: %s, name: keys}, data: {credentials: YQ==}}"
                .formatted(MANAGED));
        await("silence")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(condition("Progressing")).doesNotContain("does not exist"));
        awaitAvailable();
        delete();
        OpenShiftCluster.accepted(server.admin().delete(keys));
    }

    @Test
    void saysNothingOfImagesOfObjectBeforeItThatHadAnotherProvider() {
        describe(AWS);
        awaitAvailable();
        assertThat(live(OBJECT).fields().map("status", "controllerManager")).isNotEmpty();
        delete();

        describe("provider: hcloud, name: sample-1");
        await("the failure")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(condition("Ready"))
                        .startsWith("False")
                        .contains("hcloud is no provider that this operator has"));

        assertThat(live(OBJECT).fields().map("status")).doesNotContainKey("controllerManager");
    }

    /** The Secret with the configuration is the only one: it says that the cloud knows the machine. */
    @Test
    void runsWithIdentityOfMachineWithoutSecretAndInitContainer() {
        String config = Base64.getEncoder()
                .encodeToString("{\"useManagedIdentityExtension\": true, \"subscriptionId\": \"s\"}"
                        .getBytes(StandardCharsets.UTF_8));
        put("{apiVersion: v1, kind: Secret, metadata: {namespace: ccm-operator, name: azure}, data: {azure.json: %s}}"
                .formatted(config));
        describe("provider: azure, name: sample-1, cloudConfig: {secret: {name: azure, key: azure.json}}");
        awaitAvailable();

        KubernetesObject deployment = live(object("apps/v1", "Deployment", MANAGED, "azure-cloud-controller-manager"));
        assertThat(deployment.podSpec()).doesNotContainKey("initContainers");
        assertThat(deployment.podSpec().get("volumes").toString())
                .contains("secretName=cloud-conf-", "api://AzureADTokenExchange")
                .doesNotContain("azure-cloud-credentials");
        KubernetesObject keys = object("v1", "Secret", MANAGED, "keys");
        OpenShiftCluster.accepted(server.admin().apply(keys));
        assertThat(generationsAfter(() -> edit(
                        object -> object.fields().map("spec").put("credentials", Map.of("secretName", "keys")), false)))
                .as("node managers have no credentials")
                .isEqualTo(Map.of(deployment.name(), 1L, "azure-cloud-node-manager", 0L));
        assertThat(live(deployment).podSpec().get("volumes").toString()).contains("secretName=keys");
        assertThat(live(deployment).podSpec()).containsKey("initContainers");
        OpenShiftCluster.accepted(server.admin().delete(keys));
        delete();
        assertThat(ofNamespace()).isEmpty();
    }

    /** The API server refuses fields of Linux in Pods for Windows. */
    @Test
    void runsNodeManagerOnWindowsOnlyAsLongAsItIsSet() {
        put("{apiVersion: v1, kind: Secret, metadata: {namespace: ccm-operator, name: azure}, stringData:"
                + " {azure.json: '{\"useManagedIdentityExtension\": true}'}}");
        String cluster =
                "cluster: {provider: azure, name: sample-1, cloudConfig: {secret: {name: azure, key: azure.json}},"
                        + " proxy: {httpsProxy: \"http://proxy:3128\"}, tls: {minVersion: VersionTLS13}}";
        KubernetesObject linux = object("apps/v1", "DaemonSet", MANAGED, "azure-cloud-node-manager");
        KubernetesObject windows = object("apps/v1", "DaemonSet", MANAGED, "azure-cloud-node-manager-windows");
        assertThat(set(cluster).refusal()).isEmpty();
        awaitAvailable();
        assertThat(exists(windows)).isFalse();

        String args = "args: [{name: kube-api-qps, value: \"7\"}]";
        assertThat(set(cluster + ", nodeManager: {windows: true, " + args + "}").refusal())
                .isEmpty();
        await("the second DaemonSet").atMost(PATIENCE).until(() -> exists(windows));
        awaitAvailable();
        Map<String, Object> container = live(windows).containers().get(0);
        Map<String, Object> ofLinux = live(linux).containers().get(0);
        assertThat(container.get("command"))
                .isEqualTo(List.of("$env:CONTAINER_SANDBOX_MOUNT_POINT/cloud-node-manager.exe"));
        assertThat(ofLinux.get("command")).isEqualTo(List.of("/usr/local/bin/cloud-node-manager"));
        assertThat(container.get("args"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .contains("--secure-port=10263", "--tls-min-version=VersionTLS13", "--kube-api-qps=7")
                .isEqualTo(ofLinux.get("args"));
        assertThat(container.get("image")).isEqualTo(ofLinux.get("image"));
        assertThat(container.get("env").toString()).contains("HTTPS_PROXY").doesNotContain("SSL_CERT_FILE");
        assertThat(live(windows).podSpec().get("nodeSelector")).isEqualTo(Map.of("kubernetes.io/os", "windows"));

        assertThat(generationsAfter(() -> edit(
                        object -> object.fields().map("spec", "nodeManager").put("windows", false), false)))
                .as("node managers on Linux stay")
                .containsEntry(linux.name(), 0L);
        assertThat(exists(windows)).isFalse();
        delete();
    }

    @Test
    void refusesNodeManagerOnWindowsOfProviderWithoutOne() {
        assertThat(set("cluster: {" + AWS + "}, nodeManager: {windows: true}").refusal())
                .isEmpty();
        await("the refusal")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(condition("Degraded"))
                        .startsWith("True")
                        .contains("CloudControllerManager cluster: spec.nodeManager.windows: provider aws has no node"
                                + " manager for nodes with Windows; remove the field"));
        delete();
    }

    /** The account is of whoever has installed the operator: other annotations stay. */
    @Test
    void annotatesAccountOfPodsUntilObjectIsDeleted() {
        KubernetesObject account = object("v1", "ServiceAccount", MANAGED, "cloud-controller-manager");
        put("{apiVersion: v1, kind: ServiceAccount, metadata: {namespace: %s, name: cloud-controller-manager,"
                        .formatted(MANAGED)
                + " annotations: {mine: m}}}");
        String cluster = "cluster: {" + AWS + "}";
        String role = "controllerManager: {serviceAccount: {annotations: {example.com/role: r}}}, ";
        assertThat(set(role + cluster).refusal()).isEmpty();
        awaitAvailable();
        awaitAnnotations(account, Map.of("mine", "m", "example.com/role", "r"));

        KubernetesObject changed = live(account);
        changed.fields().map("metadata", "annotations").remove("example.com/role");
        OpenShiftCluster.accepted(server.admin().replace(changed));
        awaitAnnotations(account, Map.of("mine", "m", "example.com/role", "r"));

        assertThat(generationsAfter(() -> assertThat(set(cluster).refusal()).isEmpty()))
                .as("an account is read when a Pod is created")
                .containsExactly(Map.entry(DEPLOYMENT.name(), 1L));
        awaitAnnotations(account, Map.of("mine", "m"));

        assertThat(set(role + cluster).refusal()).isEmpty();
        awaitAnnotations(account, Map.of("mine", "m", "example.com/role", "r"));
        delete();
        awaitAnnotations(account, Map.of("mine", "m"));
        OpenShiftCluster.accepted(server.admin().delete(account));
    }

    private static void awaitAnnotations(KubernetesObject account, Map<String, String> expected) {
        await("annotations")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(live(account).fields().map("metadata", "annotations"))
                        .isEqualTo(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                                                        | spec.cluster.provider is missing; set it to the name of the provider of the cluster's cloud, such as aws
            cluster: {provider: aws, name: a, cloudConfig: {configMap: {name: none, key: k}}} | spec.cluster.cloudConfig: ConfigMap ccm-operator/none does not exist; create it, or name another one
            controllerManager: {args: [{name: cluster-cidr, value: 10.0.0.0/8}]}, cluster: {provider: aws, name: a} | spec.controllerManager.args[cluster-cidr]: the operator sets this flag; remove it: set spec.cluster.network.pods instead
            """)
    void saysWhatIsWrongWithDescription(String spec, String message) {
        assertThat(set(spec.equals("{}") ? "" : spec).refusal()).isEmpty();

        await("the message")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(live(OBJECT)
                                .fields()
                                .maps("status", "conditions")
                                .toString())
                        .contains(message));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            provider: AWS, name: a                               | spec.cluster.provider: Invalid value: "AWS"
            provider: aws                                        | spec.cluster.name
            provider: aws, name: a, azure: {}                     | set azure with the provider azure only, or remove it
            provider: gcp, name: a, vsphere: {}                  | set vsphere with the provider vsphere only, or remove it
            provider: aws, name: a, cloudConfig: {}              | set configMap or secret
            provider: aws, name: a, tls: {cipherSuites: [RC4]}   | Unsupported value: "RC4"
            provider: aws, name: a, network: {pods: [here]}      | spec.cluster.network.pods
            """)
    void isRefusedByServerWhereKindSaysSo(String cluster, String message) {
        ApiAnswer answer = set("cluster: {" + cluster + "}");

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.refusal()).contains(message);
    }

    @Test
    void restoresWhatOthersRemoveFromObject() {
        describe(AWS);
        awaitAvailable();
        KubernetesObject deployment = live(DEPLOYMENT);

        edit(object -> object.fields().map("metadata").remove("finalizers"), false);
        await("the finalizer")
                .atMost(PATIENCE)
                .until(() ->
                        !live(OBJECT).fields().list("metadata", "finalizers").isEmpty());
        edit(object -> object.tree().put("status", Map.of()), true);
        awaitAvailable();

        assertThat(live(OBJECT).fields().maps("status", "objects")).hasSizeGreaterThan(3);
        assertThat(live(DEPLOYMENT).fields().at("metadata", "generation"))
                .isEqualTo(deployment.fields().at("metadata", "generation"));
    }

    @Test
    void appliesAgainWhenObjectIsCreatedAgain() {
        describe(AWS);
        awaitAvailable();
        Object first = live(DEPLOYMENT).fields().at("metadata", "uid");
        delete();

        describe(AWS);
        awaitAvailable();

        assertThat(live(DEPLOYMENT).fields().at("metadata", "uid")).isNotEqualTo(first);
    }

    /** The Deployment of the operator, from which commands take its flags. */
    private static void deployOperator() {
        put("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {namespace: ccm-operator, name: cluster-cloud-controller-manager-operator}
                spec:
                  selector: {matchLabels: {a: b}}
                  template:
                    metadata: {labels: {a: b}}
                    spec:
                      containers:
                        - name: operator
                          image: operator
                          command: [/ccm-operator, run, --distribution=kubernetes, --namespace=cloud-controller-manager,
                                    --leader-elect-resource-namespace=ccm-operator]
                          env: [{name: RELEASE_VERSION, value: 4.20.0}]
                """);
    }

    private static String run(int exitCode, String... arguments) {
        List<String> command = new ArrayList<>(PackagedProgram.command());
        command.addAll(List.of(arguments));
        command.addAll(List.of("--kubeconfig=" + kubeconfig(), "--operator-namespace=" + OPERATOR));
        try (LocalProcess process = LocalProcess.start(folder, arguments[0] + System.nanoTime() + ".log", command)) {
            assertThat(process.exitCode(Duration.ofMinutes(2)))
                    .as(process.printed())
                    .isEqualTo(exitCode);
            return process.printed();
        }
    }

    @Test
    void showsStateAndWhatAnotherObjectWouldChange() throws IOException {
        deployOperator();
        describe(AWS);
        awaitAvailable();
        String images = Images.of(folder, "1").file().toString();

        assertThat(run(0, "diff", "--images-file=" + images)).contains("no differences");
        Path other = Files.writeString(folder.resolve("other.yaml"), """
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster}
                spec: {logLevel: Debug, controllerManager: {image: "registry/own:2"}, cluster: {provider: aws, name: sample-1, network: {pods: [10.244.0.0/16]}}}
                """);
        assertThat(run(3, "diff", "--images-file=" + images, "--cluster-file=" + other))
                .contains("+        - --v=4")
                .contains("+        image: registry/own:2")
                .doesNotContain("finalizers");
        assertThat(run(0, "status"))
                .contains("AWS, provider aws")
                .contains("registry/cloudControllerManagerAWS:1, by images.json, cloudControllerManagerAWS")
                .contains("Available")
                .contains("aws-cloud-controller-manager")
                .contains("the operator's image");
    }

    @Test
    void removesWithCommandWhereOperatorIsGone() {
        describe(AWS);
        awaitAvailable();
        stopOperator();

        assertThat(run(0, "remove", "--timeout=40s"))
                .contains("CloudControllerManager cluster and what was applied for it are removed");

        assertThat(exists(OBJECT)).isFalse();
        assertThat(clusterScoped()).isEqualTo(before);
        assertThat(ofNamespace()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            provider: openstack, name: sample-1 | spec.cluster.provider: Invalid value: "openstack": cannot be changed; to change the cloud, delete the object, which removes the CCM, and create another one
            provider: aws, name: sample-2       | spec.cluster.name: Invalid value: "sample-2": cannot be changed; load balancers in the cloud would not be found by another name
            """)
    void isRefusedByServerWhereCloudOfLiveObjectChanges(String cluster, String message) {
        describe(AWS);

        ApiAnswer answer = set("cluster: {" + cluster + "}");

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.refusal()).contains(message);
    }

    @Test
    void runsAnotherCloudWhenObjectIsDeletedAndCreated() {
        describe(AWS);
        awaitAvailable();
        delete();
        assertThat(exists(DEPLOYMENT)).isFalse();

        describe("provider: digitalocean, name: sample-1");
        awaitAvailable();

        assertThat(live(OBJECT).fields().string("status", "provider")).isEqualTo("digitalocean");
        delete();
        assertThat(clusterScoped()).isEqualTo(before);
        assertThat(ofNamespace()).isEmpty();
    }

    @Test
    void isNeitherAvailableNorHealthyWithUnknownProvider() {
        deployOperator();
        String message = "CloudControllerManager cluster: spec.cluster.provider: digitalocaen is no provider that this"
                + " operator has; they are " + PROVIDERS;

        describe("provider: digitalocaen, name: sample-1");
        await("the conditions").atMost(PATIENCE).untilAsserted(() -> {
            assertThat(condition("Available")).isEqualTo("False " + message);
            assertThat(condition("Degraded")).startsWith("True").endsWith(message);
        });

        assertThat(run(4, "status")).contains("unhealthy").contains(message);
        await("an event")
                .atMost(PATIENCE)
                .until(() -> OpenShiftCluster.accepted(server.admin().get("/api/v1/namespaces/default/events"))
                        .object()
                        .fields()
                        .maps("items")
                        .stream()
                        .anyMatch(event ->
                                "ProviderUnknown".equals(event.get("reason")) && message.equals(event.get("message"))));
        assertThat(ofNamespace()).noneMatch(name -> name.contains("digitalocean"));
        assertThat(live(OBJECT).fields().string("status", "provider")).isEmpty();
    }

    @Test
    void takesOverClusterWhoseObjectIsInvalid() throws IOException {
        describe(AWS);
        awaitAvailable();
        List<String> refused = List.of(
                "spec.controllerManager.args[leader-elect]: the operator sets this flag; remove it",
                "spec.controllerManager.args[profiling]: the port of the program would serve profiles of its memory;",
                "spec.controllerManager.args[webhook-secure-port]: the program would open a further port of the host;",
                "spec.controllerManager.env[BASH_ENV]: a shell runs what it names before the program; remove it",
                "spec.controllerManager.env[CLOUD_CONFIG]: the operator sets this variable; remove it",
                "spec.controllerManager.env[KEY]");
        assertThat(set("cluster: {" + AWS
                                + "}, controllerManager: {args: [{name: concurrent-service-syncs, value: '7'}, {name: leader-elect, value: 'false'},"
                                + " {name: profiling, value: 'true'}, {name: webhook-secure-port, value: '1'}], env: [{name: VALID, value: a},"
                                + " {name: BASH_ENV, value: a}, {name: CLOUD_CONFIG, value: /other},"
                                + " {name: KEY, valueFrom: {secretKeyRef: {name: missing, key: id}}}]}")
                        .refusal())
                .isEmpty();
        await("the refusals")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(condition("Degraded")).contains(refused));
        stopOperator();
        OpenShiftCluster.accepted(server.admin().delete(DEPLOYMENT));

        startOperator("2");
        await("the Deployment").atMost(PATIENCE).until(() -> exists(DEPLOYMENT));
        workloads.rollOut();

        Map<String, Object> container = live(DEPLOYMENT).containers().get(0);
        assertThat(container.get("image").toString()).endsWith(":2");
        assertThat(container.get("args").toString())
                .contains("--concurrent-service-syncs=7", "--leader-elect=true")
                .doesNotContain("--leader-elect=false", "--profiling=true", "webhook");
        assertThat(container.get("env").toString())
                .contains("VALID")
                .doesNotContain("BASH_ENV", "value=/other", "name=KEY,");
        await("the conditions").atMost(PATIENCE).untilAsserted(() -> {
            workloads.rollOut();
            assertThat(condition("Degraded")).startsWith("True").contains(refused);
            assertThat(condition("Available")).startsWith("True");
            assertThat(condition("Progressing")).startsWith("False");
        });
        delete();
        stopOperator();
    }
}
