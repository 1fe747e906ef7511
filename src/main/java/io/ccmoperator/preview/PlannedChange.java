// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.preview;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ObjectKey;
import java.util.Optional;

/**
 * What {@code run} would do to an object.
 *
 * @param action what would be done
 * @param key the object
 * @param before the object as the server has it; empty for one that does not exist
 * @param after the object as the server would have it, by a dry run; empty for one that would be deleted
 */
public record PlannedChange(
        Action action, ObjectKey key, Optional<KubernetesObject> before, Optional<KubernetesObject> after) {
    /** What would be done. */
    public enum Action {
        CREATE("create"),
        CHANGE("change"),
        /** Delete and create, since an immutable field differs. */
        RECREATE("recreate"),
        DELETE("delete");

        private final String verb;

        Action(String verb) {
            this.verb = verb;
        }

        /** The word for messages, such as {@code create}. */
        public String verb() {
            return verb;
        }
    }
}
