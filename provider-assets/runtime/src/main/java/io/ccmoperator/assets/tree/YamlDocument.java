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
}
