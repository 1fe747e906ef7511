/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving.tls;

import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.serving.tls.ServedCertificate.Origin;
import io.vertx.core.http.HttpServerOptions;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSession;
import org.jboss.logging.Logger;

/**
 * The TLS of a server: put together, from settings and certificate, whenever one of them changes, while the server listens.
 * Safe for use by several threads.
 */
public final class ServingTls {
    private static final Logger LOG = Logger.getLogger(ServingTls.class);

    private final ExchangeableTls tls = new ExchangeableTls();
    private final TlsSupport support;
    private final ServingCertificate certificate;
    private TlsOffer offer;
    private ServerIdentity identity;
    private List<String> warned = List.of();
    private volatile ServedCertificate served;

    /**
     * @param certificates the folder of tls.crt and tls.key; it need not be there
     */
    public ServingTls(Path certificates, Clock clock) {
        this(TlsSupport.ofJdk(), new ServingCertificate(new CertificateFolder(certificates), clock));
    }

    ServingTls(TlsSupport support, ServingCertificate certificate) {
        this.support = support;
        this.certificate = certificate;
    }

    /** Has a server use it, and speak HTTP/1.1 alone. Not before the first {@link #look}. */
    public void put(HttpServerOptions options) {
        TlsOptions.put(tls, options);
    }

    /** Whether a connection has come about with what holds now. */
    public boolean isCurrent(SSLSession session) {
        return tls.isCurrent(session);
    }

    /** The certificate that is served, once there is one. */
    public Optional<ServedCertificate> served() {
        return Optional.ofNullable(served);
    }

    /**
     * Looks at settings and certificate, which takes a while: files are read, a key may be made. What of the settings cannot
     * be served is logged once.
     */
    public synchronized void look(TlsSettings settings) {
        TlsOffer wanted = TlsOffer.of(settings, support);
        ServerIdentity found = certificate.look(wanted.needsRsaKey());
        warn(warnings(wanted, found));
        if (!wanted.equals(offer) || !found.equals(identity)) {
            tls.exchange(new ServerTls(found, wanted));
            tell(found);
            offer = wanted;
            identity = found;
        }
    }

    private void tell(ServerIdentity found) {
        served = new ServedCertificate(found.origin(), found.notAfter());
        if (!found.equals(identity)) {
            LOG.infof(
                    "metrics are served with %s, valid until %s",
                    found.origin() == Origin.FILE ? certificate.file() : "a self-signed certificate", found.notAfter());
        }
    }

    private static List<String> warnings(TlsOffer offer, ServerIdentity identity) {
        List<String> warnings = new ArrayList<>();
        if (!offer.leftOut().isEmpty()) {
            warnings.add("the TLS settings ask for " + String.join(", ", offer.leftOut())
                    + ", which this program does not have or holds for unsafe: metrics are served without, over "
                    + String.join(" and ", offer.protocols()));
        }
        String algorithm = identity.key().getAlgorithm();
        if (!offer.suits(algorithm)) {
            warnings.add("no cipher suite of the TLS settings goes with the certificate's " + algorithm
                    + " key: metrics can be read over TLS 1.3 only; use another key, or allow other suites");
        }
        return warnings;
    }

    private void warn(List<String> warnings) {
        warnings.stream().filter(warning -> !warned.contains(warning)).forEach(LOG::warn);
        warned = warnings;
    }
}
