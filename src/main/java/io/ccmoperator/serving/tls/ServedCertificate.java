// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import java.time.Instant;

/**
 * The certificate of the metrics endpoint.
 *
 * @param notAfter its end
 */
public record ServedCertificate(Origin origin, Instant notAfter) {
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
}
