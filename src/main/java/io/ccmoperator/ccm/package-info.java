/**
 * The controller of the cloud controller manager's resources: makes the cluster equal the desired resources. What is owned
 * of a kind, drift, hashes, rollout and pruning are plain functions from trees to values; {@link io.ccmoperator.ccm.Applier}
 * alone talks to the API server.
 */
package io.ccmoperator.ccm;
