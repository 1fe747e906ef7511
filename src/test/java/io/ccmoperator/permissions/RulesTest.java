/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.permissions;

import static io.ccmoperator.YamlText.manifest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.assets.KubernetesObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RulesTest {
    private static KubernetesObject role(String rules) {
        return manifest("{kind: Role, metadata: {name: r, namespace: n}, rules: [" + rules + "]}");
    }

    @Test
    void expandsRuleToEachVerbResourceAndName() {
        assertThat(Rules.of(
                        role("{apiGroups: [g], resources: [a, b], resourceNames: [x, y], verbs: [get, list]},"
                                + "{apiGroups: [''], resources: [c], verbs: [create]}"),
                        "n"))
                .extracting(Permission::toString)
                .containsExactly(
                        "get a.g x in n",
                        "get a.g y in n",
                        "list a.g x in n",
                        "list a.g y in n",
                        "get b.g x in n",
                        "get b.g y in n",
                        "list b.g x in n",
                        "list b.g y in n",
                        "create c in n");
    }

    @Test
    void removesOnePermissionFromCopyOfRole() {
        KubernetesObject role = role("{apiGroups: [g], resources: [a], resourceNames: [x], verbs: [get, list, watch]},"
                + "{apiGroups: [''], resources: [c], verbs: [create]}");
        List<Permission> all = Rules.of(role, "n");

        for (Permission permission : all) {
            assertThat(Rules.of(Rules.without(role, permission), "n"))
                    .containsExactlyElementsOf(all.stream()
                            .filter(other -> !other.equals(permission))
                            .toList());
        }
        assertThat(Rules.of(role, "n")).isEqualTo(all);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{apiGroups: ['*'], resources: [a], verbs: [get]}",
                "{apiGroups: [g], resources: ['*'], verbs: [get]}",
                "{apiGroups: [g], resources: [a], verbs: ['*']}",
                "{nonResourceURLs: [/metrics], verbs: [get]}"
            })
    void rejectsRulesThatCannotBeCompared(String rule) {
        assertThatThrownBy(() -> Rules.of(role(rule), "n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Role n/r: a rule has no ");
    }
}
