// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The way from the root of a document to a value, written as Kubernetes writes it: {@code spec.containers[0].name},
 * {@code metadata.labels["a.b/c"]}. The root is the empty string. A path shares its parent with its siblings, so that the paths
 * of all values of a document take memory in proportion to their number, whatever the length of a key.
 */
public final class TreePath {
    /** The document itself. */
    public static final TreePath ROOT = new TreePath(null, null, 0);

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]+");

    private final TreePath parent;

    /** Null for an item of a list, and for the root. */
    private final String name;

    private final int index;
    private final int hash;

    private TreePath(TreePath parent, String name, int index) {
        this.parent = parent;
        this.name = name;
        this.index = index;
        this.hash = parent == null ? 1 : 31 * parent.hash + (name == null ? index : name.hashCode());
    }

    /** The member {@code name} of the map here. */
    public TreePath field(String name) {
        return new TreePath(this, Objects.requireNonNull(name), 0);
    }

    /** The item {@code index}, counted from 0, of the list here. */
    public TreePath item(int index) {
        return new TreePath(this, null, index);
    }

    /** The name of the member at the end of the path; empty for an item of a list and for the root. */
    public String name() {
        return name == null ? "" : name;
    }

    /** The path to the map or list that holds the value here; the root's parent is the root. */
    public TreePath parent() {
        return parent == null ? this : parent;
    }

    /** The path from the root through maps with these names. */
    public static TreePath of(String... names) {
        TreePath path = ROOT;
        for (String name : names) {
            path = path.field(name);
        }
        return path;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TreePath path
                && hash == path.hash
                && index == path.index
                && Objects.equals(name, path.name)
                && (parent == path.parent || parent != null && parent.equals(path.parent));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        write(text);
        return text.toString();
    }

    private void write(StringBuilder text) {
        if (parent == null) {
            return;
        }
        parent.write(text);
        if (name == null) {
            text.append('[').append(index).append(']');
        } else if (PLAIN.matcher(name).matches()) {
            text.append(text.isEmpty() ? "" : ".").append(name);
        } else {
            text.append("[\"")
                    .append(name.replace("\\", "\\\\").replace("\"", "\\\""))
                    .append("\"]");
        }
    }
}
