/** A limit of the open connections of a server, and which of them it closes first. Who is authorized is decided elsewhere. */
package io.ccmoperator.serving.connections;
