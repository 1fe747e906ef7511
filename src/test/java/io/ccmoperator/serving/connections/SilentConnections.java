// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.connections;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** A client without a token that opens connections and sends nothing. */
public final class SilentConnections implements AutoCloseable {
    private final int port;
    private final List<SocketChannel> connections = new ArrayList<>();

    /** @param port on 127.0.0.1 */
    public SilentConnections(int port) {
        this.port = port;
    }

    /** Opens this number, one after the other. */
    public void open(int number) throws IOException {
        for (int i = 0; i < number; i++) {
            SocketChannel connection = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
            connection.configureBlocking(false);
            connections.add(connection);
        }
    }

    /** How many of them the server has closed by now. */
    public long closedByServer() {
        return connections.stream().filter(SilentConnections::isClosedByServer).count();
    }

    private static boolean isClosedByServer(SocketChannel connection) {
        try {
            return connection.read(ByteBuffer.allocate(1)) < 0;
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
