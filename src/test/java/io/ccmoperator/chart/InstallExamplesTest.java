// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The files in examples/ of the chart that are for an installer of clusters, without a server. */
class InstallExamplesTest extends ChartScene {
    private static final String DEPLOYMENT = "Deployment ccm-operator/cluster-cloud-controller-manager-operator";

    @ParameterizedTest
    @CsvSource({
        "cluster-api/helmchartproxy.yaml, valuesTemplate, version",
        "k3s/helmchart.yaml, valuesContent, version",
        "rke2/helmchart.yaml, valuesContent, version"
    })
    void rendersValuesOfVersionOfChart(String file, String values, String version) {
        FieldReader spec =
                FieldReader.of(YamlText.tree(Chart.text("examples/" + file))).field("spec");

        Map<String, KubernetesObject> objects =
                chart.byName(spec.string(values).replace("{{ .Cluster.metadata.name }}", "of-template"));

        assertThat(objects).containsKeys("CloudControllerManager cluster", DEPLOYMENT);
        assertThat(spec.string(version)).isEqualTo(Chart.metadata().get("version"));
    }

    /** The chart's values for RKE2 are those of its HelmChart. */
    @Test
    void hasSameValuesForRke2() {
        FieldReader spec = FieldReader.of(YamlText.tree(Chart.text("examples/rke2/helmchart.yaml")))
                .field("spec");

        assertThat(YamlText.tree(spec.string("valuesContent")))
                .isEqualTo(YamlText.tree(Chart.text("examples/rke2.yaml")));
    }

    /** The Job that runs Helm comes before a node is initialized. */
    @ParameterizedTest
    @CsvSource({"k3s", "rke2"})
    void isNeededToBootstrap(String distribution) {
        Map<String, Object> spec = FieldReader.of(
                        YamlText.tree(Chart.text("examples/" + distribution + "/helmchart.yaml")))
                .map("spec");

        assertThat(spec)
                .containsEntry("bootstrap", true)
                .containsEntry("targetNamespace", Chart.NAMESPACE)
                .containsEntry("createNamespace", true);
    }

    @ParameterizedTest
    @CsvSource({
        "talos, talos/controlplane-patch.yaml",
        "k3s, k3s/config.yaml",
        "rke2, rke2/config.yaml",
        "kubeadm, kubeadm/init.yaml",
        "kubeadm, kubeadm/join.yaml"
    })
    void hasFieldsOfProgram(String program, String file) {
        Map<String, Object> known = YamlReader.resource(InstallExamplesTest.class, "/install/fields.yaml")
                .map(program);

        assertThat(types("", YamlText.tree(Chart.text("examples/" + file))))
                .isNotEmpty()
                .satisfies(types -> assertThat(known).containsAllEntriesOf(types));
    }

    /** The least that each of them needs for a cloud controller manager outside the program. */
    @Test
    void startsKubeletsForExternalCloudProvider() {
        for (String file : List.of("k3s/config.yaml", "rke2/config.yaml")) {
            assertThat(YamlText.tree(Chart.text("examples/" + file)))
                    .containsEntry("disable-cloud-controller", true)
                    .containsEntry("kubelet-arg", List.of("cloud-provider=external"));
        }
        for (String file : List.of("kubeadm/init.yaml", "kubeadm/join.yaml")) {
            assertThat(FieldReader.of(YamlText.tree(Chart.text("examples/" + file)))
                            .maps("nodeRegistration", "kubeletExtraArgs"))
                    .containsExactly(Map.of("name", "cloud-provider", "value", "external"));
        }
        assertThat(FieldReader.of(YamlText.tree(Chart.text("examples/talos/controlplane-patch.yaml")))
                        .map("cluster", "externalCloudProvider"))
                .containsEntry("enabled", true);
    }

    private static Map<String, Object> types(String path, Object value) {
        Map<String, Object> types = new TreeMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach(
                    (key, member) -> types.putAll(types(path.isEmpty() ? key.toString() : path + "." + key, member)));
        } else if (value instanceof List<?> list && list.get(0) instanceof Map<?, ?>) {
            list.forEach(item -> types.putAll(types(path, item)));
        } else {
            types.put(path, value instanceof List<?> ? "strings" : value instanceof Boolean ? "boolean" : "string");
        }
        return types;
    }
}
