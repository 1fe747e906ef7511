/** TLS settings and certificate of a server, which change while the server listens. Clients are not authorized here. */
package io.ccmoperator.serving.tls;
