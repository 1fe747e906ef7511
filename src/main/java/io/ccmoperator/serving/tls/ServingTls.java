// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.serving.tls.ServedCertificate.Origin;
import io.quarkus.tls.BaseTlsConfiguration;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.SSLOptions;
import io.vertx.core.net.TrustOptions;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSession;
import org.jboss.logging.Logger;

/**
 * The TLS configuration of the metrics endpoint, for Quarkus' TLS registry: put together from settings and certificate. The
 * registry's own configurations have neither a certificate to start with nor settings that change. Safe for use by several
 * threads.
 */
public final class ServingTls extends BaseTlsConfiguration {
    private static final Logger LOG = Logger.getLogger(ServingTls.class);
    private static final TrustOptions CLIENTS = TrustOptions.wrap(new UnverifiedClients());

    private final TlsSupport support;
    private final ServingCertificate certificate;
    private List<String> warned = List.of();
    private volatile Effective effective;

    /**
     * @param certificates the folder of tls.crt and tls.key; it need not exist
     * @param vertx reads PEM
     */
    public ServingTls(Path certificates, Vertx vertx, Clock clock) {
        this(TlsSupport.ofJdk(), new ServingCertificate(new CertificateFolder(certificates, vertx), clock));
    }

    ServingTls(TlsSupport support, ServingCertificate certificate) {
        this.support = support;
        this.certificate = certificate;
    }

    /**
     * Looks at settings and certificate, which takes a while: files are read, a key may be made. The part of the settings that
     * cannot be served is logged once.
     *
     * @return whether the configuration has changed
     */
    public synchronized boolean look(TlsSettings settings) {
        ServerTlsParameters offer = ServerTlsParameters.of(settings, support);
        ServerIdentity identity = certificate.look(offer.needsRsaKey());
        warn(warnings(offer, identity));
        Effective next = new Effective(offer, identity);
        if (next.equals(effective)) {
            return false;
        }
        if (effective == null || !identity.equals(effective.identity())) {
            LOG.infof(
                    "metrics are served with %s, valid until %s",
                    identity.origin() == Origin.FILE ? certificate.file() : "a self-signed certificate",
                    identity.notAfter());
        }
        effective = next;
        return true;
    }

    /** Whether a connection conforms to the effective settings and was made with the effective certificate. */
    public boolean isCurrent(SSLSession session) {
        Effective now = effective;
        Certificate[] shown = session.getLocalCertificates();
        return now.offer().protocols().contains(session.getProtocol())
                && now.offer().cipherSuites().contains(session.getCipherSuite())
                && (shown == null || shown[0].equals(now.identity().certificate()));
    }

    /** The certificate that is served, once there is one. */
    public Optional<ServedCertificate> served() {
        return Optional.ofNullable(effective)
                .map(Effective::identity)
                .map(identity -> new ServedCertificate(identity.origin(), identity.notAfter()));
    }

    @Override
    public KeyCertOptions getKeyStoreOptions() {
        return effective.identity().options();
    }

    @Override
    public TrustOptions getTrustStoreOptions() {
        return CLIENTS;
    }

    /** TLS 1.2 and 1.3 as offered, HTTP/1.1 only. Vert.x does not keep the order of the suites. */
    @Override
    public SSLOptions getSSLOptions() {
        SSLOptions options = new SSLOptions()
                .setKeyCertOptions(getKeyStoreOptions())
                .setTrustOptions(getTrustStoreOptions())
                .setUseAlpn(false)
                .setEnabledSecureTransportProtocols(
                        new LinkedHashSet<>(effective.offer().protocols()));
        effective.offer().cipherSuites().forEach(options::addEnabledCipherSuite);
        return options;
    }

    private static List<String> warnings(ServerTlsParameters offer, ServerIdentity identity) {
        List<String> warnings = new ArrayList<>();
        if (!offer.leftOut().isEmpty()) {
            warnings.add("the TLS settings ask for " + String.join(", ", offer.leftOut())
                    + ", which this program does not support or considers insecure: metrics are served without, over "
                    + String.join(" and ", offer.protocols()));
        }
        String algorithm = identity.certificate().getPublicKey().getAlgorithm();
        if (!offer.suits(algorithm)) {
            warnings.add("no cipher suite of the TLS settings matches the certificate's " + algorithm
                    + " key: metrics can be read over TLS 1.3 only; use another key, or allow other suites");
        }
        return warnings;
    }

    private void warn(List<String> warnings) {
        warnings.stream().filter(warning -> !warned.contains(warning)).forEach(LOG::warn);
        warned = warnings;
    }

    private record Effective(ServerTlsParameters offer, ServerIdentity identity) {}
}
