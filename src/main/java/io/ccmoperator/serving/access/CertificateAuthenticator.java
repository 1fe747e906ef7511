// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import io.ccmoperator.certificates.CaCertificate;
import io.ccmoperator.certificates.CaCertificate.Validity;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bouncycastle.asn1.ASN1String;
import org.bouncycastle.asn1.x500.AttributeTypeAndValue;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.jboss.logging.Logger;

/**
 * Authenticates a client certificate by the rules of the API server: it is signed by an authority for client certificates,
 * valid now and usable for clients, and its common name is the user. Revocation is not checked, as there.
 */
final class CertificateAuthenticator {
    /** Certificates that a client may send. The certificate of a client is signed by an authority or by one in between. */
    static final int LONGEST_CHAIN = 5;

    private static final Logger LOG = Logger.getLogger(CertificateAuthenticator.class);
    /** Extended key usage id-kp-clientAuth, RFC 5280. A certificate without the extension is usable for anything. */
    private static final Set<String> CLIENT = Set.of("1.3.6.1.5.5.7.3.2");

    private CertificateAuthenticator() {}

    /**
     * The user that a certificate names.
     *
     * @param chain the certificate of the client, then those that signed each other, as the TLS handshake has them:
     * the client
     *     has proved to have the key of the first one
     * @param authorities those for client certificates; the expired ones are not trusted
     * @return empty if the certificate does not prove who the client is
     */
    static Optional<String> user(List<X509Certificate> chain, Collection<CaCertificate> authorities, Instant now) {
        Set<TrustAnchor> anchors = new HashSet<>();
        for (CaCertificate authority : authorities) {
            Validity validity = authority.validity(now);
            if (validity == Validity.VALID || validity == Validity.EXPIRING) {
                anchors.add(new TrustAnchor(authority.x509(), null));
            }
        }
        if (anchors.isEmpty() || chain.isEmpty() || chain.size() > LONGEST_CHAIN) {
            return Optional.empty();
        }
        return isTrusted(chain, anchors, now) ? commonName(chain.get(0)) : Optional.empty();
    }

    /** A client may send more than is needed, such as the authority itself or its certificate by another authority. */
    private static boolean isTrusted(List<X509Certificate> chain, Set<TrustAnchor> anchors, Instant now) {
        for (int length = 1; length <= chain.size(); length++) {
            try {
                validate(chain.subList(0, length), anchors, now);
                return true;
            } catch (CertPathValidatorException | CertificateException e) {
                LOG.debugf(
                        "the client certificate of %s is not accepted: %s",
                        chain.get(0).getSubjectX500Principal(), e.getMessage());
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("this JDK cannot validate certificates", e);
            }
        }
        return false;
    }

    private static void validate(List<X509Certificate> path, Set<TrustAnchor> anchors, Instant now)
            throws GeneralSecurityException {
        X509CertSelector client = new X509CertSelector();
        try {
            client.setExtendedKeyUsage(CLIENT);
        } catch (IOException e) {
            throw new IllegalStateException("not an object identifier: " + CLIENT, e);
        }
        PKIXParameters parameters = new PKIXParameters(anchors);
        parameters.setTargetCertConstraints(client);
        parameters.setRevocationEnabled(false);
        parameters.setDate(Date.from(now));
        CertPathValidator.getInstance("PKIX")
                .validate(CertificateFactory.getInstance("X.509").generateCertPath(path), parameters);
    }

    /** The last one, as in Go's crypto/x509; empty where there is none. */
    private static Optional<String> commonName(X509Certificate certificate) {
        X500Name subject =
                X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded());
        String name = "";
        for (RDN relative : subject.getRDNs()) {
            for (AttributeTypeAndValue attribute : relative.getTypesAndValues()) {
                if (BCStyle.CN.equals(attribute.getType()) && attribute.getValue() instanceof ASN1String value) {
                    name = value.getString();
                }
            }
        }
        return name.isEmpty() ? Optional.empty() : Optional.of(name);
    }
}
