// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.schema;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The schema of provider.yaml, the JSON Schema that editors use, too. */
public final class DescriptorSchema {
    private static final String FILE = "provider.schema.json";
    private static final ValueSchema SCHEMA = ValueSchema.of(read());

    private DescriptorSchema() {}

    /** Every place at which a descriptor does not have its shape; empty for one that can be read. */
    public static List<ShapeFault> faults(FieldReader descriptor) {
        Shape shape = new Shape(FieldReader.of(Map.of()), "is missing");
        SCHEMA.walk(descriptor, shape::check);
        return Stream.concat(shape.faults().stream(), nulls(descriptor)).toList();
    }

    private static Stream<ShapeFault> nulls(FieldReader field) {
        return field.exists()
                ? Stream.concat(field.members().stream(), field.items().stream())
                        .flatMap(DescriptorSchema::nulls)
                : Stream.of(new ShapeFault(field.path(), Optional.empty(), "has no value; write one, or leave it out"));
    }

    private static FieldReader read() {
        try (InputStream file = DescriptorSchema.class.getResourceAsStream(FILE)) {
            return FieldReader.of(JsonReader.read(file.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(FILE, e);
        }
    }
}
