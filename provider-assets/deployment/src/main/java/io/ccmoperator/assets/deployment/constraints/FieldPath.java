// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.constraints;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.stream.Stream;

/**
 * A path from a part of an object: names separated by dots, {@code []} after a name for each item of a list, {@code {}} for each
 * member of a map: {@code containers[].ports[].name}, {@code labels{}}. The empty path leads to the part itself.
 */
record FieldPath(String path, List<Segment> segments) {
    /** A field, and whether its items or members are meant instead of it. */
    private record Segment(String name, boolean each) {}

    static FieldPath of(String path) {
        return new FieldPath(
                path,
                Stream.of(path.split("\\."))
                        .filter(segment -> !segment.isEmpty())
                        .map(segment ->
                                new Segment(segment.replaceFirst("(\\[]|\\{})$", ""), segment.matches(".*(\\[]|\\{})")))
                        .toList());
    }

    /** The fields at the path in maps that exist; the fields themselves need not exist. */
    List<FieldReader> from(FieldReader part) {
        List<FieldReader> fields = List.of(part);
        for (Segment segment : segments) {
            fields = fields.stream()
                    .filter(FieldReader::exists)
                    .map(field -> field.field(segment.name))
                    .flatMap(field -> segment.each
                            ? Stream.concat(field.items().stream(), field.members().stream())
                            : Stream.of(field))
                    .toList();
        }
        return fields;
    }

    /** The one field at a path without items and members, whether or not the maps on the way exist. */
    FieldReader place(FieldReader part) {
        return part.field(segments.stream().map(Segment::name).toArray(String[]::new));
    }

    @Override
    public String toString() {
        return path;
    }
}
