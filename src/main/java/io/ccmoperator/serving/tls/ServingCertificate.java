// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import io.vertx.core.net.KeyCertOptions;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/**
 * The certificate of the metrics endpoint with its key.
 *
 * @param options both, for Vert.x
 * @param chain the certificate, then those of its authorities
 */
public record ServingCertificate(Origin origin, KeyCertOptions options, List<X509Certificate> chain) {
    public ServingCertificate {
        chain = List.copyOf(chain);
    }

    /** Where a certificate comes from. */
    public enum Origin {
        /** It was put into the folder. */
        FILE("file"),
        /** The process has made it, because there was none. */
        SELF_SIGNED("self_signed");

        private final String label;

        Origin(String label) {
            this.label = label;
        }

        /** The value of the metrics' label. */
        public String label() {
            return label;
        }
    }

    X509Certificate certificate() {
        return chain.get(0);
    }

    Instant notBefore() {
        return certificate().getNotBefore().toInstant();
    }

    /** The last moment of its validity. */
    public Instant notAfter() {
        return certificate().getNotAfter().toInstant();
    }

    /** The key's algorithm, by its name in Java: RSA, EC. */
    String algorithm() {
        return certificate().getPublicKey().getAlgorithm();
    }

    /** Without the key. */
    @Override
    public String toString() {
        return origin.label() + " " + certificate().getSubjectX500Principal() + " until " + notAfter();
    }
}
