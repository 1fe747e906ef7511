/**
 * The one writer of the ClusterOperator {@code cloud-controller-manager}, where the three controllers meet: what a reconcile
 * returns, how long a failure may last before it degrades, the conditions that follow, and the writes. What decides
 * takes values and returns values; only {@link io.ccmoperator.status.ClusterOperatorStatusWriter} talks to the API server.
 */
package io.ccmoperator.status;
