/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.ccmoperator.assets.Manifest;
import java.util.LinkedHashMap;
import java.util.Map;

/** Objects in lists: the server leaves out there what the list's own kind says, for the kinds that are built into it. */
final class ItemOfList {
    private ItemOfList() {}

    /** The item with apiVersion and kind. */
    static Manifest complete(Map<String, Object> item, ResourceKind kind) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", kind.apiVersion());
        tree.put("kind", kind.kind());
        tree.putAll(item);
        return new Manifest(tree);
    }
}
