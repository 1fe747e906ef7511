/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving;

/** All metrics as a page, in one of the formats that a reader may ask for. */
public interface Exposition {
    /**
     * Renders all metrics. May read files; is called on a thread that may block.
     *
     * @param accept the header Accept of the request, or null where there is none
     */
    Page render(String accept);

    /**
     * What is sent.
     *
     * @param contentType the header Content-Type
     * @param body as it is sent; not to be changed
     */
    record Page(String contentType, byte[] body) {}
}
