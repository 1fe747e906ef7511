/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.certificates;

/**
 * A block of a PEM text, of type CERTIFICATE and with well-formed base64.
 *
 * @param line where it begins, counted from 1
 * @param title the comment in front of it, fit for a message; empty where there is none
 * @param content what is encoded
 */
record PemBlock(int line, String title, byte[] content) {
    static final String TYPE = "CERTIFICATE";
    static final String BEGIN = "-----BEGIN " + TYPE + "-----";
    static final String END = "-----END " + TYPE + "-----";
}
