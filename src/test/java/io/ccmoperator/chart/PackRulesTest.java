// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.rbac.ChartRules;
import io.ccmoperator.assets.rbac.OperatorRule;
import io.ccmoperator.assets.rbac.RequiredPermission;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.payload.PayloadFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the chart lets the operator do for providers outside the release payload. */
class PackRulesTest extends ChartScene {
    private static final String PACKS = "system:openshift:operator:cloud-controller-manager:packs";
    private static final String IMAGE = "registry.example.com/a:1";

    @Test
    void matchesFilesThatBuildDerivesFromProviders() {
        List<KubernetesObject> payload = PayloadFolder.objects(".yaml");
        assertThat(packs()).isNotEmpty().allSatisfy(pack -> {
            String name = pack.descriptor().name();
            Path file = PayloadFolder.project().resolve("helm/ccm-operator/files/packs/" + name + ".yaml");
            Map<String, Object> derived = ChartRules.ofPacks(pack.assets(), payload);

            assertThat(Files.exists(file) ? YamlText.tree(Files.readString(file)) : Map.of())
                    .as("copy target/provider-rules/%s.yaml to %s", name, file)
                    .isEqualTo(derived);
        });
    }

    @Test
    void grantsWhatAPackNeedsWhereItsImageIsSet() {
        for (Provider pack : packs()) {
            List<KubernetesObject> objects = chart.rendered(images(pack));
            List<OperatorRule> rules = OperatorRule.of(objects);

            assertThat(RequiredPermission.of(pack.assets(), objects))
                    .as(pack.descriptor().name())
                    .allMatch(required -> rules.stream().anyMatch(rule -> rule.covers(required.permission())));
        }
    }

    @Test
    void grantsNothingForAPackWithoutImage() {
        assertThat(chart.byName("{}").keySet()).noneMatch(name -> name.contains("packs"));
    }

    @Test
    void namesRolesOfPacksWithoutOpenShiftOnKubernetes() {
        assertThat(chart.byName("""
                ccm: {cluster: {provider: digitalocean, name: sample-1}}
                images: {cloudControllerManagerDigitalOcean: "%s"}
                """.formatted(IMAGE)))
                .containsKeys(
                        "ClusterRole ccm-operator:cloud-controller-manager:packs",
                        "ClusterRoleBinding ccm-operator:cloud-controller-manager:packs")
                .doesNotContainKey("ClusterRole " + PACKS);
    }

    @Test
    void grantsWhatPackOfClusterNeedsWithoutValueOfItsImage() {
        assertThat(chart.byName("""
                ccm:
                  cluster: {provider: digitalocean, name: sample-1}
                  controllerManager: {image: "%s"}
                images: {}
                """.formatted(IMAGE)))
                .containsKey("ClusterRole ccm-operator:cloud-controller-manager:packs");
    }

    @Test
    void addsRulesOfValuesInTheirNamespaces() {
        Map<String, KubernetesObject> objects = chart.byName("""
                namespaces: {managed: two}
                images: {cloudControllerManagerDigitalOcean: "%s"}
                extraRules:
                  cluster: [{apiGroups: [""], resources: [nodes/status], verbs: [update]}]
                  managed: [{apiGroups: [""], resources: [secrets], resourceNames: [a], verbs: [get]}]
                  kubeSystem: [{apiGroups: [""], resources: [pods], verbs: [get]}]
                """.formatted(IMAGE));

        assertThat(objects.get("ClusterRole " + PACKS).fields().maps("rules"))
                .hasSizeGreaterThan(1)
                .contains(Map.of(
                        "apiGroups", List.of(""), "resources", List.of("nodes/status"), "verbs", List.of("update")));
        assertThat(objects.get("Role two/cluster-cloud-controller-manager-packs")
                        .fields()
                        .maps("rules"))
                .containsExactly(Map.of(
                        "apiGroups", List.of(""),
                        "resources", List.of("secrets"),
                        "resourceNames", List.of("a"),
                        "verbs", List.of("get")));
        assertThat(objects.get("Role kube-system/cluster-cloud-controller-manager-packs")
                        .fields()
                        .maps("rules"))
                .hasSize(1);
        assertThat(objects)
                .containsKeys(
                        "ClusterRoleBinding " + PACKS,
                        "RoleBinding two/cluster-cloud-controller-manager-packs",
                        "RoleBinding kube-system/cluster-cloud-controller-manager-packs");
        assertThat(OperatorRule.of(List.copyOf(objects.values())))
                .extracting(OperatorRule::namespace)
                .contains("", "two", "kube-system");
    }

    /** Packs whose images are values of the chart; for others, extraImages and extraRules are given. */
    private static List<Provider> packs() {
        Set<String> ofChart = FieldReader.of(YamlText.tree(Chart.text("values.yaml")))
                .map("images")
                .keySet();
        return ProviderIndex.load().entries().stream()
                .map(ProviderIndex::provider)
                .filter(provider -> !provider.descriptor().payload())
                .filter(provider -> !provider.descriptor().images().isEmpty()
                        && ofChart.containsAll(provider.descriptor().images().values()))
                .toList();
    }

    private static String images(Provider pack) {
        StringBuilder values = new StringBuilder("images:\n");
        pack.descriptor()
                .images()
                .values()
                .forEach(key -> values.append("  ")
                        .append(key)
                        .append(": ")
                        .append(IMAGE)
                        .append('\n'));
        return values.toString();
    }
}
