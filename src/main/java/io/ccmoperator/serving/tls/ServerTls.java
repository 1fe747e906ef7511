/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving.tls;

import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/**
 * How a server speaks TLS with those who connect now. It has sessions of its own, so that nobody resumes what was agreed on
 * under other settings.
 */
final class ServerTls {
    private final TlsOffer offer;
    private final SSLContext context;

    ServerTls(ServerIdentity identity, TlsOffer offer) {
        this.offer = offer;
        try {
            this.context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {new IdentityKeyManager(identity)}, null, null);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no TLS", e);
        }
    }

    SSLContext context() {
        return context;
    }

    TlsOffer offer() {
        return offer;
    }

    SSLEngine engine() {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        return engine;
    }

    /** The offer, the server's order of suites before the client's. */
    SSLParameters parameters() {
        SSLParameters parameters = new SSLParameters(
                offer.cipherSuites().toArray(String[]::new), offer.protocols().toArray(String[]::new));
        parameters.setUseCipherSuitesOrder(true);
        return parameters;
    }
}
