/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** A connection of somebody who trusts any server, and looks at what it is like. */
final class TlsClient implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 10_000;

    private final SSLSocket socket;

    private TlsClient(SSLSocket socket) {
        this.socket = socket;
    }

    /** Connects with what the JDK has. */
    static TlsClient connect(int port) throws IOException {
        return connect(port, new SSLParameters());
    }

    /** Connects with some versions of TLS. */
    static TlsClient connect(int port, String... protocols) throws IOException {
        return connect(port, new SSLParameters(null, protocols));
    }

    /** Throws what the handshake throws. */
    static TlsClient connect(int port, SSLParameters parameters) throws IOException {
        SSLSocket socket = (SSLSocket) context().getSocketFactory().createSocket();
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

    /** A context of its own for each connection, so that none resumes another's session. */
    private static SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new TrustsAnybody()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    String protocol() {
        return socket.getSession().getProtocol();
    }

    String cipherSuite() {
        return socket.getSession().getCipherSuite();
    }

    /** What was agreed on by ALPN; empty for nothing. */
    String applicationProtocol() {
        return socket.getApplicationProtocol();
    }

    /** The server's certificate and those behind it. */
    List<X509Certificate> chain() {
        try {
            return Arrays.stream(socket.getSession().getPeerCertificates())
                    .map(X509Certificate.class::cast)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a request and returns head and body of the answer, whose length has to be told. */
    String get(String path, String... headers) throws IOException {
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n"
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

    /** Whether the server has ended the connection, and properly. */
    boolean isAtEnd() throws IOException {
        return socket.getInputStream().read() < 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private static final class TrustsAnybody extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            // A client asks no client.
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket peer) {
            // A client asks no client.
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            // A client asks no client.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // The test looks at the certificate.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket peer) {
            // The test looks at the certificate.
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            // The test looks at the certificate.
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
