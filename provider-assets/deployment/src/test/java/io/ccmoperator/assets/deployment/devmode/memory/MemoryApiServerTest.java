/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.devmode.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class MemoryApiServerTest {
    private static final String MAPS = "/api/v1/namespaces/default/configmaps";
    private static final String WATCH = "?watch=true&sendInitialEvents=true&fieldSelector=metadata.name%3Done";

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private MemoryApiServer server;

    @BeforeEach
    void start() {
        server = MemoryApiServer.start();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aWatchByNameTellsWhatThereIsAndThenWhatBecomesOfThatObjectAlone() throws Exception {
        assertThat(send("POST", MAPS, map("one", "a")).statusCode()).isEqualTo(201);
        try (BufferedReader lines = watch(MAPS + WATCH)) {
            assertThat(lines.readLine()).contains("\"type\":\"ADDED\"", "\"key\":\"a\"");
            assertThat(lines.readLine()).contains("\"type\":\"BOOKMARK\"", "\"k8s.io/initial-events-end\":\"true\"");

            send("POST", MAPS, map("two", "x"));
            send("PUT", MAPS + "/one", map("one", "b"));
            send("DELETE", MAPS + "/one", "");

            assertThat(lines.readLine()).contains("\"type\":\"MODIFIED\"", "\"key\":\"b\"");
            assertThat(lines.readLine()).contains("\"type\":\"DELETED\"", "\"name\":\"one\"");
        }
    }

    @Test
    void aWatchOfNothingBeginsWithItsBookmarkAndEndsWhenItsTimeIsOver() throws Exception {
        try (BufferedReader lines = watch(MAPS + WATCH + "&timeoutSeconds=1")) {
            assertThat(lines.readLine()).contains("\"type\":\"BOOKMARK\"");
            assertThat(lines.readLine()).isNull();
        }
    }

    @Test
    void aListHoldsTheObjectsOfAllNamespacesUnlessOneIsNamed() throws Exception {
        send("POST", "/api/v1/namespaces", "{\"metadata\":{\"name\":\"other\"}}");
        send("POST", MAPS, map("one", "a"));
        send("POST", "/api/v1/namespaces/other/configmaps", map("two", "b"));

        assertThat(send("GET", MAPS, "").body()).contains("\"one\"").doesNotContain("\"two\"");
        assertThat(send("GET", "/api/v1/configmaps", "").body()).contains("\"one\"", "\"two\"");
    }

    @Test
    void aRefusalIsAStatusWithItsCode() throws Exception {
        HttpResponse<String> missing = send("GET", MAPS + "/none", "");

        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(missing.body())
                .contains("\"kind\":\"Status\"", "\"code\":404", "\"reason\":\"NotFound\"", "configmaps \\\"none\\\"");
        assertThat(send("POST", MAPS, "no JSON").statusCode()).isEqualTo(400);
        assertThat(send("PUT", MAPS, map("one", "a")).statusCode()).isEqualTo(405);
        assertThat(send("GET", "/healthz", "").statusCode()).isEqualTo(404);
        assertThat(send("GET", MAPS + "?watch=true&resourceVersion=1", "").statusCode())
                .isEqualTo(400);
        assertThat(send("GET", MAPS + "?fieldSelector=type%3Dx", "").statusCode())
                .isEqualTo(400);
    }

    @Test
    void aDryRunIsAnsweredAndNotKept() throws Exception {
        assertThat(send("POST", MAPS + "?dryRun=All", map("one", "a")).statusCode())
                .isEqualTo(201);
        assertThat(send("GET", MAPS + "/one", "").statusCode()).isEqualTo(404);
    }

    private static String map(String name, String value) {
        return "{\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s\"},\"data\":{\"key\":\"%s\"}}"
                .formatted(name, value);
    }

    private HttpResponse<String> send(String method, String path, String body)
            throws IOException, InterruptedException {
        return client.send(
                request(path).method(method, BodyPublishers.ofString(body)).build(), BodyHandlers.ofString());
    }

    private BufferedReader watch(String path) throws IOException, InterruptedException {
        return new BufferedReader(new InputStreamReader(
                client.send(request(path).GET().build(), BodyHandlers.ofInputStream())
                        .body(),
                StandardCharsets.UTF_8));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.uri().resolve(path)).timeout(Duration.ofSeconds(10));
    }
}
