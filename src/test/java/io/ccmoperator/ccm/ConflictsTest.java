// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.apply.BuiltInProviders;
import io.ccmoperator.assets.KubernetesObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConflictsTest {
    private static final KubernetesObject OPERATORS = budget("external", "matchLabels: {platform: External}");
    private static final KubernetesObject DEPLOYMENT = YamlText.manifest("""
            apiVersion: apps/v1
            kind: Deployment
            metadata: {namespace: managed, name: ccm}
            spec: {template: {metadata: {labels: {app: ccm, platform: External}}}}
            """);

    private static KubernetesObject budget(String name, String selector) {
        return YamlText.manifest("""
                apiVersion: policy/v1
                kind: PodDisruptionBudget
                metadata: {namespace: managed, name: %s}
                spec: {minAvailable: 1, selector: {%s}}
                """.formatted(name, selector));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "matchLabels: {app: ccm}",
                "matchLabels: {platform: External}",
                "matchExpressions: [{key: app, operator: Exists}]",
                ""
            })
    void rejectsSecondBudgetForPodsOfWorkload(String selector) {
        KubernetesObject second = budget("second", selector);

        Conflicts conflicts = Conflicts.of(List.of(second, OPERATORS, DEPLOYMENT));

        assertThat(conflicts.applicable()).containsExactly(OPERATORS, DEPLOYMENT);
        assertThat(conflicts.rejected())
                .containsExactly(new Conflicts.Rejected(
                        second,
                        "PodDisruptionBudget managed/second is not applied: it selects the Pods of Deployment"
                                + " managed/ccm, which PodDisruptionBudget managed/external selects too, and with two of"
                                + " them no Pod can be evicted; leave it out of the provider"));
    }

    @Test
    void allowsBudgetForOtherPods() {
        List<KubernetesObject> desired =
                List.of(budget("other", "matchLabels: {app: node-manager}"), OPERATORS, DEPLOYMENT);

        assertThat(Conflicts.of(desired)).isEqualTo(new Conflicts(desired, List.of()));
    }

    @Test
    void appliesLastOfTwoDefinitions() {
        KubernetesObject ofProvider = budget("external", "matchLabels: {app: other}");

        Conflicts conflicts = Conflicts.of(List.of(ofProvider, OPERATORS, DEPLOYMENT));

        assertThat(conflicts.applicable()).containsExactly(OPERATORS, DEPLOYMENT);
        assertThat(conflicts.rejected())
                .containsExactly(new Conflicts.Rejected(
                        ofProvider,
                        "PodDisruptionBudget managed/external is defined more than once, so only the last definition is"
                                + " applied, which is the operator's own if there is one; leave the other out of the"
                                + " provider"));
    }

    @ParameterizedTest
    @MethodSource("io.ccmoperator.apply.BuiltInProviders#names")
    void rejectsNothingOfBuiltInProviders(String provider) {
        List<KubernetesObject> desired = BuiltInProviders.desired(provider);

        assertThat(Conflicts.of(desired)).isEqualTo(new Conflicts(desired, List.of()));
    }
}
