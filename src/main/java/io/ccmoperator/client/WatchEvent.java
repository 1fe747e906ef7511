/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.SyntaxException;
import java.util.Map;

/**
 * A line of a watch.
 *
 * @param type ADDED, MODIFIED, DELETED, BOOKMARK or ERROR
 * @param object the object; of a bookmark only its version and annotations; of an error a Status
 */
record WatchEvent(String type, Manifest object) {
    private static final String END_OF_BEGINNING = "k8s.io/initial-events-end";

    /** @throws SyntaxException if the line is no event */
    static WatchEvent read(byte[] line) {
        if (JsonReader.read(line) instanceof Map<?, ?> map
                && map.get("type") instanceof String type
                && map.get("object") instanceof Map<?, ?> object) {
            @SuppressWarnings("unchecked")
            Map<String, Object> tree = (Map<String, Object>) object;
            return new WatchEvent(type, new Manifest(tree));
        }
        throw new SyntaxException("the line is no event of a watch", null);
    }

    /** Whether everything that there was at the beginning has been told. */
    boolean endsBeginning() {
        return type.equals("BOOKMARK") && object.map("metadata", "annotations").containsKey(END_OF_BEGINNING);
    }

    String version() {
        return object.text("metadata", "resourceVersion");
    }
}
