// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.JsonWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OverridesTest {
    private static final Map<String, Object> SPEC = YamlText.tree("""
            spec:
              logLevel: TraceAll
              credentials: {secretName: s, tokenAudience: a}
              controllerManager:
                args: [{name: concurrent-service-syncs, value: "7"}]
                env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: k}}}, {name: B, value: b}]
                resources: {requests: {cpu: 1, memory: 100Mi}}
                nodePlacement:
                  nodeSelector: {zone: a}
                  tolerations: [{key: t, operator: Exists, tolerationSeconds: 60}]
                replicas: 3
                image: registry/a:1
                imagePullPolicy: Always
                podMetadata: {labels: {team: a}, annotations: {example.com/b: c}}
                affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:
                  {nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: Exists}]}]}}}
                priorityClassName: high
                hostAliases: [{ip: 10.0.0.1, hostnames: [a.example.com]}]
                serviceAccount: {annotations: {example.com/role: r}}
              nodeManager: {args: [{name: v, value: "3"}]}
            """);

    @SuppressWarnings("unchecked")
    private static Map<String, Object> json(Map<String, Object> tree) {
        return (Map<String, Object>) JsonReader.read(JsonWriter.compact(tree));
    }

    @Test
    void readsWhatItHasWritten() {
        Overrides overrides = Overrides.of(SPEC);

        assertThat(json(overrides.tree())).isEqualTo(json(SPEC));
        assertThat(Overrides.of(json(overrides.tree()))).isEqualTo(overrides);
        assertThat(Overrides.NONE.tree()).isEmpty();
    }

    /** Pods have a hash of it, which must be the same in each process. */
    @Test
    void writesFlagsInOneOrder() {
        Overrides overrides = Overrides.of(Map.of(
                "spec",
                Map.of(
                        "controllerManager",
                        Map.of("args", List.of(Map.of("value", "8", "name", "concurrent-service-syncs"))))));

        assertThat(JsonWriter.compact(overrides.tree()))
                .isEqualTo(
                        "{\"spec\":{\"controllerManager\":{\"args\":[{\"name\":\"concurrent-service-syncs\",\"value\":\"8\"}]}}}");
    }

    @Test
    void namesAllThatIsSet() {
        assertThat(Overrides.of(SPEC).set())
                .containsExactly(
                        "logLevel",
                        "credentials.secretName",
                        "credentials.tokenAudience",
                        "controllerManager.args",
                        "controllerManager.env",
                        "controllerManager.resources",
                        "controllerManager.nodePlacement",
                        "controllerManager.replicas",
                        "controllerManager.image",
                        "controllerManager.imagePullPolicy",
                        "controllerManager.podMetadata",
                        "controllerManager.affinity",
                        "controllerManager.priorityClassName",
                        "controllerManager.hostAliases",
                        "controllerManager.serviceAccount",
                        "nodeManager.args");
    }

    /** An image that is set last counts, whatever else is taken back. */
    @Test
    void keepsImagesApartFromWhatIsTakenBack() {
        Overrides present = Overrides.of(YamlText.tree(
                "spec: {controllerManager: {image: a:2, imagePullPolicy: Always}, nodeManager: {image: b:2}}"));
        List<String> both = List.of("cloud-controller-manager", "cloud-node-manager");

        Overrides kept = present.only(both);
        assertThat(kept.set()).containsExactly("controllerManager.imagePullPolicy");
        assertThat(Overrides.of(YamlText.tree("spec: {controllerManager: {image: a:1}}"))
                        .only(both))
                .isEqualTo(Overrides.NONE);
        assertThat(kept.withImagesOf(present)).isEqualTo(present);
        assertThat(Overrides.NONE.withImagesOf(present).set())
                .containsExactly("controllerManager.image", "nodeManager.image");
        assertThat(present.image("cloud-node-manager")).contains("b:2");
        assertThat(present.image("other")).isEmpty();
    }

    /** Which nodes there are is no setting of Pods. */
    @Test
    void keepsNodesWithWindowsApartFromWhatIsTakenBack() {
        Overrides present = Overrides.of(YamlText.tree("spec: {nodeManager: {windows: true}}"));

        assertThat(present.windowsNodes()).isTrue();
        assertThat(present.set()).containsExactly("nodeManager.windows");
        assertThat(present.programs()).isEmpty();
        assertThat(present.only(List.of("cloud-node-manager"))).isEqualTo(Overrides.NONE);
        assertThat(Overrides.NONE.withImagesOf(present)).isEqualTo(present);
        assertThat(Overrides.of(YamlText.tree("spec: {nodeManager: {windows: false}}")))
                .isEqualTo(Overrides.NONE);
    }

    @Test
    void keepsWhatContainersHave() {
        Overrides overrides = Overrides.of(SPEC);

        assertThat(overrides.only(List.of("cloud-node-manager", "other")).set())
                .containsExactly("logLevel", "credentials.secretName", "credentials.tokenAudience", "nodeManager.args");
        assertThat(overrides.only(List.of("other"))).isEqualTo(Overrides.NONE);
    }

    @Test
    void leavesOutNumbersOfPods() {
        assertThat(Overrides.of(YamlText.tree("spec: {controllerManager: {replicas: 1}}"))
                        .ofPods())
                .isEqualTo(Overrides.NONE);
        assertThat(Overrides.of(SPEC).ofPods().set())
                .contains("controllerManager.args")
                .doesNotContain("controllerManager.replicas");
    }
}
