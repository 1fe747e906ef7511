/** How many connections a server of this process has open. Knows nothing of requests. */
package io.ccmoperator.serving.connections;
