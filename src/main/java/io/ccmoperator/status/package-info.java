/**
 * The one owner of the ClusterOperator {@code cloud-controller-manager}, where the three controllers meet: what a reconcile
 * returns, how long a failure may last before it degrades, the conditions that follow, and the writes. Events about it and
 * about other objects are recorded here too. What judges takes values and returns values; only {@link
 * io.ccmoperator.status.ClusterOperatorStatusWriter} and {@link io.ccmoperator.status.EventRecorder} talk to the API server.
 */
package io.ccmoperator.status;
