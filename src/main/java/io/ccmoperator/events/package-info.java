/**
 * Kubernetes events: reasons, messages within the limits of the API, repeated events as one with a count, and {@link
 * io.ccmoperator.events.EventRecorder}, which writes them. The package does not know why an event is recorded.
 */
package io.ccmoperator.events;
