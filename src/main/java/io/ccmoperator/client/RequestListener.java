// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

/** Is notified of every request to the API server. Called on the network's threads; returns at once. */
@FunctionalInterface
public interface RequestListener {
    /**
     * A request was answered, or was not.
     *
     * @param verb get, watch, create, update, patch or delete
     * @param code the HTTP status, or {@link ApiException#NO_ANSWER}
     */
    void requested(String verb, int code);
}
