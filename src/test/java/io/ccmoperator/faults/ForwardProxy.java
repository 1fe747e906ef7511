// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.faults;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A proxy of a company on the loopback interface: HTTP with CONNECT (RFC 9110), and SOCKS 5 without authentication (RFC 1928), on one port.
 * Whatever host a client names, it is connected to one port of this machine.
 */
public final class ForwardProxy implements AutoCloseable {
    private static final byte SOCKS_5 = 5;

    private final int target;
    private final NetClient client;
    private final NetServer server;
    private final List<String> asked = new CopyOnWriteArrayList<>();

    /** Starts it. */
    public ForwardProxy(Vertx vertx, int target) {
        this.target = target;
        client = vertx.createNetClient();
        server = vertx.createNetServer().connectHandler(near -> near.handler(begin -> begin(near, begin)));
        Futures.await(server.listen(0, "127.0.0.1"));
    }

    /** Where it listens. */
    public int port() {
        return server.actualPort();
    }

    /** Where clients were to be connected, each as scheme of the proxy, host and port; with what they authenticated, if they did. */
    public List<String> asked() {
        return List.copyOf(asked);
    }

    private void begin(NetSocket near, Buffer begin) {
        if (begin.getByte(0) == SOCKS_5) {
            near.handler(request -> socks(near, request));
            near.write(Buffer.buffer(new byte[] {SOCKS_5, 0}));
            return;
        }
        String head = begin.toString(StandardCharsets.ISO_8859_1);
        String authorization = head.lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("proxy-authorization: "))
                .map(line -> " " + line.substring(line.indexOf(' ') + 1))
                .findFirst()
                .orElse("");
        asked.add("http " + head.split(" ")[1] + authorization);
        join(near, Buffer.buffer("HTTP/1.1 200 Connection established\r\n\r\n"));
    }

    private void socks(NetSocket near, Buffer request) {
        int type = request.getByte(3);
        int length = type == 1 ? 4 : type == 4 ? 16 : request.getUnsignedByte(4);
        int start = type == 3 ? 5 : 4;
        String host =
                type == 3 ? request.getString(start, start + length) : address(request.getBytes(start, start + length));
        asked.add("socks5 " + host + ":" + request.getUnsignedShort(start + length));
        join(near, Buffer.buffer(new byte[] {SOCKS_5, 0, 0, 1, 0, 0, 0, 0, 0, 0}));
    }

    private static String address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes).getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private void join(NetSocket near, Buffer answer) {
        near.pause();
        client.connect(target, "127.0.0.1").onFailure(fault -> near.close()).onSuccess(far -> {
            near.handler(far::write).closeHandler(closed -> far.close());
            far.handler(near::write).closeHandler(closed -> near.close());
            near.write(answer);
            near.resume();
        });
    }

    @Override
    public void close() {
        Futures.await(server.close());
        client.close();
    }
}
