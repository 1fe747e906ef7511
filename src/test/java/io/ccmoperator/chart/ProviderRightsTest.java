// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.rbac.OperatorRule;
import io.ccmoperator.assets.rbac.Permission;
import io.ccmoperator.assets.rbac.RequiredPermission;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.substitution.KubernetesNames;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** On Kubernetes the operator may do what the provider of the cluster needs, and nothing for the others. */
class ProviderRightsTest extends ChartScene {
    /** With the namespaces that the assets of providers name. */
    private static final String VALUES = """
            namespaces: {operator: openshift-cloud-controller-manager-operator, managed: openshift-cloud-controller-manager}
            ccm: {cluster: {provider: %s, name: sample-1}}
            """;

    private List<KubernetesObject> rendered(String provider) {
        return chart.rendered(VALUES.formatted(provider));
    }

    private static List<Permission> held(List<KubernetesObject> objects) {
        return OperatorRule.of(objects).stream()
                .flatMap(rule -> rule.permissions().stream())
                .toList();
    }

    /** What is needed to apply the objects of a provider, and to delete those of the names that a former release gave them. */
    private static List<Permission> required(Provider provider, List<KubernetesObject> objects) {
        List<KubernetesObject> applied = provider.assets().stream()
                .map(asset -> {
                    KubernetesObject copy = asset.copy();
                    new KubernetesNames().apply(copy);
                    return copy;
                })
                .toList();
        return Stream.concat(
                        RequiredPermission.of(applied, objects).stream(),
                        RequiredPermission.of(KubernetesNames.renamed(provider), objects).stream()
                                .filter(needed -> Set.of("get", "delete")
                                        .contains(needed.permission().verb())))
                .map(RequiredPermission::permission)
                .toList();
    }

    @Test
    void grantsWhatProviderNeedsAndNothingForAnotherOne() {
        Map<Provider, List<Permission>> held = new LinkedHashMap<>();
        Map<Provider, List<Permission>> required = new LinkedHashMap<>();
        for (Provider provider : providers()) {
            List<KubernetesObject> objects = rendered(provider.descriptor().name());
            held.put(provider, held(objects));
            required.put(provider, required(provider, objects));
        }
        Set<Permission> common = new HashSet<>(held.values().iterator().next());
        held.values().forEach(common::retainAll);

        assertThat(held).hasSizeGreaterThan(18);
        assertThat(common)
                .noneMatch(permission -> permission.group().equals("rbac.authorization.k8s.io")
                        || permission.resource().startsWith("nodes")
                                && permission.verb().equals("patch"));
        held.forEach((provider, permissions) -> {
            String name = provider.descriptor().name();
            assertThat(required.get(provider))
                    .as("what is missing for " + name)
                    .allMatch(needed -> permissions.stream().anyMatch(given -> given.covers(needed)));
            assertThat(permissions)
                    .as("what is not needed for " + name)
                    .filteredOn(given -> !common.contains(given))
                    .allMatch(given -> required.get(provider).stream().anyMatch(given::covers));
        });
    }

    /** The chart does not know what it needs; the rules for it in the values are those beside all others. */
    @Test
    void grantsForProviderOfUserWhatItGrantsForAll() {
        Set<Permission> ofUser = Set.copyOf(held(rendered("of-a-pack")));

        assertThat(ofUser).containsAll(held(rendered("azure"))).containsAll(held(rendered("vsphere")));
    }

    /** Those whose images are values of the chart. */
    private static List<Provider> providers() {
        Set<String> ofChart = FieldReader.of(YamlText.tree(Chart.text("values.yaml")))
                .map("images")
                .keySet();
        return ProviderIndex.load().entries().stream()
                .map(ProviderIndex::provider)
                .filter(provider -> !provider.descriptor().images().isEmpty()
                        && ofChart.containsAll(provider.descriptor().images().values()))
                .toList();
    }
}
