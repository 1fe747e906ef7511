// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.certificates;

import io.ccmoperator.assets.text.Pem;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;

/**
 * The certificate of an authority. Two are equal when their encodings are, at any position.
 *
 * @param x509 the certificate
 */
public record CaCertificate(X509Certificate x509) {
    /** How long before its end a certificate counts as expiring: time for an administrator to replace it. */
    public static final Duration NOTICE = Duration.ofDays(30);

    /** Where a time is in the validity of a certificate. Both ends of it are part of it. */
    public enum Validity {
        NOT_YET_VALID,
        VALID,
        EXPIRING,
        EXPIRED
    }

    /** The subject's distinguished name, as RFC 2253 writes it, fit for a message. */
    public String subject() {
        return CertificateName.of(x509.getSubjectX500Principal().getName());
    }

    /** The last moment of its validity. */
    public Instant notAfter() {
        return x509.getNotAfter().toInstant();
    }

    /** Its validity at a moment. */
    public Validity validity(Instant now) {
        if (now.isAfter(notAfter())) {
            return Validity.EXPIRED;
        } else if (now.isBefore(x509.getNotBefore().toInstant())) {
            return Validity.NOT_YET_VALID;
        }
        return now.plus(NOTICE).isAfter(notAfter()) ? Validity.EXPIRING : Validity.VALID;
    }

    /** The certificate as a block of PEM, with lines of 64 characters and a newline at the end. */
    public String pem() {
        return Pem.block(Pem.CERTIFICATE, DerCertificate.encoded(x509));
    }
}
