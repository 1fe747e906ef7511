// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabelSelectorTest {
    private static final Map<String, Object> LABELS = Map.of("app", "ccm", "tier", "control");

    private static boolean selects(String yaml) {
        return new LabelSelector(
                        FieldReader.of(YamlReader.read(yaml).get(0).map().orElseThrow()))
                .selects(LABELS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "matchLabels: {app: ccm}",
                "matchLabels: {app: ccm, tier: control}",
                "matchExpressions: [{key: app, operator: In, values: [other, ccm]}]",
                "matchExpressions: [{key: app, operator: NotIn, values: [other]}]",
                "matchExpressions: [{key: zone, operator: NotIn, values: [a]}]",
                "matchExpressions: [{key: app, operator: Exists}, {key: zone, operator: DoesNotExist}]"
            })
    void selectsWhenAllConditionsAreTrue(String yaml) {
        assertThat(selects(yaml)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "matchLabels: {app: other}",
                "matchLabels: {app: ccm, zone: a}",
                "matchExpressions: [{key: app, operator: In, values: [other]}]",
                "matchExpressions: [{key: zone, operator: In, values: [a]}]",
                "matchExpressions: [{key: app, operator: NotIn, values: [ccm]}]",
                "matchExpressions: [{key: zone, operator: Exists}]",
                "matchExpressions: [{key: app, operator: Exists}, {key: tier, operator: DoesNotExist}]",
                "{matchLabels: {app: ccm}, matchExpressions: [{key: zone, operator: Exists}]}"
            })
    void selectsNothingWhenOneConditionIsFalse(String yaml) {
        assertThat(selects(yaml)).isFalse();
    }

    @Test
    void selectsNothingWhenMissing() {
        assertThat(new LabelSelector(FieldReader.of(Map.of()).field("selector")).selects(LABELS))
                .isFalse();
    }
}
