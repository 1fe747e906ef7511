/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ManifestKindTest {
    @ParameterizedTest
    @EnumSource
    void hasSchemaWithFieldsOfAnyObjectForEveryKind(ManifestKind kind) {
        assertThat(kind.schema().fields())
                .containsKeys("apiVersion", "kind", "metadata")
                .hasSizeGreaterThan(3);
        assertThat(((FieldSchema.Fields) kind.schema().fields().get("metadata")).fields())
                .containsKeys("name", "namespace", "labels", "annotations");
    }

    @Test
    void hasFieldsOfFeatureGates() {
        FieldSchema.Fields spec =
                (FieldSchema.Fields) ManifestKind.API_SERVER.schema().fields().get("spec");

        assertThat(spec.fields()).containsKeys("tlsSecurityProfile", "tlsAdherence");
    }

    @Test
    void parsesSchemaNotationStrictly() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FieldSchema.parse(Map.of("a", "text")))
                .withMessage("a schema has no type 'text'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FieldSchema.parse(List.of("string", "string")))
                .withMessage("a schema has no type [string, string]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FieldSchema.parse(Map.of("*", "string", "a", "string")))
                .withMessageStartingWith("a schema has no type {");
    }
}
