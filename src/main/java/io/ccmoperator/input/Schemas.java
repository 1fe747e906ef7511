// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import io.ccmoperator.assets.tree.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Reads the resources {@code schemas/*.yaml}: the fields that a kind or a configuration has, and their types. The notation:
 *
 * <ul>
 *   <li>{@code string}, {@code integer}, {@code number}, {@code boolean}: a scalar of that type;
 *   <li>{@code intOrString}: an integer or a string, as for ports;
 *   <li>{@code any}: any value;
 *   <li>{@code [T]}: a list of T;
 *   <li>{@code {"*": T}}: a map with any keys and values of T;
 *   <li>{@code {a: T, b: U}}: a map with these fields and no other.
 * </ul>
 */
public final class Schemas {
    private static final Map<String, ?> METADATA = read("objectmeta");

    private Schemas() {}

    /** The fields of a kind, apiVersion, kind and metadata among them. */
    static Map<String, Object> of(String kind) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("apiVersion", "string");
        fields.put("kind", "string");
        fields.put("metadata", METADATA);
        fields.putAll(read(kind.toLowerCase(Locale.ROOT)));
        return fields;
    }

    /**
     * Reads a schema.
     *
     * @param name of the resource, without folder and extension
     * @throws IllegalStateException if there is no such resource
     */
    public static Map<String, Object> read(String name) {
        String resource = "/schemas/" + name + ".yaml";
        try (InputStream stream = Schemas.class.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalStateException("the application has no resource " + resource);
            }
            return YamlReader.read(stream.readAllBytes()).get(0).map().orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the resource " + resource, e);
        }
    }
}
