/**
 * The edge to the API server: requests and watches on trees. Objects pass as {@link io.ccmoperator.assets.KubernetesObject}, so that
 * no model class is in the program; the kinds are a fixed table, so that nothing is discovered.
 */
package io.ccmoperator.client;
