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
import java.util.List;

/** Reads certificates, and rejects those that Go, and so a cloud controller manager, cannot read. */
final class DerCertificate {
    /** The object identifier that says "key on a curve", in DER; that of the curve follows. */
    private static final String EC_KEY = "06072a8648ce3d0201";

    /** The object identifiers of the curves of Go's crypto/x509, in DER: P-224, P-256, P-384, P-521. */
    private static final List<String> CURVES =
            List.of("06052b81040021", "06082a8648ce3d030107", "06052b81040022", "06052b81040023");

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
        }
        X509Certificate certificate = parse(encoded);
        if (!Arrays.equals(encoded(certificate), encoded)) {
            throw new CertificateException("there is content after the certificate, or it is not in DER");
        } else if (certificate.getSerialNumber().signum() < 0) {
            throw new CertificateException("its serial number is negative");
        } else if (certificate.getPublicKey() instanceof ECPublicKey key && !hasKnownCurve(key)) {
            throw new CertificateException("the curve of its key is unknown");
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
            throw new CertificateException("it cannot be parsed: " + reason(e), e);
        } catch (RuntimeException e) {
            // Providers parse the keys, and not each of them expects everything: not an empty one of Ed25519.
            throw new CertificateException("it cannot be parsed", e);
        }
    }

    /** Looked up in the encoding: what Java calls a curve differs from release to release. */
    private static boolean hasKnownCurve(ECPublicKey key) {
        String encoded = HexFormat.of().formatHex(key.getEncoded());
        int curve = encoded.indexOf(EC_KEY) + EC_KEY.length();
        return CURVES.stream().anyMatch(known -> encoded.startsWith(known, curve));
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
