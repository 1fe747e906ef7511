// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.serving.tls.ServingCertificate.Origin;
import io.quarkus.tls.BaseTlsConfiguration;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.SSLOptions;
import io.vertx.core.net.TrustOptions;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import org.jboss.logging.Logger;

/**
 * The TLS configuration of the metrics endpoint, for Quarkus' TLS registry: put together from settings and certificate. The
 * registry's own configurations have neither a certificate to start with nor settings that change. Safe for use by several
 * threads.
 */
public final class ServingTls extends BaseTlsConfiguration {
    private static final Logger LOG = Logger.getLogger(ServingTls.class);
    /** Less than a client of metrics waits for its response. */
    private static final Duration LONGEST_HANDSHAKE = Duration.ofSeconds(5);

    private static final TrustOptions CLIENTS = TrustOptions.wrap(new UnverifiedClients());

    private final TlsSupport support = TlsSupport.ofJdk();
    private final CertificateSource certificates;
    private List<String> warned = List.of();
    private volatile Effective effective;

    /**
     * @param folder of tls.crt and tls.key; it need not exist
     * @param vertx reads PEM
     */
    public ServingTls(Path folder, Vertx vertx, Clock clock) {
        certificates = new CertificateSource(folder, vertx, clock);
    }

    /**
     * Takes the settings, and reads the certificate again, which takes a while: files are read, a key may be made. The part of
     * the settings that cannot be served is logged once.
     *
     * @return whether the configuration has changed
     */
    public synchronized boolean update(TlsSettings settings) {
        ServerTlsParameters parameters = ServerTlsParameters.of(settings, support);
        ServingCertificate certificate = certificates.refresh();
        warn(warnings(parameters, certificate));
        Effective next = new Effective(parameters, certificate);
        if (next.equals(effective)) {
            return false;
        }
        if (effective == null || !certificate.equals(effective.certificate())) {
            LOG.infof(
                    "metrics are served with %s, valid until %s",
                    certificate.origin() == Origin.FILE ? certificates.file() : "a self-signed certificate",
                    certificate.notAfter());
        }
        effective = next;
        return true;
    }

    /** Whether a connection conforms to the effective settings and was made with the effective certificate. */
    public boolean isCurrent(SSLSession session) {
        Effective now = effective;
        Certificate[] shown = session.getLocalCertificates();
        return now.parameters().protocols().contains(session.getProtocol())
                && now.parameters().cipherSuites().contains(session.getCipherSuite())
                && (shown == null || shown[0].equals(now.certificate().certificate()));
    }

    /** The certificate that is served, once there is one. */
    public Optional<ServingCertificate> certificate() {
        return Optional.ofNullable(effective).map(Effective::certificate);
    }

    /** Prepares the engine of a new connection for what Vert.x does not change while it listens. To be called before the handshake. */
    public void prepare(SSLEngine engine) {
        NamedGroups.restrict(engine, effective.parameters().groups());
    }

    @Override
    public KeyCertOptions getKeyStoreOptions() {
        return effective.certificate().options();
    }

    @Override
    public TrustOptions getTrustStoreOptions() {
        return CLIENTS;
    }

    /** TLS 1.2 and 1.3 as offered, the suites in the order of preference, HTTP/1.1 only. */
    @Override
    public SSLOptions getSSLOptions() {
        Effective now = effective;
        SSLOptions options = new SSLOptions()
                .setKeyCertOptions(now.certificate().options())
                .setTrustOptions(CLIENTS)
                .setUseAlpn(false)
                .setSslHandshakeTimeout(LONGEST_HANDSHAKE.toSeconds())
                .setSslHandshakeTimeoutUnit(TimeUnit.SECONDS)
                .setEnabledSecureTransportProtocols(
                        new LinkedHashSet<>(now.parameters().protocols()));
        now.parameters().cipherSuites().forEach(options::addEnabledCipherSuite);
        return options;
    }

    private static List<String> warnings(ServerTlsParameters parameters, ServingCertificate certificate) {
        List<String> warnings = new ArrayList<>();
        if (!parameters.leftOut().isEmpty()) {
            warnings.add("the TLS settings ask for " + String.join(", ", parameters.leftOut())
                    + ", which this program does not support or considers insecure: metrics are served without, over "
                    + String.join(" and ", parameters.protocols()));
        }
        if (!parameters.suits(certificate.algorithm())) {
            warnings.add("no cipher suite of the TLS settings matches the certificate's " + certificate.algorithm()
                    + " key: metrics can be read over TLS 1.3 only; use another key, or allow other suites");
        }
        return warnings;
    }

    private void warn(List<String> warnings) {
        warnings.stream().filter(warning -> !warned.contains(warning)).forEach(LOG::warn);
        warned = warnings;
    }

    private record Effective(ServerTlsParameters parameters, ServingCertificate certificate) {}
}
