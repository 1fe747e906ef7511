/**
 * Leader election by a Lease of coordination.k8s.io/v1. {@link io.ccmoperator.lease.ElectionState} decides and does no I/O,
 * {@link io.ccmoperator.lease.LeaderElection} runs it: requests, threads and callbacks.
 */
package io.ccmoperator.lease;
