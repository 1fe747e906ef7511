// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.benchmark;

import static io.ccmoperator.operator.OpenShiftCluster.accepted;

import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.monitoring.Scrape;
import io.ccmoperator.operator.OpenShiftCluster;
import io.ccmoperator.serving.connections.SilentConnections;
import io.ccmoperator.serving.tls.TlsClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What clients without permission do to the metrics port of a converged operator: prints the most memory, how many scrapes of Prometheus
 * succeed within 5 s, what is logged, and how many reviews of tokens reach the API server. A row takes {@code strangers.seconds} (20).
 */
@RequiresApiServer
class StrangersBenchmark {
    private static final String REQUESTS = "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n".repeat(500);
    private static final int SECONDS = Integer.getInteger("strangers.seconds", 20);

    @TempDir
    Path folder;

    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger number = new AtomicInteger();
    private final ExecutorService clients = Executors.newCachedThreadPool();
    private MeasuredOperator operator;
    private String[] reader;

    @Test
    void measure() throws Exception {
        for (Program program : Program.selected()) {
            row(program, "none", () -> TimeUnit.MILLISECONDS.sleep(100));
            row(program, "one connection, unread", () -> pipeline(1));
            row(program, "64 connections, unread", () -> pipeline(64));
            row(program, "plain TCP, one after the other", this::connect);
            row(program, "200 slow handshakes", this::handshake);
            row(program, "malformed requests", this::malformed);
            row(program, "random tokens", this::tokens);
        }
        clients.shutdownNow();
    }

    /** A stranger, until the time is over. */
    private interface Stranger {
        void act() throws IOException, InterruptedException;
    }

    private void row(Program program, String name, Stranger stranger) throws Exception {
        try (MeasuredOperator started = MeasuredOperator.start(program, folder)) {
            operator = started;
            started.secondsToAvailable();
            started.settle();
            reader = new String[] {"Authorization", "Bearer " + token(started.cluster())};
            scrape();
            int logged = started.printed().length();
            over.set(false);
            var attack = clients.submit(() -> {
                while (!over.get()) {
                    stranger.act();
                }
                return null;
            });
            long begin = System.nanoTime();
            double memory = 0;
            int scrapes = 0;
            int succeeded = 0;
            while (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(SECONDS)) {
                TimeUnit.SECONDS.sleep(2);
                scrapes++;
                succeeded += scrape() ? 1 : 0;
                memory = Math.max(memory, started.usage().residentMegabytes());
            }
            over.set(true);
            double seconds = (System.nanoTime() - begin) / 1e9;
            long reviews = started.requests().stream()
                    .map(AuditedRequest::resource)
                    .filter("tokenreviews"::equals)
                    .count();
            System.out.printf(
                    "%-8s %-32s %6.1f MB %3d of %3d scrapes %10d bytes logged %6.1f reviews/s%n",
                    program.label(),
                    name,
                    memory,
                    succeeded,
                    scrapes,
                    started.printed().length() - logged,
                    reviews / seconds);
            attack.cancel(true);
        }
    }

    private boolean scrape() throws InterruptedException {
        var answer = clients.submit(() -> Scrape.ask(operator.metricsPort(), reader).statusCode());
        try {
            return answer.get(5, TimeUnit.SECONDS) == 200;
        } catch (ExecutionException | TimeoutException e) {
            answer.cancel(true);
            return false;
        }
    }

    private void pipeline(int connections) {
        IntStream.range(0, connections).forEach(n -> clients.submit(() -> {
            while (!over.get()) {
                try (TlsClient client = TlsClient.connect(operator.metricsPort(), "TLSv1.3")) {
                    while (!over.get() && client.write(REQUESTS)) {
                        number.incrementAndGet();
                    }
                }
            }
            return null;
        }));
        pause();
    }

    private void connect() throws IOException {
        try (SilentConnections connections = new SilentConnections(operator.metricsPort())) {
            connections.open(100);
        }
    }

    private void handshake() throws IOException {
        try (SilentConnections slow = new SilentConnections(operator.metricsPort())) {
            slow.open(200, SilentConnections.clientHello().limit(100));
            pause();
        }
    }

    private void malformed() throws IOException {
        for (String request : List.of(
                "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
                "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /metrics HTTP/1.1\r\n\r\n",
                "POST /metrics HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")) {
            try (TlsClient client = TlsClient.connect(operator.metricsPort(), "TLSv1.3")) {
                client.write(request);
                client.firstLine();
            }
        }
    }

    private void tokens() throws IOException {
        try (TlsClient client = TlsClient.connect(operator.metricsPort(), "TLSv1.3")) {
            String token = "Authorization: Bearer random" + number.incrementAndGet();
            while (!over.get()) {
                client.get("/metrics", token);
                token = "Authorization: Bearer random" + number.incrementAndGet();
            }
        } catch (IOException closed) {
            // After a refusal; the next connection continues.
            number.incrementAndGet();
        }
    }

    private void pause() {
        try {
            while (!over.get()) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String token(OpenShiftCluster cluster) {
        cluster.apply("{apiVersion: v1, kind: ServiceAccount, metadata: {namespace: default, name: reader}}");
        cluster.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: reader}
                rules: [{nonResourceURLs: [/metrics], verbs: [get]}]
                """);
        cluster.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: reader}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reader}
                subjects: [{kind: ServiceAccount, namespace: default, name: reader}]
                """);
        return accepted(cluster.admin().token("default", "reader"))
                .object()
                .fields()
                .string("status", "token");
    }
}
