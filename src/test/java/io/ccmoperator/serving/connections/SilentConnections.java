// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.connections;

import io.ccmoperator.AnyServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLEngine;

/** A client without a token that opens connections and sends nothing, or the beginning of a TLS handshake. */
public final class SilentConnections implements AutoCloseable {
    private final int port;
    private final String address;
    private final List<SocketChannel> connections = new ArrayList<>();

    /** @param port on 127.0.0.1 */
    public SilentConnections(int port) {
        this(port, "127.0.0.1");
    }

    /** @param address the client's, of the loopback network */
    SilentConnections(int port, String address) {
        this.port = port;
        this.address = address;
    }

    /** Opens this number, one after the other. */
    public void open(int number) throws IOException {
        open(number, ByteBuffer.allocate(0));
    }

    /** The same, and sends these bytes on each. */
    public void open(int number, ByteBuffer beginning) throws IOException {
        for (int i = 0; i < number; i++) {
            SocketChannel connection = SocketChannel.open();
            connection.bind(new InetSocketAddress(address, 0));
            connection.connect(new InetSocketAddress("127.0.0.1", port));
            connection.write(beginning.duplicate());
            connection.configureBlocking(false);
            connections.add(connection);
        }
    }

    /** The first message of a client's handshake. */
    public static ByteBuffer clientHello() throws IOException {
        SSLEngine engine = AnyServer.context().createSSLEngine();
        engine.setUseClientMode(true);
        ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), hello);
        return hello.flip();
    }

    /** How many of them the server has closed by now. */
    public long closedByServer() {
        return connections.stream().filter(SilentConnections::isClosedByServer).count();
    }

    private static boolean isClosedByServer(SocketChannel connection) {
        ByteBuffer answer = ByteBuffer.allocate(8 * 1024);
        try {
            return connection.read(answer) < 0 || (answer.position() > 0 && connection.read(answer.clear()) < 0);
        } catch (IOException reset) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel connection : connections) {
            connection.close();
        }
    }
}
