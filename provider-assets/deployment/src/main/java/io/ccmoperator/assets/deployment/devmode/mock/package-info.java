/**
 * Fabric8's mock server as the API server of development mode and of scenario tests. The package adds what the mock server
 * lacks; it does not validate objects, check permissions or serve discovery.
 */
package io.ccmoperator.assets.deployment.devmode.mock;
