// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.certificates;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.util.Arrays;
import java.util.HexFormat;

/** Reads certificates, and rejects those that Go, and so a cloud controller manager, cannot read. */
final class DerCertificate {
    /** How content begins that is signed data of PKCS #7, after the tag and the length of the whole. */
    private static final String PKCS7 = "06092a864886f70d010702";

    /** Of a tag and a length, in bytes. */
    private static final int LONGEST_HEADER = 6;

    private static final int LONGEST_START = LONGEST_HEADER + PKCS7.length() / 2;

    private static final byte SEQUENCE = 0x30;

    private DerCertificate() {}

    /**
     * Reads a certificate.
     *
     * @param encoded X.509 in DER, with nothing after it
     * @throws CertificateException if it is something else; the message is the reason, without the place
     */
    static X509Certificate read(byte[] encoded) throws CertificateException {
        // The factory accepts PEM too, which is not allowed within PEM.
        if (encoded.length == 0 || encoded[0] != SEQUENCE) {
            throw new CertificateException("it is not an X.509 certificate");
        } else if (isPkcs7(encoded)) {
            throw new CertificateException("it is a file of PKCS #7; " + PemScanner.Block.REMEDY_OF_PKCS7);
        }
        X509Certificate certificate = parse(encoded);
        if (!Arrays.equals(encoded(certificate), encoded)) {
            throw new CertificateException("there is content after the certificate, or it is not in DER");
        }
        if (certificate.getSerialNumber().signum() < 0) {
            throw new CertificateException("its serial number is negative");
        } else if (certificate.getPublicKey() instanceof ECPublicKey key && !GoReading.hasKnownCurve(key)) {
            throw new CertificateException("the curve of its key is unknown");
        }
        return certificate;
    }

    /** Windows writes it in blocks of the type CERTIFICATE. */
    private static boolean isPkcs7(byte[] encoded) {
        String start = HexFormat.of().formatHex(encoded, 0, Math.min(encoded.length, LONGEST_START));
        int identifier = start.indexOf(PKCS7);
        return identifier > 0 && identifier <= 2 * LONGEST_HEADER;
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
            throw new CertificateException("it cannot be parsed: " + reason(e), e);
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
