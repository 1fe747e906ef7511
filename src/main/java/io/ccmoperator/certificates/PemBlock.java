// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.certificates;

import io.ccmoperator.assets.text.Pem;

/**
 * A PEM block of type CERTIFICATE and with well-formed base64.
 *
 * @param line where it begins, counted from 1
 * @param title the comment in front of it, fit for a message; empty where there is none
 * @param content what is encoded
 */
record PemBlock(int line, String title, byte[] content) {
    static final String TYPE = Pem.CERTIFICATE;
    static final String BEGIN = Pem.begin(TYPE);
    static final String END = Pem.end(TYPE);
}
