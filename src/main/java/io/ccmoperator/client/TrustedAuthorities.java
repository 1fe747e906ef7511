// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.cluster.InvalidInputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jboss.logging.Logger;

/**
 * Trusts the certificate authorities of the API server and no others, and reads their file again when it is replaced.
 * Reason: the client reads the file once, and also trusts the public authorities of the JDK, the reading of which
 * takes longer than everything else at the start.
 */
final class TrustedAuthorities extends X509ExtendedTrustManager {
    private static final Logger LOG = Logger.getLogger(TrustedAuthorities.class);

    private final Optional<Path> file;
    private FileTime modified;
    private X509ExtendedTrustManager current;
    private boolean unreadable;

    private TrustedAuthorities(Optional<Path> file, FileTime modified, X509ExtendedTrustManager current) {
        this.file = file;
        this.modified = modified;
        this.current = current;
    }

    /**
     * The authorities in a file, which may be replaced later.
     *
     * @throws InvalidInputException if it cannot be read or has no certificate
     */
    static TrustedAuthorities of(Path file) {
        try {
            FileTime modified = Files.getLastModifiedTime(file);
            return new TrustedAuthorities(Optional.of(file), modified, parse(Files.readAllBytes(file)));
        } catch (IOException e) {
            throw new InvalidInputException(file + ": cannot be read; it must hold the API server's CA certificates");
        } catch (GeneralSecurityException e) {
            throw new InvalidInputException(file + ": is not a PEM file of CA certificates: " + e.getMessage()
                    + "; write those of the API server to it");
        }
    }

    /**
     * The authorities in a PEM text.
     *
     * @param source for messages, e.g. the file and field that it comes from
     * @throws InvalidInputException if it has no certificate
     */
    static TrustedAuthorities of(byte[] pem, String source) {
        try {
            return new TrustedAuthorities(Optional.empty(), FileTime.fromMillis(0), parse(pem));
        } catch (GeneralSecurityException | IOException e) {
            throw new InvalidInputException(source + ": is not PEM with CA certificates: " + e.getMessage()
                    + "; write those of the API server to it");
        }
    }

    private static X509ExtendedTrustManager parse(byte[] pem) throws GeneralSecurityException, IOException {
        Collection<? extends Certificate> certificates =
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem));
        if (certificates.isEmpty()) {
            throw new CertificateException("it has no certificate");
        }
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        for (Certificate certificate : certificates) {
            store.setCertificateEntry("ca-" + store.size(), certificate);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return Arrays.stream(factory.getTrustManagers())
                .filter(X509ExtendedTrustManager.class::isInstance)
                .map(X509ExtendedTrustManager.class::cast)
                .findFirst()
                .orElseThrow(() -> new CertificateException("the JDK has no X.509 trust manager"));
    }

    private synchronized X509ExtendedTrustManager current() {
        file.ifPresent(this::refresh);
        return current;
    }

    private void refresh(Path path) {
        try {
            FileTime now = Files.getLastModifiedTime(path);
            if (!now.equals(modified)) {
                current = parse(Files.readAllBytes(path));
                modified = now;
                unreadable = false;
            }
        } catch (IOException | GeneralSecurityException e) {
            // Each connection comes here; the file is read again until it is valid.
            if (!unreadable) {
                unreadable = true;
                LOG.warnf(
                        "%s: cannot read the API server's CA certificates again, still using the previous ones: %s",
                        path, ConnectionFault.innermost(e));
            }
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        current().checkServerTrusted(chain, authType, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        current().checkServerTrusted(chain, authType, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        current().checkServerTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        current().checkClientTrusted(chain, authType, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        current().checkClientTrusted(chain, authType, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        current().checkClientTrusted(chain, authType);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return current().getAcceptedIssuers();
    }
}
