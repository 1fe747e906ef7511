// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import com.marcnuri.helm.LintResult;
import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without values the chart is the payload; where it has to differ, it differs in that alone. */
class ChartTest extends ChartScene {
    private static final String OPERATOR = "openshift-cloud-controller-manager-operator";
    private static final String DEPLOYMENT = "Deployment " + OPERATOR + "/cluster-cloud-controller-manager-operator";
    private static final String OPERATOR_ROLE = "cluster-cloud-controller-manager";
    private static final String CLUSTER_ROLE = "ClusterRole system:openshift:operator:cloud-controller-manager";
    private static final String SERVICE = "Service " + OPERATOR + "/cloud-controller-manager-operator";

    /**
     * Read by the Cluster Version Operator and the Cloud Credential Operator, or made by the operator itself; Helm installs kinds from
     * their own folder.
     */
    private static final Set<String> OF_RELEASES =
            Set.of("CredentialsRequest", "ClusterOperator", "CustomResourceDefinition");

    @Test
    void passesLintOfHelm() {
        LintResult lint = Chart.helm().lint().strict().call();

        assertThat(lint.isFailed()).as("%s", lint.getMessages()).isFalse();
        assertThat(lint.getMessages()).allMatch(message -> message.startsWith("[INFO]"));
    }

    @Test
    void hasVersionOfProgram() throws IOException {
        assertThat(Files.readString(PayloadFolder.project().resolve("pom.xml")))
                .contains("<version>" + Chart.metadata().get("appVersion") + "</version>");
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

    /** With the same namespaces, so that objects have the same names. */
    @Test
    void differsOnKubernetesOnlyWhereOpenShiftDoes() {
        String namespaces =
                "{namespaces: {operator: %s, managed: openshift-cloud-controller-manager}, distribution: %s}";
        Map<String, KubernetesObject> openShift = chart.byName(namespaces.formatted(OPERATOR, "OpenShift"));
        Map<String, KubernetesObject> kubernetes =
                Chart.byName(chart.rendered(namespaces.formatted(OPERATOR, "Kubernetes")).stream()
                        .map(ChartTest::withNamesOfOpenShift)
                        .toList());

        assertThat(openShift.keySet())
                .filteredOn(name -> !kubernetes.containsKey(name))
                .containsExactlyInAnyOrder(
                        CLUSTER_ROLE,
                        "ClusterRoleBinding system:openshift:operator:cloud-controller-manager",
                        "ClusterRoleBinding system:openshift:scc:hostaccess:cloud-controller-manager-operator",
                        "Role openshift-config/cluster-cloud-controller-manager",
                        "RoleBinding openshift-config/cluster-cloud-controller-manager",
                        "Role openshift-config-managed/cluster-cloud-controller-manager",
                        "RoleBinding openshift-config-managed/cluster-cloud-controller-manager",
                        "Role " + OPERATOR + "/prometheus-k8s",
                        "RoleBinding " + OPERATOR + "/prometheus-k8s",
                        "Role openshift-cloud-controller-manager/prometheus-k8s",
                        "RoleBinding openshift-cloud-controller-manager/prometheus-k8s",
                        "ServiceMonitor " + OPERATOR + "/cloud-controller-manager-operator",
                        "ServiceMonitor " + OPERATOR + "/cloud-controller-manager",
                        "ServiceMonitor " + OPERATOR + "/cloud-node-manager",
                        "PrometheusRule " + OPERATOR + "/cloud-controller-manager-operator",
                        "ConfigMap openshift-config-managed/ccm-operator-dashboard",
                        "ServiceAccount kube-system/cloud-controller-manager",
                        "ClusterRole openstack-cloud-controller-manager",
                        "ClusterRoleBinding openstack-cloud-controller-manager");
        assertThat(kubernetes.keySet())
                .filteredOn(name -> !openShift.containsKey(name))
                .containsExactlyInAnyOrder(
                        "CloudControllerManager cluster",
                        "ClusterRole ccm-operator:cloud-controller-manager",
                        "ClusterRoleBinding ccm-operator:cloud-controller-manager");
        assertThat(kubernetes.keySet())
                .filteredOn(name -> openShift.containsKey(name)
                        && !comparable(openShift.get(name)).equals(comparable(kubernetes.get(name))))
                .containsExactlyInAnyOrder(
                        "Namespace openshift-cloud-controller-manager",
                        "Namespace " + OPERATOR,
                        "ConfigMap " + OPERATOR + "/cloud-controller-manager-images",
                        "Role " + OPERATOR + "/cluster-cloud-controller-manager",
                        "Role openshift-cloud-controller-manager/cluster-cloud-controller-manager",
                        "Role kube-system/cluster-cloud-controller-manager",
                        "Role kube-system/cloud-controller-manager",
                        DEPLOYMENT,
                        "Service openshift-cloud-controller-manager/cloud-controller-manager",
                        "Service openshift-cloud-controller-manager/cloud-node-manager",
                        SERVICE);
    }

    /** Roles of the cluster and of kube-system have the chart's names on Kubernetes. */
    private static KubernetesObject withNamesOfOpenShift(KubernetesObject object) {
        KubernetesObject renamed = object.copy();
        Stream.of(renamed.fields().map("metadata"), renamed.fields().map("roleRef"))
                .filter(named -> named.containsKey("name"))
                .forEach(named -> named.computeIfPresent("name", (key, name) -> {
                    String own = name.toString().replace("ccm-operator:shared:", "");
                    return object.namespace().equals("kube-system")
                            ? own.replace("ccm-operator:cloud-controller-manager", OPERATOR_ROLE)
                            : own;
                }));
        return renamed;
    }

    /** Without values, the cloud controller manager runs as its provider has it, and an administrator may make the object by hand. */
    @Test
    void createsObjectOnOpenShiftOnlyOfValues() {
        assertThat(chart.byName("{}")).doesNotContainKey("CloudControllerManager cluster");
        assertThat(chart.byName("{ccm: {logLevel: Debug}}")
                        .get("CloudControllerManager cluster")
                        .fields()
                        .map("spec"))
                .isEqualTo(Map.of("logLevel", "Debug"));
    }

    /** Where the release is uninstalled, cloud controller managers work on: they and their credentials are in the namespace. */
    @Test
    void keepsOnOpenShiftWhatCloudControllerManagersRunWith() {
        List<KubernetesObject> kept = chart.rendered("{}").stream()
                .filter(object -> "keep"
                        .equals(object.fields().map("metadata", "annotations").get("helm.sh/resource-policy")))
                .toList();

        Set<String> withoutNamespaces = new TreeSet<>(Chart.byName(kept).keySet());
        withoutNamespaces.removeAll(Set.of("Namespace " + OPERATOR, "Namespace openshift-cloud-controller-manager"));

        assertThat(kept).hasSize(withoutNamespaces.size() + 2);
        assertThat(withoutNamespaces)
                .containsExactlyInAnyOrderElementsOf(Chart.byName(Stream.of(
                                        "_03_rbac_provider.yaml",
                                        "_04_rbac_provider_openstack.yaml",
                                        "_05_metrics-service.yaml")
                                .flatMap(file -> PayloadFolder.objects(file).stream())
                                .filter(object -> !object.display().equals(SERVICE))
                                .toList())
                        .keySet());
    }

    @Test
    void labelsEveryObject() {
        for (String values : List.of("{}", Chart.KUBERNETES)) {
            List<KubernetesObject> objects = new ArrayList<>(chart.rendered(values));
            objects.addAll(chart.hooks(values).values());

            assertThat(objects)
                    .allSatisfy(object -> assertThat(object.fields().map("metadata", "labels"))
                            .as(object.display())
                            .containsEntry("app.kubernetes.io/name", "ccm-operator")
                            .containsEntry("app.kubernetes.io/instance", "ccm-operator")
                            .containsEntry("app.kubernetes.io/managed-by", "Helm")
                            .containsEntry("app.kubernetes.io/part-of", "cloud-controller-manager")
                            .containsEntry(
                                    "app.kubernetes.io/version",
                                    Chart.metadata().get("appVersion"))
                            .containsEntry(
                                    "helm.sh/chart",
                                    "ccm-operator-" + Chart.metadata().get("version")));
        }
    }

    @Test
    void listsObjectsOfClusterVersionOperatorInOverridesOfGuide() throws IOException {
        KubernetesObject sample = new KubernetesObject(
                YamlText.tree(Files.readString(PayloadFolder.project().resolve("docs/samples/okd/overrides.yaml"))));

        List<Map<String, Object>> overrides = sample.fields().maps("spec", "overrides");

        assertThat(overrides).allMatch(override -> Boolean.TRUE.equals(override.get("unmanaged")));
        assertThat(overrides)
                .extracting(override -> override.get("kind") + " " + override.get("group") + " "
                        + override.get("namespace") + " " + override.get("name"))
                .containsExactlyInAnyOrderElementsOf(chart.rendered("{}").stream()
                        .map(object ->
                                object.kind() + " " + group(object) + " " + object.namespace() + " " + object.name())
                        .toList());
    }

    private static String group(KubernetesObject object) {
        return object.apiVersion().contains("/") ? object.apiVersion().split("/")[0] : "";
    }

    @ParameterizedTest
    @ValueSource(strings = {"{distribution: Kubernetes}", "{distribution: OpenShift}"})
    void followsNameOfDistribution(String values) {
        assertThat(chart.byName(values)
                        .containsKey("ClusterRoleBinding system:openshift:scc:hostaccess:"
                                + "cloud-controller-manager-operator"))
                .isEqualTo(values.contains("OpenShift"));
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

    /** What chart and payload have in common: without what every chart adds, and without the operator's own image. */
    private static Map<String, Object> comparable(KubernetesObject object) {
        KubernetesObject copy = object.copy();
        Stream.of(copy.fields().map("metadata", "labels"), copy.fields().map("spec", "template", "metadata", "labels"))
                .filter(labels -> !labels.isEmpty())
                .forEach(labels -> labels.keySet()
                        .removeIf(key -> key.startsWith("app.kubernetes.io/") || key.startsWith("helm.sh/")));
        removeEmpty(copy.fields().map("metadata"), "labels");
        if (!copy.fields().map("metadata", "annotations").isEmpty()) {
            copy.fields().map("metadata", "annotations").remove("helm.sh/resource-policy");
            removeEmpty(copy.fields().map("metadata"), "annotations");
        }
        if (object.kind().equals("Deployment")) {
            copy.fields().map("spec").remove("revisionHistoryLimit");
            copy.containers().forEach(container -> container.remove("image"));
        }
        if (!copy.fields().string("data", "images.json").isEmpty()) {
            Map<String, Object> images = images(object);
            images.remove("cloudControllerManagerOperator");
            copy.fields().map("data").put("images.json", images);
        }
        return copy.tree();
    }

    private static void removeEmpty(Map<String, Object> holder, String field) {
        if (holder.get(field) instanceof Map<?, ?> map && map.isEmpty()) {
            holder.remove(field);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> images(KubernetesObject configMap) {
        return (Map<String, Object>) JsonReader.read(configMap.fields().string("data", "images.json"));
    }
}
