// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.PlainScalar;
import java.util.List;

/** The strings of a configuration's tree. */
final class Tree {
    private Tree() {}

    /** A string, with or without quotes; empty for any other value. */
    static String text(Object value) {
        return value instanceof String || value instanceof PlainScalar ? value.toString() : "";
    }

    /** The items of a list that are not empty, as strings. */
    static List<String> strings(Object value) {
        return FieldReader.of(value).list().stream()
                .map(Tree::text)
                .filter(text -> !text.isEmpty())
                .toList();
    }
}
