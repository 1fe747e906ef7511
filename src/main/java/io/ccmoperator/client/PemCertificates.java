// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The certificates of a file in PEM, as programs in Go find them (encoding/pem, crypto/x509): blocks begin at the start of a line, and
 * text, keys and certificates that cannot be read are passed over. Reason: the JDK's reader refuses the whole file for one of them.
 */
final class PemCertificates {
    private static final Pattern BLOCK = Pattern.compile(
            "^-----BEGIN CERTIFICATE-----[ \\t\\r]*\\n([A-Za-z0-9+/=\\s]*?)^-----END CERTIFICATE-----",
            Pattern.MULTILINE);

    private PemCertificates() {}

    /**
     * Reads them, in their order.
     *
     * @return empty if there is none that can be read
     * @throws CertificateException if the JDK reads no certificates at all
     */
    static List<X509Certificate> read(byte[] pem) throws CertificateException {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        List<X509Certificate> certificates = new ArrayList<>();
        Matcher blocks = BLOCK.matcher(new String(pem, StandardCharsets.ISO_8859_1));
        while (blocks.find()) {
            try {
                byte[] encoded = Base64.getMimeDecoder().decode(blocks.group(1));
                certificates.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(encoded)));
            } catch (CertificateException | IllegalArgumentException e) {
                // One of many that is of no use here: what is left decides.
                continue;
            }
        }
        return certificates;
    }
}
