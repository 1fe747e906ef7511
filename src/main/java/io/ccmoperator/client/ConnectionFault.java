// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.assets.text.MessageText;
import io.ccmoperator.kubeconfig.ProxyServer;
import io.netty.handler.proxy.ProxyConnectException;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.StreamResetException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/**
 * Why there was no answer, in words that are the same for the same cause: no ports, addresses or times of a connection.
 *
 * @param words after "because"
 * @param remedy what an administrator changes
 */
record ConnectionFault(String words, String remedy) {
    /** What Netty's message of a proxy's answer has before it. */
    private static final String STATUS = "status: ";

    private static final String OF_PROXY =
            "correct proxy-url in the kubeconfig, or HTTPS_PROXY; NO_PROXY names servers that are reached without a proxy";

    private static final String OF_PASSWORD =
            "write the user and password of the proxy into proxy-url in the kubeconfig, or into HTTPS_PROXY: http://user:password@host:port";

    /** What the TLS library says, by a part of its words, and what helps. */
    private static final Map<String, String> OF_TLS = Map.of(
            "certification path",
            "write certificate-authority-data of this cluster into the kubeconfig",
            "trust anchors",
            "write certificate-authority-data of this cluster into the kubeconfig",
            "subject alternative",
            "write a server that the certificate names into the kubeconfig, or one of its names as tls-server-name",
            "No name matching",
            "write a server that the certificate names into the kubeconfig, or one of its names as tls-server-name",
            "NotAfter",
            "the certificate has expired: renew it, or correct the clock of this machine",
            "NotBefore",
            "the certificate is not valid yet: correct the clock of this machine, or of the one that issued it",
            "not an SSL/TLS record",
            "the server speaks no TLS: correct the port of the cluster's server in the kubeconfig, or write http://",
            "certificate_required",
            "write client-certificate-data and client-key-data of this cluster into the kubeconfig",
            "bad_certificate",
            "write client-certificate-data and client-key-data of this cluster into the kubeconfig");

    /**
     * @param fault what the network says
     * @param proxy what all connections go through
     */
    static ConnectionFault of(Throwable fault, Optional<ProxyServer> proxy) {
        if (fault instanceof SSLException && !isClosed(fault)) {
            String said = innermost(fault);
            return new ConnectionFault(
                    "TLS failed: " + said,
                    OF_TLS.entrySet().stream()
                            .filter(kind -> said.contains(kind.getKey()))
                            .map(Map.Entry::getValue)
                            .findFirst()
                            .orElse(ApiException.OF_NETWORK));
        }
        return proxy.flatMap(asked -> ofProxy(fault, asked.shown()))
                .orElseGet(() -> new ConnectionFault(words(fault), ApiException.OF_NETWORK));
    }

    /** Through a proxy, only the proxy is connected to: what the server does shows on the open connection. */
    private static Optional<ConnectionFault> ofProxy(Throwable fault, String proxy) {
        String words;
        if (fault instanceof ProxyConnectException) {
            String said = innermost(fault);
            int status = said.indexOf(STATUS);
            if (status >= 0) {
                return Optional.of(ofAnswer(proxy, said.substring(status + STATUS.length())));
            }
            words = proxy + " does not open a connection";
        } else if (fault instanceof NoRouteToHostException) {
            words = "there is no route to " + proxy;
        } else if (fault instanceof ConnectException) {
            words = proxy + (isTimeout(fault) ? " takes too long to connect" : " refuses the connection");
        } else if (fault instanceof UnknownHostException) {
            words = "the name of " + proxy + " is not known";
        } else {
            return Optional.empty();
        }
        return Optional.of(new ConnectionFault(words, OF_PROXY));
    }

    /** @param status such as 407 Proxy Authentication Required */
    static ConnectionFault ofAnswer(String proxy, String status) {
        return new ConnectionFault(proxy + " answers " + status, status.startsWith("407") ? OF_PASSWORD : OF_PROXY);
    }

    private static boolean isTimeout(Throwable fault) {
        return fault.getMessage() != null && fault.getMessage().contains("timed out");
    }

    private static String words(Throwable fault) {
        if (fault instanceof NoRouteToHostException) {
            return "no route to the host";
        } else if (fault instanceof ConnectException) {
            return isTimeout(fault) ? "the connection takes too long" : "the connection was refused";
        } else if (fault instanceof UnknownHostException) {
            return "the name of the host is not known";
        } else if (isClosed(fault)) {
            return "the connection was closed";
        } else if (fault instanceof CancellationException || fault instanceof TimeoutException) {
            return "it took too long";
        }
        return innermost(fault);
    }

    /** Whether no connection came about or it was cut, whatever the reason; false where TLS, a name or a proxy is wrong. */
    static boolean isOfNetwork(Throwable fault) {
        boolean needsAdministrator = fault instanceof SSLException
                || fault instanceof UnknownHostException
                || fault instanceof ProxyConnectException;
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
