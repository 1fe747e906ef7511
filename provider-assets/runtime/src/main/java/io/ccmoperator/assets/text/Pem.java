// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.text;

import java.util.Base64;

/** Writes PEM (RFC 7468). */
public final class Pem {
    public static final String CERTIFICATE = "CERTIFICATE";
    public static final String PRIVATE_KEY = "PRIVATE KEY";

    private static final Base64.Encoder BASE64 = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private Pem() {}

    /** The line at the beginning of a block, without its end. */
    public static String begin(String type) {
        return "-----BEGIN " + type + "-----";
    }

    /** The line at the end of a block, without its end. */
    public static String end(String type) {
        return "-----END " + type + "-----";
    }

    /**
     * A block with lines of 64 characters and a newline at the end.
     *
     * @param type such as {@link #CERTIFICATE}
     * @param content its DER encoding
     */
    public static String block(String type, byte[] content) {
        return begin(type) + "\n" + BASE64.encodeToString(content) + "\n" + end(type) + "\n";
    }
}
