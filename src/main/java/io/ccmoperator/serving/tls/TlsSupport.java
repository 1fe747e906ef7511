// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import java.security.GeneralSecurityException;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

/**
 * The capabilities of a TLS library, by the names of JSSE: {@code TLSv1.2}, {@code SSL_RSA_WITH_3DES_EDE_CBC_SHA}.
 *
 * @param protocols those that it has and does not hold for unsafe
 * @param cipherSuites likewise, in its own order of preference
 * @param groups of the key exchange; empty where those that are used cannot be chosen
 */
record TlsSupport(List<String> protocols, List<String> cipherSuites, List<String> groups) {
    TlsSupport {
        protocols = List.copyOf(protocols);
        cipherSuites = List.copyOf(cipherSuites);
        groups = List.copyOf(groups);
    }

    /**
     * What the JDK serves. An engine's protocols count as it comes, because those that could be configured include ones
     * that jdk.tls.disabledAlgorithms forbids; its suites are without the forbidden ones in any case.
     */
    static TlsSupport ofJdk() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, null, null);
            SSLEngine engine = context.createSSLEngine();
            engine.setUseClientMode(false);
            return new TlsSupport(
                    List.of(engine.getEnabledProtocols()),
                    List.of(engine.getEnabledCipherSuites()),
                    NamedGroups.of(engine));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no TLS", e);
        }
    }
}
