/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

/** Takes what comes of a streamed answer: lines, and then one of the ends. Called on a thread of the network. */
interface StreamReceiver {
    /** A line, without its newline. */
    void line(byte[] line);

    /** The server ended the answer in good order. */
    void ended();

    /** The server refused. */
    void refused(Answer answer);

    /** The connection could not be made, or broke. */
    void broken(Throwable fault);
}
