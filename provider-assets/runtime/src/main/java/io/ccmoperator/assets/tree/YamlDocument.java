// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One document of a YAML text.
 *
 * @param value the tree; null for an empty document
 * @param positions where each value of the tree begins
 * @param ambiguous plain scalars that a YAML 1.1 reader (kubectl, the kubelet) takes for another type than a YAML 1.2
 *     reader does, such as {@code yes} or {@code 012}
 */
public record YamlDocument(Object value, Map<TreePath, Position> positions, List<AmbiguousScalar> ambiguous) {
    public YamlDocument {
        positions = Collections.unmodifiableMap(new HashMap<>(positions));
        ambiguous = List.copyOf(ambiguous);
    }

    /**
     * @param path the path of the value
     * @param text as it is written
     */
    public record AmbiguousScalar(TreePath path, String text) {}

    /** True when the document says nothing: blanks, comments or an explicit null. */
    public boolean isEmpty() {
        return value == null;
    }

    /** The document as a map, or empty when its root is something else. */
    @SuppressWarnings("unchecked")
    public Optional<Map<String, Object>> map() {
        return value instanceof Map<?, ?> map ? Optional.of((Map<String, Object>) map) : Optional.empty();
    }

    /** Where the value at a path begins, where that path exists. */
    public Optional<Position> position(TreePath path) {
        return Optional.ofNullable(positions.get(path));
    }

    /** Where the value at a path begins; where the path does not exist, where its nearest parent does. */
    public Optional<Position> nearestPosition(TreePath path) {
        for (TreePath near = path; ; near = near.parent()) {
            Position position = positions.get(near);
            if (position != null || near.equals(TreePath.ROOT)) {
                return Optional.ofNullable(position);
            }
        }
    }

    /**
     * A value of the tree as a document of its own, with its positions in the text.
     *
     * @param path where it is
     * @param part the value there
     */
    public YamlDocument part(TreePath path, Object part) {
        Map<TreePath, TreePath> paths = new HashMap<>();
        collect(part, path, TreePath.ROOT, paths);
        Map<TreePath, Position> moved = new HashMap<>();
        paths.forEach((from, to) -> position(from).ifPresent(position -> moved.put(to, position)));
        return new YamlDocument(
                part,
                moved,
                ambiguous.stream()
                        .filter(scalar -> paths.containsKey(scalar.path()))
                        .map(scalar -> new AmbiguousScalar(paths.get(scalar.path()), scalar.text()))
                        .toList());
    }

    private static void collect(Object value, TreePath from, TreePath to, Map<TreePath, TreePath> paths) {
        paths.put(from, to);
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, child) -> collect(child, from.field((String) key), to.field((String) key), paths));
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                collect(list.get(i), from.item(i), to.item(i), paths);
            }
        }
    }
}
