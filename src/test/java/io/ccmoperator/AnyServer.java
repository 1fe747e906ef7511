// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts any server: for tests that look at its certificate themselves, or do not care. */
public final class AnyServer extends X509ExtendedTrustManager {
    private AnyServer() {}

    /** A context of its own for each call, so that no connection resumes another's session. */
    public static SSLContext context() {
        return context(null);
    }

    /** The same for a client that shows a certificate; null: none. */
    public static SSLContext context(KeyManager[] client) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(client, new TrustManager[] {new AnyServer()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {
        throw new UnsupportedOperationException("a client asks no client");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket peer) {
        checkClientTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
        checkClientTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {
        // Any will do.
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket peer) {
        // Any will do.
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
        // Any will do.
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
