/** The TLS of a server that changes while the server listens: what is offered, and the certificate. */
package io.ccmoperator.serving.tls;
