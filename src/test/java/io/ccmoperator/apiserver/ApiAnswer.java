// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apiserver;

import io.ccmoperator.assets.KubernetesObject;
import java.util.Map;

/**
 * What an API server answers.
 *
 * @param request method and path, for messages
 * @param status of HTTP
 * @param body the object, or the Status that says what is wrong
 */
public record ApiAnswer(String request, int status, Map<String, Object> body) {
    /** True if the request succeeded. */
    public boolean accepted() {
        return status >= 200 && status < 300;
    }

    /** Why the server refused; empty when it did not. */
    public String refusal() {
        return accepted()
                ? ""
                : request + ": " + status + " " + object().fields().string("message");
    }

    /** The object. */
    public KubernetesObject object() {
        return new KubernetesObject(body);
    }
}
