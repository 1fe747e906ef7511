/** A limit of the open connections of a server. Requests are not considered. */
package io.ccmoperator.serving.connections;
