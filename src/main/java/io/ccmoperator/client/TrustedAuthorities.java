// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.cluster.InvalidInputException;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts the certificate authorities of the API server and no others; the present ones at each handshake. Reason: the client reads them
 * once, and also trusts the public authorities of the JDK, the reading of which takes longer than everything else at the start.
 */
final class TrustedAuthorities extends X509ExtendedTrustManager {
    private final Supplier<X509ExtendedTrustManager> present;

    /** @param present is asked at each handshake */
    TrustedAuthorities(Supplier<X509ExtendedTrustManager> present) {
        this.present = present;
    }

    /**
     * Reads certificate authorities in PEM.
     *
     * @param place the file, or the file and the field in it, for messages
     * @throws InvalidInputException if it has no certificate
     */
    static X509ExtendedTrustManager read(String place, byte[] pem) {
        try {
            List<X509Certificate> certificates = PemCertificates.read(pem);
            if (certificates.isEmpty()) {
                throw new InvalidInputException(
                        place
                                + ": has no certificate in PEM that can be read; write those of the API server's authorities to it");
            }
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (X509Certificate certificate : certificates) {
                store.setCertificateEntry("ca-" + store.size(), certificate);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return Arrays.stream(factory.getTrustManagers())
                    .filter(X509ExtendedTrustManager.class::isInstance)
                    .map(X509ExtendedTrustManager.class::cast)
                    .findFirst()
                    .orElseThrow(() -> new CertificateException("the JDK has no X.509 trust manager"));
        } catch (GeneralSecurityException | IOException e) {
            throw new InvalidInputException(
                    place + ": the certificates cannot be used; write those of the API server's authorities to it");
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        present.get().checkServerTrusted(chain, authType, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        present.get().checkServerTrusted(chain, authType, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        present.get().checkServerTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        present.get().checkClientTrusted(chain, authType, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        present.get().checkClientTrusted(chain, authType, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        present.get().checkClientTrusted(chain, authType);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return present.get().getAcceptedIssuers();
    }
}
