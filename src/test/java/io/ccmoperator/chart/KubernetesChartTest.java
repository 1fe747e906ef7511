// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ReservedObjects;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.ccm.OtherManager;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the chart renders for a cluster that is not OpenShift: its namespaces, its permissions, and nothing of OpenShift. */
class KubernetesChartTest extends ChartScene {
    private static final String OPERATOR = "openshift-cloud-controller-manager-operator";
    private static final String DEPLOYMENT = "Deployment ccm-operator/cluster-cloud-controller-manager-operator";

    @Test
    void runsOperatorOnControlPlaneOfKubernetes() {
        KubernetesObject openShift =
                chart.byName("{}").get("Deployment " + OPERATOR + "/cluster-cloud-controller-manager-operator");

        Map<String, KubernetesObject> kubernetes = chart.byName(Chart.KUBERNETES);

        KubernetesObject deployment = kubernetes.get(DEPLOYMENT);
        assertThat(deployment.fields().map("spec", "template", "metadata")).doesNotContainKey("annotations");
        assertThat(NodeFilter.of(deployment).eligible(NodeFilter.SAMPLES)).containsExactly("k3s-server", "kubeadm");
        assertThat(NodeFilter.of(openShift).eligible(NodeFilter.SAMPLES)).containsExactly("openshift-master");
        assertThat(NodeFilter.of(deployment).eligible(List.of(NodeFilter.DEDICATED)))
                .containsExactly("dedicated");
        assertThat(deployment.containers().get(0)).containsEntry("command", List.of("/ccm-operator"));
        assertThat(deployment.containers().get(0).get("args"))
                .asInstanceOf(LIST)
                .contains(
                        "--distribution=kubernetes",
                        "--leader-elect-resource-namespace=ccm-operator",
                        "--namespace=cloud-controller-manager")
                .containsAll(((List<?>) openShift.containers().get(0).get("args"))
                        .stream()
                                .filter(flag -> !flag.equals("--leader-elect-resource-namespace=" + OPERATOR))
                                .toList());
        assertThat(deployment.tree().toString()).doesNotContain("hostPath", "/etc/kubernetes");
        assertThat(kubernetes
                        .get("Service ccm-operator/cloud-controller-manager-operator")
                        .fields()
                        .map("metadata"))
                .doesNotContainKey("annotations");
    }

    /** OpenShift has an older one. The suffix of a cloud does not count. */
    @ParameterizedTest
    @CsvSource({
        "v1.32.9, Kubernetes, ccm.cluster: Kubernetes 1.33.0 or later is needed, and the cluster has v1.32.9; upgrade it first",
        "v1.32.9-gke.1, Kubernetes, ccm.cluster: Kubernetes 1.33.0 or later is needed",
        "v1.29.9, OpenShift, 'chart requires kubeVersion: >= 1.30.0-0'"
    })
    void refusesVersionThatIsTooOld(String version, String distribution, String refusal) {
        String values = distribution.equals("OpenShift") ? "{}" : Chart.KUBERNETES;

        assertThat(chart.refusalFor(version, values).orElse("")).contains(refusal);
    }

    @ParameterizedTest
    @CsvSource({"v1.33.0, Kubernetes", "v1.33.1-eks-1, Kubernetes", "v1.30.4, OpenShift"})
    void takesVersion(String version, String distribution) {
        assertThat(chart.refusalFor(version, distribution.equals("OpenShift") ? "{}" : Chart.KUBERNETES))
                .isEmpty();
    }

    /** No server gets a cloud controller manager that is newer than itself. */
    @Test
    void refusesVersionsBeforeFirstImagesOfProviders() {
        String chartsOldest = Chart.text("templates/_cluster.tpl").split("define \"oldestKubernetes\" }}")[1];

        assertThat(ProviderIndex.load().entries().stream()
                        .map(ProviderIndex::provider)
                        .flatMap(provider -> provider.images().values().stream()))
                .isNotEmpty()
                .allSatisfy(table ->
                        assertThat(chartsOldest).startsWith(table.tags().firstKey() + ".0{{"));
    }

    /** A number, since the kubelet cannot know of the name of a user whether it is that of root. */
    @Test
    void runsPodsAsNonRootByNumber() {
        List<FieldReader> kubernetes = securityContexts(Chart.KUBERNETES);
        List<FieldReader> openShift = securityContexts("{}");

        assertThat(kubernetes)
                .hasSize(4)
                .allSatisfy(context -> assertThat(context.map())
                        .isEqualTo(Map.of(
                                "runAsNonRoot",
                                true,
                                "runAsUser",
                                65532L,
                                "seccompProfile",
                                Map.of("type", "RuntimeDefault"))));
        assertThat(openShift)
                .isNotEmpty()
                .allSatisfy(context -> assertThat(context.map())
                        .isEqualTo(Map.of("runAsNonRoot", true, "seccompProfile", Map.of("type", "RuntimeDefault"))));
    }

    /** Those of the operator, of the Job that tests it, and of those that clean up after it. */
    private List<FieldReader> securityContexts(String values) {
        return Stream.of(chart.byName(values), chart.hooks(values))
                .flatMap(objects -> objects.values().stream())
                .filter(object ->
                        !object.fields().map("spec", "template", "spec").isEmpty())
                .map(object -> object.fields().field("spec", "template", "spec", "securityContext"))
                .toList();
    }

    /** That of the release `helm install --create-namespace` makes; Helm would find it and refuse to make it again. */
    @Test
    void createsNamespacesBesideThatOfReleaseOnKubernetes() {
        assertThat(namespaces(Chart.KUBERNETES)).containsOnlyKeys("Namespace cloud-controller-manager");
        assertThat(namespaces("{distribution: Kubernetes, namespaces: {operator: one, managed: ccm-operator}}"))
                .containsOnlyKeys("Namespace one");
        assertThat(namespaces("{distribution: Kubernetes, namespaces: {operator: one, managed: two}}"))
                .containsOnlyKeys("Namespace one", "Namespace two")
                .allSatisfy((name, namespace) -> {
                    assertThat(namespace.fields().map("metadata", "annotations"))
                            .as("credentials outlast the release")
                            .containsExactly(Map.entry("helm.sh/resource-policy", "keep"));
                    assertThat(namespace.fields().map("metadata", "labels"))
                            .containsEntry("pod-security.kubernetes.io/enforce", "privileged")
                            .containsEntry("pod-security.kubernetes.io/audit", "privileged")
                            .containsEntry("pod-security.kubernetes.io/warn", "privileged")
                            .doesNotContainKeys("openshift.io/run-level", "openshift.io/cluster-monitoring");
                });
    }

    private Map<String, KubernetesObject> namespaces(String values) {
        return Chart.byName(chart.rendered(values).stream()
                .filter(object -> object.kind().equals("Namespace"))
                .toList());
    }

    /** Labels of Services and Pods, and names of admission policies, are those of the providers on both distributions. */
    @Test
    void hasNothingOfOpenShiftOnKubernetes() {
        List<KubernetesObject> objects = chart.rendered("""
                distribution: Kubernetes
                metrics: {serviceMonitor: true, insecureSkipVerify: true, prometheusRule: true, dashboard: true, prometheus: {namespace: monitoring}}
                """);

        assertThat(Chart.kinds())
                .extracting(KubernetesObject::name)
                .containsExactly("cloudcontrollermanagers.ccmoperator.io");
        assertThat(objects)
                .noneMatch(object -> object.apiVersion().contains("openshift.io")
                        || object.namespace().contains("openshift")
                        || object.name().contains("openshift"));
        assertThat(objects.stream()
                        .flatMap(object -> object.fields().items("rules").stream())
                        .flatMap(rule -> rule.strings("apiGroups").stream()))
                .contains("ccmoperator.io", "apps")
                .noneMatch(group -> group.contains("openshift.io"));
    }

    /** The charts of clouds have roles named cloud-controller-manager and cloud-node-manager there. */
    @Test
    void namesRolesOfClusterAndKubeSystemAfterItself() {
        List<KubernetesObject> roles = chart.rendered("""
                        distribution: Kubernetes
                        metrics: {serviceMonitor: true, insecureSkipVerify: true}
                        images: {cloudControllerManagerAWS: aws:1, cloudControllerManagerDigitalOcean: digitalocean:1}
                        extraRules: {kubeSystem: [{apiGroups: [''], resources: [pods], verbs: [get]}]}
                        """).stream()
                .filter(object -> object.kind().contains("Role"))
                .filter(object ->
                        object.namespace().isEmpty() || object.namespace().equals("kube-system"))
                .toList();

        assertThat(roles).extracting(KubernetesObject::name).allMatch(name -> name.startsWith("ccm-operator:"));
        assertThat(roles)
                .extracting(KubernetesObject::display)
                .contains(
                        "ClusterRole ccm-operator:cloud-controller-manager",
                        "ClusterRole ccm-operator:cloud-controller-manager:metrics",
                        "ClusterRole ccm-operator:cloud-controller-manager:packs",
                        "ClusterRole ccm-operator:shared:cloud-controller-manager",
                        "ClusterRole ccm-operator:shared:cloud-node-manager",
                        "Role kube-system/ccm-operator:cloud-controller-manager:packs",
                        "Role kube-system/ccm-operator:shared:cloud-controller-manager");
        assertThat(roles)
                .filteredOn(object -> object.kind().endsWith("Binding"))
                .extracting(object -> object.fields().string("roleRef", "name"))
                .allMatch(name ->
                        name.startsWith("ccm-operator:") || name.equals("extension-apiserver-authentication-reader"));
    }

    @Test
    void grantsOnKubernetesWhatDescriptionOfClusterNeeds() {
        String values = "{ccm: {cluster: {provider: aws, name: a, cloudConfig: %s}}}";
        Map<String, KubernetesObject> configMap = chart.byName(values.formatted("{configMap: {name: conf, key: k}}"));
        Map<String, KubernetesObject> secret = chart.byName(values.formatted("{secret: {name: conf, key: k}}"));
        String operator = "Role ccm-operator/cluster-cloud-controller-manager";
        String managed = "Role cloud-controller-manager/cluster-cloud-controller-manager";
        String cluster = "ClusterRole ccm-operator:cloud-controller-manager";

        assertThat(verbs(configMap.get(cluster), "cloudcontrollermanagers", "cluster"))
                .containsExactly("get", "list", "watch", "update", "delete");
        assertThat(verbs(configMap.get(cluster), "cloudcontrollermanagers/status", "cluster"))
                .containsExactly("patch");
        assertThat(verbs(configMap.get(cluster), "nodes", "")).contains("list");
        assertThat(verbs(configMap.get(operator), "configmaps", "")).containsExactly("list", "watch");
        assertThat(verbs(configMap.get(managed), "configmaps", "cloud-conf")).contains("delete");
        assertThat(ReservedObjects.COPIES).allSatisfy(copy -> {
            assertThat(verbs(configMap.get(managed), "configmaps", copy)).containsExactly("update", "delete");
            assertThat(verbs(configMap.get(managed), "secrets", copy)).containsExactly("delete");
            assertThat(verbs(secret.get(managed), "secrets", copy)).containsExactly("update", "delete");
        });
        assertThat(verbs(configMap.get(managed), "configmaps", "ccm-trusted-ca"))
                .contains("delete");
        assertThat(verbs(configMap.get(operator), "secrets", "conf")).isEmpty();
        assertThat(verbs(secret.get(operator), "secrets", "conf")).containsExactly("list", "watch");
        assertThat(verbs(secret.get(operator), "secrets", "")).isEmpty();
        assertThat(verbs(configMap.get(managed), "secrets", "cloud-conf")).containsExactly("delete");
        assertThat(verbs(secret.get(managed), "secrets", "cloud-conf")).containsExactly("update", "delete");
        assertThat(verbs(configMap.get(managed), "secrets", "")).containsExactly("get", "list", "watch");
        assertThat(verbs(secret.get(managed), "secrets", "")).containsExactly("get", "list", "watch", "create");
    }

    @Test
    void grantsToReadWhatShowsThatAnotherManagerRuns() {
        KubernetesObject role =
                chart.byName(Chart.KUBERNETES).get("Role kube-system/ccm-operator:cloud-controller-manager");
        List<String> granted = role.fields().items("rules").stream()
                .filter(rule -> rule.strings("verbs").equals(List.of("get")))
                .flatMap(rule -> rule.strings("resourceNames").stream()
                        .map(name -> rule.strings("apiGroups") + " " + rule.strings("resources") + " " + name))
                .toList();

        assertThat(granted)
                .containsExactlyInAnyOrderElementsOf(OtherManager.known().stream()
                        .map(key -> List.of(key.kind().group()) + " "
                                + List.of(key.kind().plural()) + " " + key.name())
                        .toList());
        assertThat(chart.byName("{}")
                        .get("Role kube-system/cluster-cloud-controller-manager")
                        .fields()
                        .items("rules"))
                .noneMatch(rule -> rule.strings("verbs").equals(List.of("get")));
    }

    /** Manifests and charts of other cloud controller managers have an account of that name. */
    @Test
    void createsAccountOfOpenStackForOpenStackAlone() {
        List<String> ofOpenStack = List.of(
                "ServiceAccount kube-system/cloud-controller-manager",
                "ClusterRole ccm-operator:shared:openstack-cloud-controller-manager",
                "ClusterRoleBinding ccm-operator:shared:openstack-cloud-controller-manager");
        String tokens = "Role kube-system/ccm-operator:shared:cloud-controller-manager";
        Map<String, KubernetesObject> aws = chart.byName(Chart.KUBERNETES);
        Map<String, KubernetesObject> openStack =
                chart.byName("{ccm: {cluster: {provider: openstack, name: sample-1}}}");

        assertThat(aws).doesNotContainKeys(ofOpenStack.toArray(String[]::new));
        assertThat(openStack).containsKeys(ofOpenStack.toArray(String[]::new));
        assertThat(verbs(aws.get(tokens), "serviceaccounts/token", "cloud-controller-manager"))
                .isEmpty();
        assertThat(verbs(openStack.get(tokens), "serviceaccounts/token", "cloud-controller-manager"))
                .containsExactly("create");
    }

    /** Those of a role for objects of one name; of all names where it is empty. */
    private static List<String> verbs(KubernetesObject role, String resource, String name) {
        return role.fields().items("rules").stream()
                .filter(rule -> rule.strings("resources").contains(resource))
                .filter(rule -> rule.strings("resourceNames").equals(name.isEmpty() ? List.of() : List.of(name))
                        || !name.isEmpty() && rule.strings("resourceNames").contains(name))
                .flatMap(rule -> rule.strings("verbs").stream())
                .toList();
    }
}
