// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import io.ccmoperator.certificates.CaCertificate;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * Who may read the metrics with a client certificate: Prometheus of OpenShift's monitoring stack and no other client. The
 * decision needs no review, so that metrics can be read while the API server is away, when they are needed most.
 */
public final class CertificateAccess {
    /** The common name of the certificate that the monitoring stack has the cluster sign for its Prometheus. */
    static final String READER = "system:serviceaccount:openshift-monitoring:prometheus-k8s";

    private static final AuthorizationDecision NOT_READ_YET =
            new AuthorizationDecision.NotKnown("the authorities for client certificates are not known yet");

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
    public Optional<AuthorizationDecision> of(SSLSession session) {
        List<X509Certificate> chain = chain(session);
        return chain.isEmpty() ? Optional.empty() : Optional.of(decision(chain));
    }

    AuthorizationDecision decision(List<X509Certificate> chain) {
        Optional<List<CaCertificate>> known = authorities.get();
        if (known.isEmpty()) {
            return NOT_READ_YET;
        }
        return CertificateAuthenticator.user(chain, known.get(), clock.instant())
                .<AuthorizationDecision>map(user -> user.equals(READER)
                        ? new AuthorizationDecision.Granted()
                        : new AuthorizationDecision.ForbiddenCertificate(user))
                .orElseGet(AuthorizationDecision.UnknownCertificate::new);
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
}
