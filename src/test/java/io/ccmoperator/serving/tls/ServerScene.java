// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.LogLines;
import io.ccmoperator.cluster.TlsSecurityProfile;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.serving.access.MetricsServed;
import io.quarkus.vertx.http.runtime.options.HttpServerOptionsUtils;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/** The endpoint with the TLS configuration as Quarkus applies it to a server and updates it, and the log. */
final class ServerScene {
    private static final String METRICS = "up 1\n";

    final LogLines log = LogLines.ofPackage(ServingTls.class);
    private final Vertx vertx = Vertx.vertx();
    private final ServingTls tls;
    private TlsSettings settings = TlsSecurityProfile.usual();
    private HttpServer server;

    /** @param folder of the certificate */
    ServerScene(Path folder) {
        tls = new ServingTls(folder, vertx, Clock.systemUTC());
    }

    /** Serves at any free port, and returns it. */
    int listen() {
        tls.update(settings);
        HttpServerOptions options = new HttpServerOptions();
        HttpServerOptionsUtils.applyTlsConfigurationToHttpServerOptions(tls, options);
        server = vertx.createHttpServer(options)
                .requestHandler(MetricsServed.router(
                        vertx, MetricsServed.open(tls::isCurrent), context -> context.end(METRICS)));
        MetricsServed.await(server.listen(0, "127.0.0.1"));
        return server.actualPort();
    }

    void follow(TlsSettings now) {
        settings = now;
        check();
    }

    /** Reads the certificate again. */
    void check() {
        if (tls.update(settings)) {
            MetricsServed.await(server.updateSSLOptions(tls.getSSLOptions()));
        }
    }

    Optional<ServingCertificate> certificate() {
        return tls.certificate();
    }

    /** Reads the metrics, and returns head and body of the response. */
    static String metrics(TlsClient client) throws IOException {
        String response = client.get("/metrics", "Authorization: Bearer a");
        assertThat(response).startsWith("HTTP/1.1 200 OK").endsWith("\r\n\r\n" + METRICS);
        return response;
    }

    void close() {
        MetricsServed.await(vertx.close());
        log.close();
    }
}
