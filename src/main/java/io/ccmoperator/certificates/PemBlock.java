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

    /** What makes blocks of this type of certificates in PKCS #7. */
    static final String REMEDY_OF_PKCS7 = "put in what openssl pkcs7 -print_certs -in FILE makes of it";

    private static final String REMEDY_OF_X509 = "put in what openssl x509 -in FILE makes of it";

    /** What is to be done with a block of another type. Nothing but blocks of this type is read by a program in Go. */
    static String remedy(String otherType) {
        return switch (otherType) {
            // With OpenSSL's own trust settings after the certificate, and as OpenSSL wrote it before 1998.
            case "TRUSTED CERTIFICATE", "X509 CERTIFICATE" -> REMEDY_OF_X509;
            case "PKCS7", "PKCS #7 SIGNED DATA" -> REMEDY_OF_PKCS7;
            default -> otherType.endsWith("PRIVATE KEY") ? "remove it, and replace the key" : "remove it";
        };
    }
}
