// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.schema;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The schemas of provider.yaml and images.yaml, the JSON Schemas that editors use, too. */
public final class DescriptorSchema {
    private static final ValueSchema DESCRIPTOR = ValueSchema.of(read("provider.schema.json"));
    private static final ValueSchema IMAGES = ValueSchema.of(read("images.schema.json"));

    private DescriptorSchema() {}

    /** Every place at which a descriptor does not have its shape; empty for one that can be read. */
    public static List<ShapeFault> faults(FieldReader descriptor) {
        return faults(DESCRIPTOR, descriptor);
    }

    /** The same for images.yaml. */
    public static List<ShapeFault> faultsOfImages(FieldReader images) {
        return faults(IMAGES, images);
    }

    private static List<ShapeFault> faults(ValueSchema schema, FieldReader file) {
        Shape shape = new Shape(FieldReader.of(Map.of()), "is missing");
        schema.walk(file, shape::check);
        return Stream.concat(shape.faults().stream(), nulls(file)).toList();
    }

    private static Stream<ShapeFault> nulls(FieldReader field) {
        return field.exists()
                ? Stream.concat(field.members().stream(), field.items().stream())
                        .flatMap(DescriptorSchema::nulls)
                : Stream.of(new ShapeFault(field.path(), Optional.empty(), "has no value; write one, or leave it out"));
    }

    private static FieldReader read(String file) {
        try (InputStream schema = DescriptorSchema.class.getResourceAsStream(file)) {
            return FieldReader.of(JsonReader.read(schema.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(file, e);
        }
    }
}
