// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.certificates;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.HexFormat;

/** Reads certificates as the JDK does. Programs in Go skip those that they cannot read; that is left to them. */
final class DerCertificate {
    /** The object identifier of signed data of PKCS #7, in DER. Windows writes it in blocks of the type CERTIFICATE. */
    private static final String PKCS7 = "06092a864886f70d010702";

    private DerCertificate() {}

    /**
     * Reads a certificate.
     *
     * @param encoded X.509 in DER, with nothing after it
     * @throws CertificateException if it is something else; the message is the reason, without the place
     */
    static X509Certificate read(byte[] encoded) throws CertificateException {
        X509Certificate certificate = parse(encoded);
        // The factory ignores content after the certificate, which would be lost when it is written.
        if (!Arrays.equals(encoded(certificate), encoded)) {
            throw new CertificateException("there is content after the certificate, or it is not in DER");
        }
        return certificate;
    }

    /** The encoding of a certificate that was read from one. */
    static byte[] encoded(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("a certificate that was read cannot be written", e);
        }
    }

    private static X509Certificate parse(byte[] encoded) throws CertificateException {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded));
        } catch (CertificateException e) {
            boolean isPkcs7 = HexFormat.of().formatHex(encoded).contains(PKCS7);
            throw new CertificateException(
                    isPkcs7
                            ? "it is a file of PKCS #7; " + PemScanner.Block.REMEDY_OF_PKCS7
                            : "it cannot be parsed: " + reason(e),
                    e);
        } catch (RuntimeException e) {
            // Providers parse the keys, and not each of them expects everything: not an empty one of Ed25519.
            throw new CertificateException("it cannot be parsed", e);
        }
    }

    /** What the innermost cause says: those around it repeat it with names of classes. */
    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
