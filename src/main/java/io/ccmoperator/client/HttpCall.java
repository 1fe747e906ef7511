/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.ccmoperator.assets.tree.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/**
 * A request.
 *
 * @param method of HTTP
 * @param path with the query
 * @param contentType of the body; empty where there is none
 * @param body JSON, or empty
 */
record HttpCall(String method, String path, String contentType, byte[] body) {
    /** What the request does, as the API server's own metrics call it. */
    String verb() {
        return switch (method) {
            case "POST" -> "create";
            case "PUT" -> "update";
            default -> method.toLowerCase(Locale.ROOT);
        };
    }

    static HttpCall get(String path) {
        return new HttpCall("GET", path, "", new byte[0]);
    }

    static HttpCall with(String method, String path, Map<String, Object> body) {
        return with(method, path, "application/json", body);
    }

    static HttpCall with(String method, String path, String contentType, Map<String, Object> body) {
        return new HttpCall(method, path, contentType, JsonWriter.compact(body).getBytes(StandardCharsets.UTF_8));
    }
}
