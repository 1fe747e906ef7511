/**
 * The model of provider assets that the operator sees: what a provider's descriptor says, its manifests as trees, and the
 * index over all providers, which is made when the operator is built.
 */
package io.ccmoperator.assets;
