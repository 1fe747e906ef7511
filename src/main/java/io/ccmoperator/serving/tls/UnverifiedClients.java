// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import java.net.Socket;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Accepts any client certificate in the handshake, which proves that the client has its key and nothing else. The
 * client is authenticated with each request, by the current authorities: a client whose certificate proves nothing
 * can still send a token, and a change of the authorities needs no new TLS context.
 */
final class UnverifiedClients extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {
        // Any; see above.
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {
        // Any; see above.
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
        // Any; see above.
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {
        throw new UnsupportedOperationException(
                "internal error: the trust manager of the metrics endpoint verifies clients only");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {
        checkServerTrusted(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {
        checkServerTrusted(chain, authType);
    }

    /** None is named to clients, so that they send the certificate that they have. */
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
