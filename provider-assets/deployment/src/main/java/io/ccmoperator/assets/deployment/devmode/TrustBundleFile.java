// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.text.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** The certificate authorities that Java trusts, in place of those of the operating system, whose path differs. */
final class TrustBundleFile {
    private TrustBundleFile() {}

    /** Writes them as PEM. */
    static void write(Path file) {
        StringBuilder text = new StringBuilder();
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init((KeyStore) null);
            X509TrustManager trusted = Arrays.stream(factory.getTrustManagers())
                    .filter(X509TrustManager.class::isInstance)
                    .map(X509TrustManager.class::cast)
                    .findFirst()
                    .orElseThrow();
            for (X509Certificate authority : trusted.getAcceptedIssuers()) {
                text.append(Pem.block(Pem.CERTIFICATE, authority.getEncoded()));
            }
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (GeneralSecurityException | IOException e) {
            throw new DevModeException("cannot write " + file + ": " + e, e);
        }
    }
}
