/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.permissions;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PermissionTest {
    private static Permission get(String namespace, String name) {
        return new Permission(namespace, "apps", "deployments", "get", name);
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', '', '', true",
        "'', '', one, a, true",
        "one, '', one, a, true",
        "one, a, one, a, true",
        "one, '', two, '', false",
        "one, '', '', '', false",
        "one, a, one, b, false",
        "one, a, one, '', false"
    })
    void treatsMissingNamespaceAndNameAsAny(
            String heldIn, String heldName, String neededIn, String neededName, boolean covered) {
        assertThat(get(heldIn, heldName).covers(get(neededIn, neededName))).isEqualTo(covered);
    }

    @ParameterizedTest
    @CsvSource({
        "'', deployments, get",
        "apps, daemonsets, get",
        "apps, deployments/status, get",
        "apps, deployments, list"
    })
    void comparesGroupResourceAndVerb(String group, String resource, String verb) {
        assertThat(get("", "").covers(new Permission("", group, resource, verb, "")))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', nodes/status, patch, '', patch nodes/status",
        "one, apps, deployments, get, a, get deployments.apps a in one",
        "'', config.openshift.io, clusteroperators/status, patch, a, patch clusteroperators.config.openshift.io/status a"
    })
    void showsVerbResourceNameAndNamespace(
            String namespace, String group, String resource, String verb, String name, String shown) {
        assertThat(new Permission(namespace, group, resource, verb, name)).hasToString(shown);
    }
}
