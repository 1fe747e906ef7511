// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a tree by path: a value and its path. A path that leads nowhere has a reader too, one without a value, so that callers
 * can read what may be missing or of another type. Maps and lists that are returned are those of the tree, not copies.
 *
 * @param origin the document with the tree
 * @param path the path from its root
 * @param value the value; null where there is none
 */
public record FieldReader(Origin origin, TreePath path, Object value) {
    /** A reader at the root of a tree whose paths are the same in each document. */
    public static FieldReader of(Object tree) {
        return new FieldReader(TreePath::toString, TreePath.ROOT, tree);
    }

    /** The field at the end of a path through maps. */
    public FieldReader field(String... names) {
        FieldReader field = this;
        for (String name : names) {
            field = new FieldReader(origin, field.path.field(name), member(field.value, name));
        }
        return field;
    }

    /** The items of the list at a path; none where there is no list. */
    public List<FieldReader> items(String... names) {
        FieldReader field = field(names);
        List<FieldReader> items = new ArrayList<>();
        if (field.value instanceof List<?> list) {
            for (Object item : list) {
                items.add(new FieldReader(origin, field.path.item(items.size()), item));
            }
        }
        return items;
    }

    /** The members of the map here; none where there is no map. */
    public List<FieldReader> members() {
        return map().keySet().stream().map(this::field).toList();
    }

    /** The value at a path through maps, or null where the path leads nowhere. */
    public Object at(String... names) {
        Object member = value;
        for (String name : names) {
            member = member(member, name);
        }
        return member;
    }

    /** The string at a path; the empty one where there is none. */
    public String string(String... names) {
        return at(names) instanceof String string ? string : "";
    }

    /** The number at a path, without its fraction; empty where there is none. */
    public Optional<Long> number(String... names) {
        return at(names) instanceof Number number ? Optional.of(number.longValue()) : Optional.empty();
    }

    /** The time at a path, which the API has as RFC 3339; empty where there is none. */
    public Optional<Instant> time(String... names) {
        try {
            return Optional.of(OffsetDateTime.parse(string(names)).toInstant());
        } catch (DateTimeParseException e) {
            // No time is reported there.
            return Optional.empty();
        }
    }

    /** The map at a path; an unmodifiable empty one where there is none. */
    @SuppressWarnings("unchecked")
    public Map<String, Object> map(String... names) {
        return at(names) instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    /** The items of the list at a path that are maps. */
    @SuppressWarnings("unchecked")
    public List<Map<String, Object>> maps(String... names) {
        return list(names).stream()
                .filter(Map.class::isInstance)
                .map(item -> (Map<String, Object>) item)
                .toList();
    }

    /** The list at a path; an unmodifiable empty one where there is none. */
    public List<?> list(String... names) {
        return at(names) instanceof List<?> list ? list : List.of();
    }

    /** The items of the list at a path, each as a string; the empty one for an item of another type. */
    public List<String> strings(String... names) {
        return list(names).stream()
                .map(item -> item instanceof String string ? string : "")
                .toList();
    }

    /** Whether there is a value other than null. */
    public boolean exists() {
        return value != null;
    }

    public boolean is(Object expected) {
        return expected.equals(value);
    }

    /** Where the value is, as messages show it; where there is none, where it is missing. */
    public String location() {
        return origin.locate(path);
    }

    private static Object member(Object value, String name) {
        return value instanceof Map<?, ?> map ? map.get(name) : null;
    }

    /** The document that a tree belongs to. */
    @FunctionalInterface
    public interface Origin {
        /** Where a path of the document is, as messages show it, with as much of file, object and line as is known. */
        String locate(TreePath path);

        /** The object of the document as messages show it; empty where that is not known. */
        default String object() {
            return "";
        }
    }
}
