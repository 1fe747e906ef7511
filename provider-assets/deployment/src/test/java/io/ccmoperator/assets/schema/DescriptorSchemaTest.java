// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.CloudConfig;
import io.ccmoperator.assets.ClusterFact;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DescriptorSchemaTest {
    private static FieldReader schema;

    @BeforeAll
    static void read() throws IOException {
        schema = FieldReader.of(JsonReader.read(Files.readAllBytes(
                Path.of("../runtime/src/main/resources/io/ccmoperator/assets/schema/provider.schema.json"))));
    }

    @Test
    void hasFactsAndSourcesOfOperator() {
        assertThat(schema.field("definitions", "fact").strings("enum")).isEqualTo(ClusterFact.keys());
        assertThat(schema.field("properties", "cloudConfig", "properties", "source")
                        .strings("enum"))
                .isEqualTo(CloudConfig.Source.keys());
    }

    @Test
    void namesPlacesThatExist() {
        assertThat(schema.field("x-places").members()).isNotEmpty().allSatisfy(place -> {
            String[] path = place.string().split("\\.");
            FieldReader property = schema.field("properties", path[0]);
            assertThat(property.exists()).isTrue();
            if (path.length > 1) {
                assertThat(property.field("properties", path[1]).exists()
                                || property.field("items", "properties", path[1])
                                        .exists())
                        .as(place.string())
                        .isTrue();
            }
        });
    }

    @Test
    void findsValuesThatAreMissing() {
        FieldReader descriptor = FieldReader.of(YamlReader.read("{platform: , images: {a: }, flags: {b: {--c: {}}}}")
                .get(0)
                .value());

        assertThat(DescriptorSchema.faults(descriptor))
                .extracting(fault -> fault.path() + " " + fault.reason())
                .containsExactly(
                        "flags.b.--c.value is missing",
                        "flags.b.--c.featureGate is missing",
                        "platform has no value; write one, or leave it out",
                        "images.a has no value; write one, or leave it out");
    }
}
