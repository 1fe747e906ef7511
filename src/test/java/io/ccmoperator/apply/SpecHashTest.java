// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import static io.ccmoperator.YamlText.manifest;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.text.Sha256;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecHashTest {
    @Test
    void hashesSpecWithSortedMembers() {
        assertThat(SpecHash.of(
                        manifest("{kind: Deployment, metadata: {name: x}, spec: {b: [2, {d: x, c: null}], a: '1'}}")))
                .isEqualTo(Sha256.hex("{\"a\":\"1\",\"b\":[2,{\"c\":null,\"d\":\"x\"}]}"));
    }

    @Test
    void dependsOnlyOnSpec() {
        KubernetesObject other = Samples.deployment();
        other.fields().map("metadata").put("name", "other");

        assertThat(SpecHash.of(other)).isEqualTo(SpecHash.of(Samples.deployment()));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "10, a", "31, 1f", "4096, 1000"})
    void readsHexadecimalGenerations(long generation, String text) {
        KubernetesObject object = manifest("""
                metadata: {generation: %d, annotations: {operator.openshift.io/generation: "%s"}}
                """.formatted(generation, text));

        assertThat(SpecHash.text(generation)).isEqualTo(text);
        assertThat(SpecHash.tellsGeneration(object)).isTrue();
    }
}
