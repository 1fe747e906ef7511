// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.assets.text.MessageText;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.StreamResetException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** Why there was no answer, in words that are the same for the same cause: no ports, addresses or times. */
final class ConnectionFault {
    private ConnectionFault() {}

    static String words(Throwable fault) {
        if (fault instanceof NoRouteToHostException) {
            return "no route to the host";
        } else if (fault instanceof ConnectException) {
            return fault.getMessage() != null && fault.getMessage().contains("timed out")
                    ? "the connection takes too long"
                    : "the connection was refused";
        } else if (fault instanceof UnknownHostException) {
            return "the name of the host is not known";
        } else if (isClosed(fault)) {
            return "the connection was closed";
        } else if (fault instanceof SSLException) {
            return "TLS failed: " + innermost(fault);
        } else if (fault instanceof CancellationException || fault instanceof TimeoutException) {
            return "it took too long";
        }
        return innermost(fault);
    }

    /** Whether no connection came about or it was cut, whatever the reason; false where TLS or the name of the host is wrong. */
    static boolean isOfNetwork(Throwable fault) {
        boolean needsAdministrator = fault instanceof SSLException || fault instanceof UnknownHostException;
        return isClosed(fault)
                || fault instanceof IOException && !needsAdministrator
                || fault instanceof CancellationException
                || fault instanceof TimeoutException;
    }

    /** Whether the API server closed a connection that was open, or a stream of it. */
    static boolean isClosedByServer(Throwable fault) {
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (cause instanceof HttpClosedException || cause instanceof StreamResetException) {
                return true;
            }
        }
        return false;
    }

    /** A connection that is closed during the handshake is reported as a failure of TLS, but only the message says why. */
    private static boolean isClosed(Throwable fault) {
        return fault instanceof HttpClosedException
                || fault instanceof StreamResetException
                || fault instanceof ClosedChannelException
                || fault instanceof SSLException && innermost(fault).contains("closed while SSL/TLS handshake");
    }

    /** The TLS library wraps what it has to say several times. */
    static String innermost(Throwable fault) {
        Throwable cause = fault;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : MessageText.oneLine(message);
    }
}
