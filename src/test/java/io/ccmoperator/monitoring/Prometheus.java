// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.monitoring;

import io.ccmoperator.apiserver.LocalProcess;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.serving.access.ClientAuthority.Client;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A Prometheus that scrapes an operator every second, and knows the alerts. */
public final class Prometheus implements AutoCloseable {
    private final LocalProcess process;
    private final URI address;

    private Prometheus(LocalProcess process, URI address) {
        this.process = process;
        this.address = address;
    }

    /**
     * Starts it; the test is skipped where there is none.
     *
     * @param folder an empty one
     * @param port where it listens
     * @param metricsPort where the operator serves its metrics
     * @param token of who scrapes
     */
    public static Prometheus start(Path folder, int port, int metricsPort, String token) {
        write(folder.resolve("token"), token);
        return start(folder, port, metricsPort, "authorization: {credentials_file: token}", "");
    }

    /**
     * The same with a client certificate and no token.
     *
     * @param client who scrapes
     */
    public static Prometheus start(Path folder, int port, int metricsPort, Client client) {
        write(folder.resolve("tls.crt"), client.certificatesPem());
        write(folder.resolve("tls.key"), client.keyPem());
        return start(folder, port, metricsPort, "", ", cert_file: tls.crt, key_file: tls.key");
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Prometheus start(Path folder, int port, int metricsPort, String authorization, String certificate) {
        String program = OnPath.assumed("prometheus");
        try {
            Files.writeString(
                    folder.resolve("rules.json"),
                    JsonWriter.compact(Alert.file().tree()));
            Files.writeString(
                    folder.resolve("prometheus.yaml"), """
                    global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}
                    rule_files: [rules.json]
                    scrape_configs:
                      - job_name: cloud-controller-manager-operator
                        scheme: https
                        %s
                        tls_config: {insecure_skip_verify: true%s}
                        static_configs:
                          - targets: ["127.0.0.1:%d"]
                            labels: {namespace: openshift-cloud-controller-manager-operator}
                    """.formatted(authorization, certificate, metricsPort));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        LocalProcess process = LocalProcess.start(
                folder,
                "prometheus.log",
                List.of(
                        program,
                        "--config.file=prometheus.yaml",
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port));
        Prometheus prometheus = new Prometheus(process, URI.create("http://127.0.0.1:" + port));
        try {
            process.await(Duration.ofSeconds(60), prometheus::isReady);
            return prometheus;
        } catch (RuntimeException e) {
            process.close();
            throw e;
        }
    }

    /** The series that a query gives now. */
    public List<Map<String, Object>> query(String expression) {
        return get("/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8))
                .fields()
                .maps("data", "result");
    }

    /** All rules with their health. */
    public List<KubernetesObject> rules() {
        return get("/api/v1/rules").fields().maps("data", "groups").stream()
                .flatMap(group -> FieldReader.of(group).maps("rules").stream())
                .map(KubernetesObject::new)
                .toList();
    }

    /** Why the last scrape failed; empty when it did not. */
    public String scrapeFault() {
        return get("/api/v1/targets").fields().maps("data", "activeTargets").stream()
                .map(target -> (String) target.get("lastError"))
                .filter(fault -> !fault.isEmpty())
                .findFirst()
                .orElse("");
    }

    @Override
    public void close() {
        process.close();
    }

    private boolean isReady() {
        try {
            return send("/-/ready").statusCode() == 200;
        } catch (UncheckedIOException e) {
            // The port is not open yet.
            return false;
        }
    }

    @SuppressWarnings("unchecked")
    private KubernetesObject get(String path) {
        HttpResponse<String> answer = send(path);
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(path + ": " + answer.body());
        }
        return new KubernetesObject((Map<String, Object>) JsonReader.read(answer.body()));
    }

    private HttpResponse<String> send(String path) {
        try {
            return HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(address.resolve(path)).build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
