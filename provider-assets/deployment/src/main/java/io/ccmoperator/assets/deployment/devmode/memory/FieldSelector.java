/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.devmode.memory;

import io.vertx.core.http.HttpServerRequest;

/** The one field selector that is known here: the name. */
final class FieldSelector {
    private static final String NAME = "metadata.name=";

    private FieldSelector() {}

    /**
     * What a request for a collection selects.
     *
     * @throws Refusal if it selects by another field
     */
    static ResourcePath select(ResourcePath collection, HttpServerRequest request) {
        String selector = request.getParam("fieldSelector", "");
        if (selector.isEmpty()) {
            return collection;
        } else if (selector.startsWith(NAME)) {
            return collection.object(selector.substring(NAME.length()));
        }
        throw Refusal.badRequest("the field selector " + selector + " is not supported; use " + NAME + "...");
    }
}
