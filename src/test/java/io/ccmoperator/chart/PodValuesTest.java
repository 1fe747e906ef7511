// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.payload.PayloadFolder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What values make of the operator's pod, and of what it needs. */
class PodValuesTest {
    private static final String OPERATOR = "openshift-cloud-controller-manager-operator";
    private static final String DEPLOYMENT = "Deployment " + OPERATOR + "/cluster-cloud-controller-manager-operator";
    private static final String TEST = "Job " + OPERATOR + "/ccm-operator-healthz";
    private static final String ON_KUBERNETES =
            "Deployment " + Chart.NAMESPACE + "/cluster-cloud-controller-manager-operator";
    private static final String TEST_ON_KUBERNETES = "Job " + Chart.NAMESPACE + "/ccm-operator-healthz";
    private static final String REMOVAL = "Job " + Chart.NAMESPACE + "/ccm-operator-remove";

    @TempDir
    Path folder;

    private Chart chart;

    @BeforeAll
    static void findHelm() {
        Chart.assumeHelm();
    }

    @BeforeEach
    void findChart() {
        chart = new Chart(folder);
    }

    @Test
    void namesImageByTagOrDigest() {
        String digest = "sha256:" + "0123456789abcdef".repeat(4);

        assertThat(image("{repository: 'a:5000/b'}"))
                .isEqualTo("a:5000/b:" + Chart.metadata().get("appVersion"));
        assertThat(image("{repository: a/b, tag: v1}")).isEqualTo("a/b:v1");
        assertThat(image("{repository: a/b, tag: v1, digest: '" + digest + "'}"))
                .isEqualTo("a/b@" + digest);
    }

    private String image(String values) {
        Map<String, KubernetesObject> objects = byName("{image: " + values + "}");
        Object image = container(objects, DEPLOYMENT).get("image");
        assertThat(container(objects, TEST)).containsEntry("image", image);
        assertThat(images(objects)).containsEntry("cloudControllerManagerOperator", image);
        return (String) image;
    }

    @Test
    void pullsImagesWithPolicyAndSecretsOfValues() {
        Map<String, KubernetesObject> objects =
                byName("{image: {repository: a/b, pullPolicy: Always}, imagePullSecrets: [{name: one}, {name: two}]}");
        List<Object> secrets = List.of(Map.of("name", "one"), Map.of("name", "two"));

        assertThat(List.of(DEPLOYMENT, TEST)).allSatisfy(name -> {
            assertThat(container(objects, name)).containsEntry("imagePullPolicy", "Always");
            assertThat(pod(objects, name)).containsEntry("imagePullSecrets", secrets);
        });
        assertThat(List.of("cloud-controller-manager", "cloud-node-manager"))
                .allSatisfy(account -> assertThat(
                                objects.get("ServiceAccount openshift-cloud-controller-manager/" + account)
                                        .tree())
                        .containsEntry("imagePullSecrets", secrets));
    }

    @Test
    void passesValuesToOperator() {
        Map<String, KubernetesObject> objects = byName("""
                releaseVersion: 4.20.0
                resources: {limits: {memory: 100Mi}}
                images: {cloudControllerManagerAWS: "registry.example.com/aws:1", cloudControllerManagerAzure: ""}
                extraEnv: [{name: CCM_OPERATOR_SYSTEM_TRUST_BUNDLE, value: /ca.pem}]
                extraArgs: ["--controllers=ccm", "--leader-elect-retry-period=5s"]
                log: {level: 4, format: json}
                """);

        assertThat(container(objects, DEPLOYMENT))
                .containsEntry(
                        "env",
                        List.of(
                                Map.of("name", "RELEASE_VERSION", "value", "4.20.0"),
                                Map.of(
                                        "name",
                                        "POD_UID",
                                        "valueFrom",
                                        Map.of("fieldRef", Map.of("fieldPath", "metadata.uid"))),
                                Map.of("name", "CCM_OPERATOR_SYSTEM_TRUST_BUNDLE", "value", "/ca.pem")))
                .containsEntry(
                        "resources",
                        Map.of(
                                "requests", Map.of("cpu", "10m", "memory", "70Mi"),
                                "limits", Map.of("memory", "100Mi")));
        assertThat(container(objects, DEPLOYMENT).get("args"))
                .asInstanceOf(LIST)
                .endsWith("-v=4", "--log-format=json", "--controllers=ccm", "--leader-elect-retry-period=5s");
        assertThat(images(objects))
                .containsEntry("cloudControllerManagerAWS", "registry.example.com/aws:1")
                .doesNotContainKey("cloudControllerManagerAzure")
                .hasSize(PayloadFolder.images().size() - 1);
    }

    @Test
    void mountsProvidersReadOnlyAndNamesTheirFolder() {
        Map<String, KubernetesObject> objects = byName("""
                providerPack: {volume: {configMap: {name: example, items: [{key: a, path: example/provider.yaml}]}}}
                """);

        assertThat(container(objects, DEPLOYMENT).get("args"))
                .asInstanceOf(LIST)
                .contains("--provider-dir=/etc/ccm-operator/providers");
        assertThat(container(objects, DEPLOYMENT).get("volumeMounts"))
                .asInstanceOf(LIST)
                .contains(
                        Map.of("name", "provider-pack", "mountPath", "/etc/ccm-operator/providers", "readOnly", true));
        assertThat(pod(objects, DEPLOYMENT).get("volumes"))
                .asInstanceOf(LIST)
                .contains(Map.of(
                        "name",
                        "provider-pack",
                        "configMap",
                        Map.of(
                                "name",
                                "example",
                                "items",
                                List.of(Map.of("key", "a", "path", "example/provider.yaml")))));
        assertThat(byName("{}").get(DEPLOYMENT).tree().toString()).doesNotContain("provider-dir", "provider-pack");
    }

    @Test
    void leavesOutDefaultImagesOnKubernetes() {
        Map<String, KubernetesObject> objects = byName(
                "{distribution: Kubernetes, images: {cloudControllerManagerAWS: 'quay.io/openshift/origin-aws-cloud-controller-manager:4.20'}}");

        assertThat(images(objects, Chart.NAMESPACE))
                .containsOnlyKeys("cloudControllerManagerOperator", "cloudControllerManagerAWS");
    }

    @Test
    void addsMetadataToPodAndAccount() {
        Map<String, KubernetesObject> objects = byName("""
                podAnnotations: {a: b}
                podLabels: {team: cloud, k8s-app: other}
                serviceAccount: {annotations: {role: operator}}
                """);

        assertThat(objects.get(DEPLOYMENT).fields().map("spec", "template", "metadata", "annotations"))
                .containsEntry("a", "b")
                .containsKey("openshift.io/required-scc");
        assertThat(objects.get(DEPLOYMENT).fields().map("spec", "template", "metadata", "labels"))
                .containsEntry("team", "cloud")
                .containsAllEntriesOf(objects.get(DEPLOYMENT).fields().map("spec", "selector", "matchLabels"));
        assertThat(objects.get("ServiceAccount " + OPERATOR + "/cluster-cloud-controller-manager")
                        .fields()
                        .map("metadata", "annotations"))
                .containsExactly(Map.entry("role", "operator"));
    }

    @Test
    void schedulesPodByValues() {
        String values = "{distribution: %s, priorityClassName: other, revisionHistoryLimit: 0,"
                + " nodeSelector: {pool: infra}, tolerations: [{key: infra, operator: Exists}],"
                + " affinity: {podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: []}}}";
        Map<String, List<String>> pods = Map.of(
                "OpenShift",
                List.of(DEPLOYMENT, TEST),
                "Kubernetes",
                List.of(ON_KUBERNETES, TEST_ON_KUBERNETES, REMOVAL));
        pods.forEach((distribution, names) -> {
            Map<String, KubernetesObject> objects = byName(values.formatted(distribution));

            assertThat(pod(objects, names.get(0)))
                    .containsEntry("priorityClassName", "other")
                    .containsEntry("nodeSelector", Map.of("pool", "infra"))
                    .containsEntry(
                            "affinity",
                            Map.of(
                                    "podAntiAffinity",
                                    Map.of("preferredDuringSchedulingIgnoredDuringExecution", List.of())));
            assertThat(names)
                    .allSatisfy(name -> assertThat(pod(objects, name).get("tolerations"))
                            .asInstanceOf(LIST)
                            .hasSizeGreaterThan(5)
                            .contains(Map.of("key", "infra", "operator", "Exists")));
            assertThat(objects.get(names.get(0)).fields().at("spec", "revisionHistoryLimit"))
                    .isEqualTo(0L);
        });
    }

    @Test
    void requiresControlPlaneBesidePodAffinityOnKubernetes() {
        Map<String, KubernetesObject> objects = byName(
                "{distribution: Kubernetes, affinity: {podAffinity: {preferredDuringSchedulingIgnoredDuringExecution: []}}}");

        assertThat(NodeFilter.of(objects.get(ON_KUBERNETES)).eligible(NodeFilter.SAMPLES))
                .containsExactly("k3s-server", "kubeadm");
        assertThat(objects.get(ON_KUBERNETES).fields().map("spec", "template", "spec", "affinity"))
                .containsOnlyKeys("podAffinity", "nodeAffinity");
    }

    @Test
    void runsOnAnyNodeWhereControlPlaneHasNone() {
        String external = Chart.KUBERNETES.replace("name:", "controlPlaneTopology: External, name:");
        String pool = external.replaceFirst("}$", ", nodeSelector: {pool: infra}}");

        for (String name : List.of(ON_KUBERNETES, REMOVAL)) {
            Map<String, Object> pod = pod(byName(external), name);
            assertThat(new NodeFilter(new KubernetesObject(pod)).eligible(NodeFilter.SAMPLES))
                    .as(name)
                    .contains("k3s-server", "kubeadm", "worker");
            assertThat(pod)
                    .containsEntry("nodeSelector", Map.of("kubernetes.io/os", "linux"))
                    .doesNotContainKey("affinity");
            assertThat(pod(byName(pool), name))
                    .containsEntry("nodeSelector", Map.of("pool", "infra"))
                    .doesNotContainKey("affinity");
        }
    }

    @Test
    void leavesOutNetworkPoliciesWhenDisabled() {
        assertThat(chart.rendered("{}")).extracting(KubernetesObject::kind).contains("NetworkPolicy");
        assertThat(chart.rendered("{networkPolicy: {enabled: false}}"))
                .extracting(KubernetesObject::kind)
                .doesNotContain("NetworkPolicy");
    }

    @Test
    void testsHealthBesideOperator() {
        Map.of("{}", OPERATOR, Chart.KUBERNETES, Chart.NAMESPACE).forEach((values, namespace) -> {
            Map<String, KubernetesObject> objects = byName(values);
            KubernetesObject test = objects.get("Job " + namespace + "/ccm-operator-healthz");
            KubernetesObject operator =
                    objects.get("Deployment " + namespace + "/cluster-cloud-controller-manager-operator");

            assertThat(test.fields().map("metadata", "annotations")).containsEntry("hook", "test");
            assertThat(test.fields().map("spec", "template", "spec"))
                    .containsEntry("hostNetwork", true)
                    .containsEntry("automountServiceAccountToken", false)
                    .doesNotContainKey("volumes")
                    .containsEntry(
                            "affinity",
                            Map.of(
                                    "podAffinity",
                                    Map.of(
                                            "requiredDuringSchedulingIgnoredDuringExecution",
                                            List.of(Map.of(
                                                    "topologyKey",
                                                    "kubernetes.io/hostname",
                                                    "labelSelector",
                                                    Map.of(
                                                            "matchLabels",
                                                            operator.fields()
                                                                    .map("spec", "selector", "matchLabels")))))));
            assertThat(test.fields().map("spec", "template", "metadata", "labels"))
                    .as("it is not a pod of the Deployment and of the Service")
                    .doesNotContainKey("k8s-app");
        });
    }

    /** It runs where the operator runs, as the operator, by the same image. */
    @Test
    void removesWhatOperatorHasMadeBeforeUninstallationOnKubernetes() {
        Map<String, KubernetesObject> objects = byName("""
                ccm: {cluster: {provider: aws, name: sample-1}}
                image: {repository: a/b, tag: v1, pullPolicy: Always}
                imagePullSecrets: [{name: one}]
                extraEnv: [{name: KUBERNETES_SERVICE_HOST, value: api.example.com}]
                """);
        KubernetesObject removal = objects.get(REMOVAL);

        assertThat(removal.fields().map("metadata", "annotations"))
                .containsEntry("hook", "pre-delete")
                .containsEntry("helm.sh/hook-delete-policy", "before-hook-creation,hook-succeeded");
        Map<String, Object> ofOperator = new LinkedHashMap<>(pod(objects, ON_KUBERNETES));
        ofOperator.keySet().removeAll(List.of("containers", "volumes"));
        assertThat(pod(objects, REMOVAL)).containsAllEntriesOf(ofOperator).containsEntry("restartPolicy", "Never");
        assertThat(container(objects, REMOVAL))
                .containsEntry("image", "a/b:v1")
                .containsEntry("imagePullPolicy", "Always")
                .containsEntry("command", List.of("/ccm-operator"))
                .containsEntry(
                        "args",
                        List.of(
                                "remove",
                                "--distribution=kubernetes",
                                "--operator-namespace=" + Chart.NAMESPACE,
                                "--namespace=cloud-controller-manager"))
                .containsEntry("env", List.of(Map.of("name", "KUBERNETES_SERVICE_HOST", "value", "api.example.com")));
        assertThat(removal.fields().map("spec", "template", "metadata", "labels"))
                .as("it is not a pod of the Deployment and of the Service")
                .doesNotContainKey("k8s-app");
        // Helm waits for five minutes.
        assertThat((Long) removal.fields().at("spec", "activeDeadlineSeconds")).isLessThan(300L);
        assertThat(byName("{}").keySet()).noneMatch(name -> name.contains("/ccm-operator-remove"));
    }

    /** By then the operator's account does not exist; without a Pod that has ended the Lease may have a live leader. */
    @Test
    void removesLeaseOfOperatorAfterUninstallationOnKubernetes() {
        Map<String, KubernetesObject> objects = byName("{ccm: {cluster: {provider: aws, name: sample-1}}}");
        KubernetesObject removal = objects.get(REMOVAL + "-lease");
        List<KubernetesObject> hooks = objects.values().stream()
                .filter(object -> object.name().equals("ccm-operator-remove-lease"))
                .toList();

        assertThat(hooks)
                .extracting(KubernetesObject::kind)
                .containsExactlyInAnyOrder("ServiceAccount", "Role", "RoleBinding", "Job");
        assertThat(hooks)
                .allSatisfy(object -> assertThat(object.fields().map("metadata", "annotations"))
                        .containsEntry("hook", "post-delete")
                        .containsEntry("helm.sh/hook-delete-policy", "before-hook-creation,hook-succeeded"));
        assertThat(removal.fields().string("metadata", "annotations", "helm.sh/hook-weight"))
                .as("after what it needs")
                .isEqualTo("0");
        Map<String, Object> ofOperator = new LinkedHashMap<>(pod(objects, ON_KUBERNETES));
        ofOperator.keySet().removeAll(List.of("containers", "volumes", "serviceAccountName"));
        assertThat(pod(objects, REMOVAL + "-lease"))
                .containsAllEntriesOf(ofOperator)
                .containsEntry("restartPolicy", "Never")
                .containsEntry("serviceAccountName", "ccm-operator-remove-lease");
        assertThat(container(objects, REMOVAL + "-lease"))
                .containsEntry("image", container(objects, ON_KUBERNETES).get("image"))
                .containsEntry("args", List.of("remove", "--lease", "--operator-namespace=" + Chart.NAMESPACE));
        assertThat(objects.get("Role " + Chart.NAMESPACE + "/ccm-operator-remove-lease")
                        .fields()
                        .maps("rules"))
                .anySatisfy(rule -> assertThat(rule)
                        .containsEntry("resourceNames", List.of("cluster-cloud-controller-manager-leader"))
                        .containsEntry("verbs", List.of("get", "update", "delete")))
                .hasSize(2);
        assertThat(removal.fields().map("spec", "template", "metadata", "labels"))
                .doesNotContainKey("k8s-app");
    }

    private Map<String, KubernetesObject> byName(String values) {
        Map<String, KubernetesObject> objects = chart.byName(values);
        objects.putAll(chart.hooks(values));
        return objects;
    }

    private static Map<String, Object> pod(Map<String, KubernetesObject> objects, String name) {
        return objects.get(name).fields().map("spec", "template", "spec");
    }

    private static Map<String, Object> container(Map<String, KubernetesObject> objects, String name) {
        return objects.get(name)
                .fields()
                .maps("spec", "template", "spec", "containers")
                .get(0);
    }

    private static Map<String, Object> images(Map<String, KubernetesObject> objects) {
        return images(objects, OPERATOR);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> images(Map<String, KubernetesObject> objects, String namespace) {
        return (Map<String, Object>)
                JsonReader.read(objects.get("ConfigMap " + namespace + "/cloud-controller-manager-images")
                        .fields()
                        .string("data", "images.json"));
    }
}
