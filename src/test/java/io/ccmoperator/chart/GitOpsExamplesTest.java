// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static io.ccmoperator.YamlText.manifest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.assets.tree.YamlWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LoadState;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.compiler.LuaC;
import org.luaj.vm2.lib.BaseLib;
import org.luaj.vm2.lib.PackageLib;
import org.luaj.vm2.lib.TableLib;

/** The files in examples/gitops of the chart, without a server. */
class GitOpsExamplesTest extends ChartScene {
    private static final String DEPLOYMENT = "Deployment ccm-operator/cluster-cloud-controller-manager-operator";

    @Test
    void rendersValuesOfApplicationAndHelmRelease() {
        KubernetesObject application = example("argocd-application.yaml", "Application");
        KubernetesObject release = example("flux.yaml", "HelmRelease");

        for (Map<String, Object> values : List.of(
                application.fields().map("spec", "source", "helm", "valuesObject"),
                release.fields().map("spec", "values"))) {
            assertThat(chart.byName(YamlWriter.write(values)))
                    .containsKeys("CloudControllerManager cluster", DEPLOYMENT);
        }
    }

    @Test
    void installsVersionOfChartIntoNamespaceOfOperator() {
        KubernetesObject application = example("argocd-application.yaml", "Application");
        Object version = Chart.metadata().get("version");

        assertThat(application.fields().string("spec", "source", "targetRevision"))
                .isEqualTo(version);
        assertThat(example("flux.yaml", "OCIRepository").fields().string("spec", "ref", "tag"))
                .isEqualTo(version);
        assertThat(Chart.text("examples/gitops/kustomize/kustomization.yaml")).contains("--version " + version + " ");
        assertThat(application.fields().string("spec", "destination", "namespace"))
                .isEqualTo(Chart.NAMESPACE);
        assertThat(example("flux.yaml", "HelmRelease").namespace()).isEqualTo(Chart.NAMESPACE);
    }

    /** Argo CD deletes by these numbers, the greatest first, each when the ones before do not exist any more. */
    @Test
    void deletesObjectBeforeOperatorAndKind() {
        List<KubernetesObject> rendered = chart.rendered(Chart.KUBERNETES);

        assertThat(rendered)
                .filteredOn(object -> object.fields().map("metadata", "annotations").keySet().stream()
                        .anyMatch(annotation -> annotation.startsWith("argocd.argoproj.io/")))
                .extracting(KubernetesObject::display, object -> object.fields().map("metadata", "annotations"))
                .containsExactly(tuple("CloudControllerManager cluster", Map.of("argocd.argoproj.io/sync-wave", "1")));
        assertThat(chart.rendered("{ccm: {logLevel: Debug}}"))
                .filteredOn(object -> object.kind().equals("CloudControllerManager"))
                .allSatisfy(
                        object -> assertThat(object.fields().map("metadata")).doesNotContainKey("annotations"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                                                              | Progressing | the operator has not reported yet
            observedGeneration: 1, conditions: [{type: Ready, status: 'True', message: old}] | Progressing | the operator has not reported on the last change yet
            observedGeneration: 2, conditions: []                                           | Progressing | the operator has not reported yet
            observedGeneration: 2, conditions: [{type: Ready, status: Unknown, message: a}] | Progressing | the operator has not reported yet
            observedGeneration: 2, conditions: [{type: Ready, status: 'True', message: all}] | Healthy | all
            observedGeneration: 2, conditions: [{type: Ready, status: 'False', message: r}, {type: Progressing, status: 'True', message: rolls out}, {type: Available, status: 'False', message: none}] | Progressing | rolls out
            observedGeneration: 2, conditions: [{type: Ready, status: 'False', message: r}, {type: Progressing, status: 'False', message: p}, {type: Available, status: 'False', message: none}] | Degraded | none
            observedGeneration: 2, conditions: [{type: Available, status: 'True', message: a}, {type: Progressing, status: 'True', message: p}, {type: Degraded, status: 'True', message: no Secret}] | Degraded | no Secret
            """)
    void tellsArgoCdHealthByConditions(String status, String health, String message) {
        KubernetesObject object = manifest("{metadata: {name: cluster, generation: 2}}");
        if (!status.equals("{}")) {
            object.tree().put("status", YamlText.tree("{" + status + "}"));
        }

        assertThat(health(object)).isEqualTo(health + " " + message);
    }

    /** Status and message; Argo CD lets scripts use no more libraries than these. */
    static String health(KubernetesObject object) {
        Globals globals = new Globals();
        globals.load(new BaseLib());
        globals.load(new PackageLib());
        globals.load(new TableLib());
        LoadState.install(globals);
        LuaC.install(globals);
        globals.set("obj", lua(object.tree()));
        String script = example("argocd-cm.yaml", "ConfigMap")
                .fields()
                .string("data", "resource.customizations.health.ccmoperator.io_CloudControllerManager");
        LuaValue health = globals.load(script, "health").call();
        return health.get("status").checkjstring() + " " + health.get("message").checkjstring();
    }

    private static LuaValue lua(Object value) {
        if (value instanceof Map<?, ?> map) {
            LuaTable table = new LuaTable();
            map.forEach((key, member) -> table.set(key.toString(), lua(member)));
            return table;
        } else if (value instanceof List<?> list) {
            LuaTable table = new LuaTable();
            list.forEach(item -> table.set(table.length() + 1, lua(item)));
            return table;
        } else if (value instanceof Number number) {
            return LuaValue.valueOf(number.doubleValue());
        } else if (value instanceof Boolean flag) {
            return LuaValue.valueOf(flag);
        }
        return value == null ? LuaValue.NIL : LuaValue.valueOf(value.toString());
    }

    private static KubernetesObject example(String file, String kind) {
        return YamlReader.read(Chart.text("examples/gitops/" + file)).stream()
                .map(document -> new KubernetesObject(document.map().orElseThrow()))
                .filter(object -> object.kind().equals(kind))
                .findFirst()
                .orElseThrow();
    }
}
