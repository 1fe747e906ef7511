/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import com.marcnuri.helm.LintResult;
import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without values the chart is the payload; where it has to differ, it differs in that alone. */
class ChartTest extends ChartScene {
    private static final String OPERATOR = "openshift-cloud-controller-manager-operator";
    private static final String DEPLOYMENT = "Deployment " + OPERATOR + "/cluster-cloud-controller-manager-operator";
    private static final String SERVICE = "Service " + OPERATOR + "/cloud-controller-manager-operator";

    /** Read by the Cluster Version Operator and the Cloud Credential Operator, or made by the operator itself. */
    private static final Set<String> OF_RELEASES = Set.of("CredentialsRequest", "ClusterOperator");

    @Test
    void passesLintOfHelm() {
        LintResult lint = Chart.helm().lint().strict().call();

        assertThat(lint.isFailed()).as("%s", lint.getMessages()).isFalse();
        assertThat(lint.getMessages()).allMatch(message -> message.startsWith("[INFO]"));
    }

    @Test
    void hasVersionOfProgram() throws IOException {
        assertThat(Files.readString(PayloadFolder.project().resolve("pom.xml")))
                .contains("<version>" + YamlText.tree(Chart.text("Chart.yaml")).get("appVersion") + "</version>");
    }

    @Test
    void rendersPayloadWithoutValues() {
        List<KubernetesObject> payload = PayloadFolder.objects(".yaml").stream()
                .filter(object -> !OF_RELEASES.contains(object.kind()))
                .map(ChartTest::withoutAnnotationsOfReleases)
                .toList();

        Map<String, KubernetesObject> rendered = Chart.byName(chart.rendered("{}"));

        assertThat(rendered.keySet()).isEqualTo(Chart.byName(payload).keySet());
        payload.forEach(object -> assertThat(comparable(rendered.get(object.display())))
                .as(object.display())
                .isEqualTo(comparable(object)));
    }

    @Test
    void differsOnKubernetesOnlyWhereOpenShiftDoes() {
        Map<String, KubernetesObject> openShift = chart.byName("{}");
        Map<String, KubernetesObject> kubernetes = chart.byName(Chart.KUBERNETES);

        assertThat(openShift.keySet())
                .filteredOn(name -> !kubernetes.containsKey(name))
                .containsExactlyInAnyOrder(
                        "ClusterRoleBinding system:openshift:scc:hostaccess:cloud-controller-manager-operator",
                        "Role " + OPERATOR + "/prometheus-k8s",
                        "RoleBinding " + OPERATOR + "/prometheus-k8s",
                        "ServiceMonitor " + OPERATOR + "/cloud-controller-manager-operator",
                        "PrometheusRule " + OPERATOR + "/cloud-controller-manager-operator",
                        "ConfigMap openshift-config-managed/ccm-operator-dashboard");
        assertThat(kubernetes.keySet())
                .filteredOn(name -> !openShift.containsKey(name))
                .containsExactlyInAnyOrder(
                        "APIServer cluster",
                        "FeatureGate cluster",
                        "Infrastructure cluster",
                        "Network cluster",
                        "Proxy cluster",
                        "Namespace openshift-config",
                        "Namespace openshift-config-managed");
        assertThat(kubernetes.keySet())
                .filteredOn(name ->
                        openShift.containsKey(name) && !openShift.get(name).equals(kubernetes.get(name)))
                .containsExactlyInAnyOrder(
                        "Namespace openshift-cloud-controller-manager", "Namespace " + OPERATOR, DEPLOYMENT, SERVICE);
    }

    @Test
    @SuppressWarnings("unchecked")
    void runsOperatorOnControlPlaneOfKubernetes() {
        KubernetesObject expected = chart.byName("{}").get(DEPLOYMENT).copy();
        expected.fields().map("spec", "template", "metadata").remove("annotations");
        expected.podSpec().put("nodeSelector", Map.of("node-role.kubernetes.io/control-plane", ""));
        ((List<Object>) expected.podSpec().get("tolerations"))
                .add(
                        0,
                        Map.of(
                                "key", "node-role.kubernetes.io/control-plane",
                                "operator", "Exists",
                                "effect", "NoSchedule"));

        Map<String, KubernetesObject> kubernetes = chart.byName(Chart.KUBERNETES);

        assertThat(kubernetes.get(DEPLOYMENT)).isEqualTo(expected);
        assertThat(kubernetes.get(SERVICE).fields().map("metadata")).doesNotContainKey("annotations");
        assertThat(kubernetes.get("Namespace " + OPERATOR).fields().map("metadata"))
                .doesNotContainKey("annotations")
                .extractingByKey("labels")
                .asInstanceOf(MAP)
                .containsOnlyKeys(
                        "pod-security.kubernetes.io/enforce",
                        "pod-security.kubernetes.io/audit",
                        "pod-security.kubernetes.io/warn");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{distribution: Kubernetes}", "{distribution: OpenShift}"})
    void followsNameOfDistribution(String values) {
        assertThat(chart.byName(values)
                        .containsKey("ClusterRoleBinding system:openshift:scc:hostaccess:"
                                + "cloud-controller-manager-operator"))
                .isEqualTo(values.contains("OpenShift"));
        assertThat(chart.byName(values).keySet()).doesNotContain("Infrastructure cluster");
    }

    @Test
    void replacesNamespacesEverywhere() {
        List<KubernetesObject> objects = chart.rendered("{namespaces: {operator: one, managed: two}}");

        assertThat(objects).noneMatch(object -> object.namespace().startsWith("openshift-cloud-controller-manager"));
        assertThat(objects).noneMatch(object -> object.tree().toString().contains(OPERATOR));
        assertThat(objects)
                .noneMatch(object ->
                        object.tree().toString().matches("(?s).*openshift-cloud-controller-manager[^-\\w].*"));
        assertThat(Chart.byName(objects)
                        .get("Deployment one/cluster-cloud-controller-manager-operator")
                        .containers()
                        .get(0)
                        .get("args"))
                .asInstanceOf(LIST)
                .contains("--leader-elect-resource-namespace=one", "--namespace=two");
    }

    @Test
    void keepsExistingNamespaces() {
        assertThat(chart.rendered("{namespaces: {create: false}}"))
                .noneMatch(object -> object.kind().equals("Namespace"));
    }

    @Test
    void passesValuesToOperator() {
        Map<String, KubernetesObject> objects = chart.byName("""
                image: registry.example.com/ccm-operator:1
                releaseVersion: 4.20.0
                resources: {limits: {memory: 100Mi}}
                images: {cloudControllerManagerAWS: "registry.example.com/aws:1", cloudControllerManagerAzure: ""}
                """);
        Map<String, Object> container = objects.get(DEPLOYMENT).containers().get(0);

        assertThat(container)
                .containsEntry("image", "registry.example.com/ccm-operator:1")
                .containsEntry("env", List.of(Map.of("name", "RELEASE_VERSION", "value", "4.20.0")))
                .containsEntry(
                        "resources",
                        Map.of(
                                "requests", Map.of("cpu", "10m", "memory", "70Mi"),
                                "limits", Map.of("memory", "100Mi")));
        assertThat(images(objects.get("ConfigMap " + OPERATOR + "/cloud-controller-manager-images")))
                .containsEntry("cloudControllerManagerOperator", "registry.example.com/ccm-operator:1")
                .containsEntry("cloudControllerManagerAWS", "registry.example.com/aws:1")
                .doesNotContainKey("cloudControllerManagerAzure")
                .hasSize(PayloadFolder.images().size() - 1);
    }

    private static KubernetesObject withoutAnnotationsOfReleases(KubernetesObject object) {
        KubernetesObject copy = object.copy();
        Map<String, Object> annotations = copy.fields().map("metadata", "annotations");
        annotations
                .keySet()
                .removeIf(key -> key.startsWith("capability.openshift.io/") || key.contains(".release.openshift.io/"));
        if (annotations.isEmpty()) {
            copy.fields().map("metadata").remove("annotations");
        }
        return copy;
    }

    /** The object with images.json as a tree: the order of its keys is of no matter. */
    private static Map<String, Object> comparable(KubernetesObject object) {
        KubernetesObject copy = object.copy();
        if (!copy.fields().string("data", "images.json").isEmpty()) {
            copy.fields().map("data").put("images.json", images(object));
        }
        return copy.tree();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> images(KubernetesObject configMap) {
        return (Map<String, Object>) JsonReader.read(configMap.fields().string("data", "images.json"));
    }
}
