// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import static io.ccmoperator.YamlText.tree;
import static io.ccmoperator.substitution.SampleProvider.FACTS;
import static io.ccmoperator.substitution.SampleProvider.IMAGES;
import static io.ccmoperator.substitution.SampleProvider.PROVIDER;
import static io.ccmoperator.substitution.SampleProvider.find;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.Overrides;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an administrator sets in the CloudControllerManager. */
class OverrideSubstitutionTest {
    private static Overrides overrides(String spec) {
        return Overrides.of(tree("{spec: " + spec + "}"));
    }

    private static KubernetesObject deployment(String spec) {
        return find(DesiredResources.of(PROVIDER, FACTS.with(overrides(spec)), IMAGES), "Deployment");
    }

    private static Map<String, Object> container(String spec) {
        return deployment(spec).containers().stream()
                .filter(container -> "cloud-controller-manager".equals(container.get("name")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void changesNothingWhereNothingIsSet() {
        assertThat(DesiredResources.of(PROVIDER, FACTS.with(overrides("{controllerManager: {args: []}}")), IMAGES))
                .isEqualTo(DesiredResources.of(PROVIDER, FACTS, IMAGES));
    }

    @ParameterizedTest
    @CsvSource({"Normal, 2", "Debug, 4", "Trace, 6", "TraceAll, 8"})
    void setsVerbosityOnce(String logLevel, int level) {
        assertThat(FieldReader.of(container("{logLevel: %s}".formatted(logLevel)))
                        .strings("args"))
                .filteredOn(argument -> argument.matches("--?v(=.*)?"))
                .containsExactly("--v=" + level);
    }

    @Test
    void replacesFlagsOfProviderAndAddsOthersSoThatKubeletExpandsNothing() {
        List<String> before = FieldReader.of(container("{}")).strings("args");
        String flag = before.stream()
                .filter(argument -> argument.startsWith("--") && argument.contains("="))
                .findFirst()
                .orElseThrow();
        String name = flag.substring(2, flag.indexOf('='));

        List<String> after = FieldReader.of(container(
                        "{controllerManager: {args: [{name: %s, value: other}, {name: concurrent-service-syncs, value: $(A)}]}}"
                                .formatted(name)))
                .strings("args");

        assertThat(after)
                .contains("--" + name + "=other", "--concurrent-service-syncs=$$(A)")
                .doesNotContain(flag)
                .hasSize(before.size() + 1);
        assertThat(after.indexOf("--" + name + "=other")).isEqualTo(before.indexOf(flag));
    }

    @Test
    void replacesAndAddsVariables() {
        Map<String, Object> container = container("""
            {controllerManager: {env: [{name: EXTRA, value: a},
              {name: KEY, valueFrom: {secretKeyRef: {name: keys, key: id}}}]}}\
            """);

        assertThat(FieldReader.of(container).maps("env"))
                .contains(
                        Map.of("name", "EXTRA", "value", "a"),
                        Map.of(
                                "name",
                                "KEY",
                                "valueFrom",
                                Map.of("secretKeyRef", Map.of("name", "keys", "key", "id"))));
    }

    @Test
    void setsResourcesNodesAndReplicas() {
        KubernetesObject before = deployment("{}");
        KubernetesObject deployment = deployment("""
            {controllerManager: {resources: {requests: {cpu: 20m}, limits: {memory: 1Gi}}, replicas: 3,
              nodePlacement: {nodeSelector: {pool: infra}, tolerations: [{key: etcd, operator: Exists}]}}}\
            """);

        assertThat(deployment.containers().get(0))
                .containsEntry(
                        "resources", Map.of("requests", Map.of("cpu", "20m"), "limits", Map.of("memory", "1Gi")));
        assertThat(deployment.fields().map("spec", "template", "spec", "nodeSelector"))
                .containsEntry("pool", "infra")
                .containsAllEntriesOf(before.fields().map("spec", "template", "spec", "nodeSelector"));
        assertThat(deployment.fields().maps("spec", "template", "spec", "tolerations"))
                .endsWith(Map.of("key", "etcd", "operator", "Exists"))
                .hasSize(before.fields()
                                .maps("spec", "template", "spec", "tolerations")
                                .size()
                        + 1);
        assertThat(deployment.fields().at("spec", "replicas")).isEqualTo(3L);
    }

    private static final String ALIASES = "[{ip: 10.0.0.1, hostnames: [api.example.com]}]";

    @Test
    void takesImageOfProgramInPlaceOfRelease() {
        KubernetesObject deployment =
                deployment("{controllerManager: {image: 'registry/own:2', imagePullPolicy: Always}}");

        assertThat(deployment.allContainers())
                .extracting(container -> container.get("image"))
                .containsExactly("registry/operator@sha256:2", "literal", "registry/own:2", "literal");
        assertThat(deployment.allContainers())
                .extracting(container -> container.get("imagePullPolicy"))
                .containsExactly(null, null, "Always", null);
    }

    /** The image of another program, such as the one that prepares the configuration, is always that of the release. */
    @Test
    void needsNoImageOfReleaseForProgramThatHasOne() {
        ImageReferences images = new ImageReferences(Map.of("operator", "registry/operator:1"));
        ClusterFacts facts = FACTS.with(overrides("{controllerManager: {image: 'registry/own:2'}}"));

        assertThat(DesiredResources.of(PROVIDER, facts, images)).isNotEmpty();
        assertThatThrownBy(() -> DesiredResources.of(PROVIDER, facts, new ImageReferences(Map.of())))
                .hasMessage("sample: images.json lacks operator, needed by container prepare of Deployment sample;"
                        + " add its reference");
    }

    @Test
    void namesFieldOfObjectThatDescribesClusterForMissingImage() {
        ImageReferences images = new ImageReferences(Map.of("operator", "registry/operator:1"));

        assertThatThrownBy(() -> DesiredResources.of(PROVIDER, FACTS.with(overrides("{cluster: {name: a}}")), images))
                .hasMessage("CloudControllerManager cluster: spec.controllerManager.image: is missing;"
                        + " set it to the image of provider sample, or add ccm to images.json");
    }

    @Test
    void addsMetadataPriorityAndHostsToTemplateAlone() {
        KubernetesObject before = deployment("{}");
        KubernetesObject deployment = deployment("""
            {controllerManager: {podMetadata: {labels: {team: a}, annotations: {example.com/b: c}},
              priorityClassName: high, hostAliases: %s}}\
            """.formatted(ALIASES));

        assertThat(deployment.fields().map("spec", "template", "metadata", "labels"))
                .containsEntry("team", "a")
                .containsAllEntriesOf(before.fields().map("spec", "template", "metadata", "labels"));
        assertThat(deployment.fields().map("spec", "template", "metadata", "annotations"))
                .containsEntry("example.com/b", "c");
        assertThat(deployment.fields().map("metadata"))
                .isEqualTo(before.fields().map("metadata"));
        assertThat(deployment.fields().map("spec", "selector"))
                .isEqualTo(before.fields().map("spec", "selector"));
        assertThat(deployment.podSpec())
                .containsEntry("priorityClassName", "high")
                .containsEntry(
                        "hostAliases", List.of(Map.of("ip", "10.0.0.1", "hostnames", List.of("api.example.com"))));
    }

    @Test
    void leavesOutBudgetForOneReplica() {
        assertThat(DesiredResources.of(PROVIDER, FACTS.with(overrides("{controllerManager: {replicas: 1}}")), IMAGES))
                .extracting(KubernetesObject::kind)
                .doesNotContain("PodDisruptionBudget");
    }

    @Test
    void namesFieldsThatAreSet() {
        assertThat(overrides("{logLevel: Debug, controllerManager: {args: [{name: a, value: b}], replicas: 1, env: []},"
                                + " nodeManager: {nodePlacement: {nodeSelector: {a: b}}}}")
                        .set())
                .containsExactly(
                        "logLevel",
                        "controllerManager.args",
                        "controllerManager.replicas",
                        "nodeManager.nodePlacement");
    }
}
