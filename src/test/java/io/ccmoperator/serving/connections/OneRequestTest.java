// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.connections;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.serving.access.MetricsServed;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests on one connection to the metrics endpoint, by plain HTTP. */
class OneRequestTest {
    private static final String REFUSED = "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n";
    private static final String GRANTED = "GET /metrics HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\n\r\n";

    private final Vertx vertx = Vertx.vertx();
    private final AtomicInteger rendered = new AtomicInteger();
    private String page = "up 1\n";
    private Socket client;

    @BeforeEach
    void connect() throws IOException {
        HttpServer server = vertx.createHttpServer()
                .requestHandler(MetricsServed.router(vertx, MetricsServed.open(session -> true), context -> {
                    rendered.incrementAndGet();
                    context.end(Buffer.buffer(page));
                }));
        MetricsServed.await(server.listen(0, "127.0.0.1"));
        client = new Socket("127.0.0.1", server.actualPort());
        client.setSoTimeout(10_000);
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        MetricsServed.await(vertx.close());
    }

    @Test
    void servesOneRequestAfterTheOther() throws IOException {
        for (int i = 0; i < 3; i++) {
            send(GRANTED);
            readUntil("up 1\n");
        }
        assertThat(rendered).hasValue(3);
    }

    @Test
    void closesConnectionAfterRefusal() throws IOException {
        send(REFUSED);

        assertThat(rest()).startsWith("HTTP/1.1 401 ").containsIgnoringCase("connection: close");
    }

    @Test
    void closesConnectionOfRefusedRequestWithoutItsBody() throws IOException {
        send("POST /metrics HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");

        assertThat(rest()).startsWith("HTTP/1.1 405 ").containsIgnoringCase("connection: close");
    }

    @Test
    void answersFirstOfManyRefusedRequests() throws IOException {
        send(REFUSED.repeat(50));

        assertThat(rest()).containsOnlyOnce("HTTP/1.1 401 ");
    }

    @Test
    void answersFirstOfManyGrantedRequestsThatAreNotAwaited() throws IOException {
        send(GRANTED.repeat(50));

        assertThat(rest()).containsOnlyOnce("HTTP/1.1 200 ");
        assertThat(rendered).hasValue(1);
    }

    @Test
    void readsNoRequestWhileClientReadsNoResponse() throws IOException {
        page = "a".repeat(16 * 1024 * 1024);
        send(GRANTED);
        readUntil("HTTP/1.1 200 ");
        // More than the kernel takes is still to be sent.
        send(GRANTED.repeat(50));
        assertThat(rendered).hasValue(1);

        assertThat(rest()).containsOnlyOnce("HTTP/1.1 200 ");
        assertThat(rendered).as("one of those that were sent meanwhile").hasValue(2);
    }

    private void readUntil(String end) throws IOException {
        StringBuilder read = new StringBuilder();
        while (read.indexOf(end) < 0) {
            read.append((char) client.getInputStream().read());
        }
    }

    private void send(String requests) throws IOException {
        client.getOutputStream().write(requests.getBytes(StandardCharsets.US_ASCII));
    }

    /** What the server sends until it closes the connection; it may reset it where it has not read all. */
    private String rest() throws IOException {
        StringBuilder rest = new StringBuilder();
        InputStream in = client.getInputStream();
        byte[] buffer = new byte[64 * 1024];
        try {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                rest.append(new String(buffer, 0, read, StandardCharsets.US_ASCII));
            }
        } catch (SocketException reset) {
            return rest.toString();
        }
        return rest.toString();
    }
}
