/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.tree;

import java.util.regex.Pattern;

/**
 * The way from the root of a document to a value, written as Kubernetes writes it: {@code spec.containers[0].name},
 * {@code metadata.labels["a.b/c"]}. The root is the empty text.
 *
 * @param text the written form
 */
public record TreePath(String text) {
    /** The document itself. */
    public static final TreePath ROOT = new TreePath("");

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]+");

    /** The member {@code name} of the map here. */
    public TreePath field(String name) {
        if (!PLAIN.matcher(name).matches()) {
            return new TreePath(text + "[\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"]");
        }
        return new TreePath(text.isEmpty() ? name : text + "." + name);
    }

    /** The item {@code index}, counted from 0, of the list here. */
    public TreePath item(int index) {
        return new TreePath(text + "[" + index + "]");
    }

    /** The path to the map or list that holds the value here; the root's parent is the root. */
    public TreePath parent() {
        int end;
        if (text.endsWith("\"]")) {
            // A quote inside a name stands behind a backslash, but the name may end with a bracket.
            end = text.lastIndexOf("[\"", text.length() - 4);
        } else {
            end = Math.max(text.lastIndexOf('.'), text.lastIndexOf('['));
        }
        return end <= 0 ? ROOT : new TreePath(text.substring(0, end));
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
    public String toString() {
        return text;
    }
}
