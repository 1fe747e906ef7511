/**
 * Development mode of the operator: an API server in memory, with a sample cluster in it. All of it belongs to the build; no
 * packaged program contains any of it.
 */
package io.ccmoperator.assets.deployment.devmode;
