// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ObjectKey;
import java.time.Instant;
import java.util.Optional;

/** The result of applying one object. */
public sealed interface Outcome {
    /** The newest known state of an object that is as desired, or whose next write is not due yet. */
    default Optional<KubernetesObject> newest() {
        if (this instanceof Written written) {
            return Optional.of(written.live());
        } else if (this instanceof Postponed postponed) {
            return postponed.live();
        }
        return this instanceof Unchanged unchanged ? Optional.of(unchanged.live()) : Optional.empty();
    }

    /**
     * The object was as desired.
     *
     * @param live the newest known state
     */
    record Unchanged(KubernetesObject live) implements Outcome {}

    /**
     * The object was created, updated or recreated.
     *
     * @param live what the server answered to the last write
     */
    record Written(KubernetesObject live) implements Outcome {}

    /**
     * The object is not as desired; the event is recorded.
     *
     * @param key the object
     * @param cause one line that names the object; the same for the same cause
     * @param refusal whether the API server has refused the write
     * @param missing whether there is no such object
     */
    record Failed(ObjectKey key, String cause, Rejection refusal, boolean missing) implements Outcome {
        /** A failure that may pass by itself, of an object that exists or may exist. */
        Failed(ObjectKey key, String cause) {
            this(key, cause, Rejection.NONE, false);
        }

        /** Whether the API server has rejected what the object says, so that another try with the same does not help. */
        public boolean ofContent() {
            return refusal == Rejection.OF_CONTENT;
        }
    }

    /** Whether the API server has refused a write: permissions, quotas and admission policies do. */
    enum Rejection {
        /** It has not: it did not answer, or could not do it now. */
        NONE,
        /** It has, whatever the object says. */
        OF_REQUEST,
        /** It has, for what the object says. */
        OF_CONTENT;

        /** What a failed request says. */
        static Rejection of(ApiException failure) {
            if (failure.isOfContent()) {
                return OF_CONTENT;
            }
            return failure.isRefusal() ? OF_REQUEST : NONE;
        }
    }

    /** Whether there is no such object: it could not be created, or its creation is not due yet. */
    default boolean isMissing() {
        return this instanceof Failed failed ? failed.missing() : newest().isEmpty();
    }

    /** Whether there is no such object, since the API server refuses to create it. */
    default boolean isRefusedCreation() {
        return this instanceof Failed failed && failed.missing() && failed.refusal() != Rejection.NONE;
    }

    /** The state of the object in one word: Missing, Stalled if it exists and cannot be written, or Applied. */
    default String word() {
        if (isMissing()) {
            return "Missing";
        }
        return this instanceof Failed ? "Stalled" : "Applied";
    }

    /**
     * The next write is not due yet: another client keeps overwriting the object, or what it depends on, or an object that it refers to could not
     * be written.
     *
     * @param key the object
     * @param live the newest known state; empty if it was deleted
     * @param change when another desired state than before is written; empty if what waits is a correction
     */
    record Postponed(ObjectKey key, Optional<KubernetesObject> live, Optional<Instant> change) implements Outcome {}
}
