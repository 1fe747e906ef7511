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
              controllerManager:
                args: [{name: concurrent-service-syncs, value: "7"}]
                env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: k}}}, {name: B, value: b}]
                resources: {requests: {cpu: 1, memory: 100Mi}}
                nodePlacement:
                  nodeSelector: {zone: a}
                  tolerations: [{key: t, operator: Exists, tolerationSeconds: 60}]
                replicas: 3
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

    @Test
    void keepsWhatContainersHave() {
        Overrides overrides = Overrides.of(SPEC);

        assertThat(overrides.only(List.of("cloud-node-manager", "other")).set())
                .containsExactly("logLevel", "nodeManager.args");
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
