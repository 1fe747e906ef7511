import { JsonRpc } from 'jsonrpc';

const connect = JsonRpc.connect;

/**
 * Keeps the connection of the Dev UI to the build that is served. Quarkus looks for changed files at each attempt to connect: after a
 * failed build it builds again. So no attempt is made while no build is served.
 */
export class BuildConnection {
    /** No build is served: the Dev UI does not connect. */
    hold() {
        JsonRpc.connect = () => {};
    }

    /** A build is served: the Dev UI connects, unless it is connected. Attempts that fail are repeated by the next call. */
    keep() {
        JsonRpc.connect = connect;
        JsonRpc.connect();
    }

    /**
     * Another build is served. An open connection stays with the application before, unless a request of a browser has caused the
     * restart, and an attempt to connect may have been lost.
     */
    renew() {
        JsonRpc.connect = connect;
        JsonRpc.webSocket.close();
    }
}
