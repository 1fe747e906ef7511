// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ManifestKindTest {
    @ParameterizedTest
    @EnumSource
    void hasSchemaWithFieldsOfAnyObject(ManifestKind kind) {
        assertThat(kind.schema()).containsKeys("apiVersion", "kind", "metadata").hasSizeGreaterThan(3);
        assertThat(kind.schema())
                .extractingByKey("metadata", InstanceOfAssertFactories.MAP)
                .containsKeys("name", "namespace", "labels", "annotations");
    }

    @Test
    void hasFieldsOfFeatureGatesInSchema() {
        assertThat(ManifestKind.API_SERVER.schema())
                .extractingByKey("spec", InstanceOfAssertFactories.MAP)
                .containsKeys("tlsSecurityProfile", "tlsAdherence");
    }

    @ParameterizedTest
    @EnumSource
    void keepsNotationInSchema(ManifestKind kind) {
        assertNotation(kind.schema());
    }

    private static void assertNotation(Object schema) {
        if (schema instanceof Map<?, ?> fields) {
            assertThat(fields.containsKey("*") ? fields.size() : 1).isEqualTo(1);
            fields.values().forEach(ManifestKindTest::assertNotation);
        } else if (schema instanceof List<?> items) {
            assertThat(items).hasSize(1);
            assertNotation(items.get(0));
        } else {
            assertThat(schema).isIn("string", "integer", "number", "boolean", "intOrString", "any");
        }
    }
}
