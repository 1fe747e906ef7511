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
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.bouncycastle.asn1.ASN1String;
import org.bouncycastle.asn1.x500.AttributeTypeAndValue;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.jboss.logging.Logger;

/**
 * Who may read the metrics with a client certificate: Prometheus of OpenShift's monitoring stack and no other client. The
 * decision needs no review, so that metrics can be read while the API server is away, when they are needed most.
 *
 * <p>A certificate is authenticated by the rules of the API server: it is signed by an authority for client certificates,
 * valid now and usable for clients, and its common name is the user. Revocation is not checked, as there.
 */
public final class CertificateAccess {
    /** The common name of the certificate that the monitoring stack has the cluster sign for its Prometheus. */
    static final String READER = "system:serviceaccount:openshift-monitoring:prometheus-k8s";

    /** Certificates that a client may send. The certificate of a client is signed by an authority or by one in between. */
    static final int LONGEST_CHAIN = 5;

    private static final Logger LOG = Logger.getLogger(CertificateAccess.class);

    /** Extended key usage id-kp-clientAuth, RFC 5280. A certificate without the extension is usable for anything. */
    private static final Set<String> CLIENT = Set.of("1.3.6.1.5.5.7.3.2");

    private static final Set<Validity> TRUSTED = Set.of(Validity.VALID, Validity.EXPIRING);
    private static final Decision NOT_READ_YET =
            Decision.notKnown("the authorities for client certificates are not known yet");

    private final Supplier<Optional<List<CaCertificate>>> authorities;
    private final Clock clock;

    /** @param authorities those that sign client certificates; empty while it is not known whether there are any */
    public CertificateAccess(Supplier<Optional<List<CaCertificate>>> authorities, Clock clock) {
        this.authorities = authorities;
        this.clock = clock;
    }

    /**
     * The decision on the certificate of a client. Never blocks.
     *
     * @param session of its connection, whose handshake accepts any certificate; null without TLS
     * @return empty if the client has shown none
     */
    Optional<Decision> of(SSLSession session) {
        List<X509Certificate> chain = chain(session);
        return chain.isEmpty() ? Optional.empty() : Optional.of(decision(chain));
    }

    /**
     * The decision on a certificate.
     *
     * @param chain the certificate of the client, then those that signed each other, as the TLS handshake has them: the
     *     client has proved to have the key of the first one
     */
    Decision decision(List<X509Certificate> chain) {
        Optional<List<CaCertificate>> known = authorities.get();
        if (known.isEmpty()) {
            return NOT_READ_YET;
        }
        Instant now = clock.instant();
        String user = isTrusted(chain, anchors(known.get(), now), now) ? commonName(chain.get(0)) : "";
        if (user.isEmpty()) {
            return Decision.UNKNOWN_CERTIFICATE;
        }
        return user.equals(READER) ? Decision.GRANTED : Decision.forbiddenCertificate(user);
    }

    private static List<X509Certificate> chain(SSLSession session) {
        try {
            return session == null
                    ? List.of()
                    : Arrays.stream(session.getPeerCertificates())
                            .map(X509Certificate.class::cast)
                            .toList();
        } catch (SSLPeerUnverifiedException e) {
            // What JSSE throws where the client has sent no certificate.
            return List.of();
        }
    }

    /** Without those that have expired: the validator does not check the validity of its anchors. */
    private static Set<TrustAnchor> anchors(List<CaCertificate> authorities, Instant now) {
        return authorities.stream()
                .filter(authority -> TRUSTED.contains(authority.validity(now)))
                .map(authority -> new TrustAnchor(authority.x509(), null))
                .collect(Collectors.toSet());
    }

    /** A client may send more than is needed, such as the authority itself or its certificate by another authority. */
    private static boolean isTrusted(List<X509Certificate> chain, Set<TrustAnchor> anchors, Instant now) {
        if (anchors.isEmpty() || chain.size() > LONGEST_CHAIN) {
            return false;
        }
        for (int length = 1; length <= chain.size(); length++) {
            try {
                validate(chain.subList(0, length), anchors, now);
                return true;
            } catch (CertPathValidatorException | CertificateException e) {
                LOG.debugf(
                        "the client certificate of %s is not accepted: %s",
                        chain.get(0).getSubjectX500Principal(), e.getMessage());
            } catch (GeneralSecurityException | IOException e) {
                throw new IllegalStateException("this JDK cannot validate certificates", e);
            }
        }
        return false;
    }

    private static void validate(List<X509Certificate> path, Set<TrustAnchor> anchors, Instant now)
            throws GeneralSecurityException, IOException {
        X509CertSelector client = new X509CertSelector();
        client.setExtendedKeyUsage(CLIENT);
        PKIXParameters parameters = new PKIXParameters(anchors);
        parameters.setTargetCertConstraints(client);
        parameters.setRevocationEnabled(false);
        parameters.setDate(Date.from(now));
        CertPathValidator.getInstance("PKIX")
                .validate(CertificateFactory.getInstance("X.509").generateCertPath(path), parameters);
    }

    /** The last one, as in Go's crypto/x509; empty where there is none. */
    private static String commonName(X509Certificate certificate) {
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
        return name;
    }
}
