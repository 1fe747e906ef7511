/**
 * Leader election by a Lease of coordination.k8s.io/v1. {@link io.ccmoperator.lease.ElectionState} is the state machine without
 * I/O, {@link io.ccmoperator.lease.LeaderElection} runs it: requests, threads and notifications. What a leader may do is not
 * decided here.
 */
package io.ccmoperator.lease;
