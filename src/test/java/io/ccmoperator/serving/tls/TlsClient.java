// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import io.ccmoperator.AnyServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A connection that trusts any server, and inspects it. */
public final class TlsClient implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 10_000;

    private final SSLSocket socket;

    private TlsClient(SSLSocket socket) {
        this.socket = socket;
    }

    /** Connects with what the JDK has. */
    public static TlsClient connect(int port) throws IOException {
        return connect(port, new SSLParameters());
    }

    /** Connects with some versions of TLS. */
    public static TlsClient connect(int port, String... protocols) throws IOException {
        return connect(port, new SSLParameters(null, protocols));
    }

    /** Connects with some versions of TLS, as a client of this context. */
    public static TlsClient connect(int port, SSLContext context, String... protocols) throws IOException {
        return connect(port, context, new SSLParameters(null, protocols));
    }

    /** Throws what the handshake throws. */
    public static TlsClient connect(int port, SSLParameters parameters) throws IOException {
        return connect(port, AnyServer.context(), parameters);
    }

    private static TlsClient connect(int port, SSLContext context, SSLParameters parameters) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket();
        try {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.setSSLParameters(parameters);
            socket.connect(new InetSocketAddress("127.0.0.1", port), TIMEOUT_MILLIS);
            socket.startHandshake();
            return new TlsClient(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    public String protocol() {
        return socket.getSession().getProtocol();
    }

    public String cipherSuite() {
        return socket.getSession().getCipherSuite();
    }

    /** What was agreed on by ALPN; empty for nothing. */
    public String applicationProtocol() {
        return socket.getApplicationProtocol();
    }

    /** The server's certificate and those of its authorities. */
    public List<X509Certificate> chain() {
        try {
            return Arrays.stream(socket.getSession().getPeerCertificates())
                    .map(X509Certificate.class::cast)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gets a path. */
    public String get(String path, String... headers) throws IOException {
        return send("GET", path, headers);
    }

    /** Sends a request and returns head and body of the answer, which must have a length. */
    public String send(String method, String path, String... headers) throws IOException {
        String request = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n"
                + String.join(
                        "",
                        Arrays.stream(headers).map(header -> header + "\r\n").toList()) + "\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the connection has ended after " + head);
            }
            head.append((char) next);
        }
        int length = head.toString()
                .lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
                .mapToInt(line -> Integer.parseInt(line.split(":")[1].strip()))
                .findFirst()
                .orElse(0);
        return head + new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    /** Sends a string, and returns whether the server takes it. */
    public boolean write(String text) {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    /** The first line that the server sends; what follows is read with it. */
    public String firstLine() throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII)).readLine();
    }

    /** Begins another handshake of TLS 1.2 on the connection. */
    public void renegotiate() throws IOException {
        socket.startHandshake();
    }

    /** Whether the server has ended the connection, and properly. */
    public boolean isAtEnd() throws IOException {
        return socket.getInputStream().read() < 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
