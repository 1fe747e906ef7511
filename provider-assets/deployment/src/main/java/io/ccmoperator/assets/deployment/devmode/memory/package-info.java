/** A small API server in memory, for development without the programs of a real one. It judges nothing. */
package io.ccmoperator.assets.deployment.devmode.memory;
