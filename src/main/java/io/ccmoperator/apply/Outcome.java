// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ObjectKey;
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
     * @param ofContent whether the API server has rejected what the object says, so that another try with the same does not help
     */
    record Failed(ObjectKey key, String cause, boolean ofContent) implements Outcome {
        /** A failure that may pass by itself. */
        Failed(ObjectKey key, String cause) {
            this(key, cause, false);
        }
    }

    /**
     * The next write is not due yet: another client keeps overwriting the object, or what it depends on, or an object that it refers to could not
     * be written.
     *
     * @param key the object
     * @param live the newest known state; empty if it was deleted
     */
    record Postponed(ObjectKey key, Optional<KubernetesObject> live) implements Outcome {}
}
