/**
 * The controller of the cloud controller manager's resources: makes the cluster equal the desired resources. Hashes of
 * configuration, rollout and the choice of what is pruned are plain functions from trees to values; objects are written by the
 * package {@code apply}.
 */
package io.ccmoperator.ccm;
