/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.ccmoperator.cluster.InvalidInputException;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.TrustOptions;

/** Certificates and keys in PEM. What cannot be used is found out here, and not with each request. */
final class PemOptions {
    private final Vertx vertx;

    PemOptions(Vertx vertx) {
        this.vertx = vertx;
    }

    /**
     * Trusts the owners of certificates.
     *
     * @param place where they come from
     * @throws InvalidInputException if they are none
     */
    TrustOptions trust(byte[] certificates, String place) {
        PemTrustOptions options = new PemTrustOptions().addCertValue(Buffer.buffer(certificates));
        require(() -> options.getTrustManagerFactory(vertx), place + " holds no certificates in PEM");
        return options;
    }

    /**
     * A certificate of one's own.
     *
     * @param place where it comes from
     * @throws InvalidInputException if it is none, or the key does not belong to it
     */
    KeyCertOptions key(byte[] certificate, byte[] key, String place) {
        PemKeyCertOptions options =
                new PemKeyCertOptions().addCertValue(Buffer.buffer(certificate)).addKeyValue(Buffer.buffer(key));
        require(() -> options.getKeyManagerFactory(vertx), place + " and its key are no certificate and key in PEM");
        return options;
    }

    private interface Attempt {
        Object make() throws Exception;
    }

    private static void require(Attempt attempt, String otherwise) {
        try {
            attempt.make();
        } catch (Exception e) {
            // Its message may quote what the file holds.
            throw new InvalidInputException(otherwise + "; mend the file");
        }
    }
}
