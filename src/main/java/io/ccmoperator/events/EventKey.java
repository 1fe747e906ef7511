// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.events;

/**
 * The key of repeated Events.
 *
 * @param subject the object concerned
 * @param reason what happened
 * @param message at most 1024 characters, one line
 */
record EventKey(EventSubject subject, EventReason reason, String message) {
    /** Reason, kind, namespace and name, for the log. */
    @Override
    public String toString() {
        String namespace = subject.namespace().isEmpty() ? "" : subject.namespace() + "/";
        return reason.value() + " of " + subject.kind() + " " + namespace + subject.name();
    }
}
