// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoleRulesTest {
    @Test
    void returnsPermissionsOfRole() {
        KubernetesObject role = new KubernetesObject(Map.of(
                "rules",
                List.of(
                        Map.of(
                                "apiGroups", List.of("", "apps"),
                                "resources", List.of("pods", "pods/status"),
                                "resourceNames", List.of("a", "b"),
                                "verbs", List.of("get", "list")),
                        Map.of("apiGroups", List.of(""), "resources", List.of("pods"), "verbs", List.of("create")),
                        Map.of("nonResourceURLs", List.of("/metrics"), "verbs", List.of("get")))));
        List<Permission> permissions = RoleRules.of(role, "one");

        assertThat(permissions).hasSize(2 * 2 * 2 * 2 + 1 + 1);
        KubernetesObject again = new KubernetesObject(Map.of("rules", RoleRules.rules(permissions)));
        assertThat(RoleRules.of(again, "one")).containsExactlyInAnyOrderElementsOf(permissions);
        assertThat(again.fields().maps("rules")).hasSize(6);
    }

    @Test
    void coversOnlyNarrowerPermissions() {
        Permission any = new Permission("", "", "pods", "get", "");
        Permission named = new Permission("one", "", "pods", "get", "a");

        assertThat(any.covers(named)).isTrue();
        assertThat(named.covers(named)).isTrue();
        assertThat(named.covers(any)).isFalse();
        assertThat(named.covers(new Permission("one", "", "pods", "get", ""))).isFalse();
        assertThat(named.covers(new Permission("two", "", "pods", "get", "a"))).isFalse();
        assertThat(any.covers(new Permission("", "apps", "pods", "get", ""))).isFalse();
        assertThat(any.covers(new Permission("", "", "pods", "list", ""))).isFalse();
        assertThat(any.covers(new Permission("", "", "pods/log", "get", ""))).isFalse();
    }
}
