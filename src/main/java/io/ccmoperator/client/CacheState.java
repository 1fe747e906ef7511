// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesObject;
import java.util.Optional;

/** The cached state of a watched object. */
public sealed interface CacheState {
    /** The initial sync is not complete, or the object is not watched. */
    record NotSynced() implements CacheState {}

    /** There is no such object; its namespace or its kind may be missing as well. */
    record Absent() implements CacheState {}

    /** @param manifest the object as the server has it; shared by all who ask, and not to be changed */
    record Present(KubernetesObject manifest) implements CacheState {}

    /**
     * The server has the kind in other versions alone: what was known last counts.
     *
     * @param why names the versions, and the remedy
     */
    record OtherVersion(CacheState last, String why) implements CacheState {
        @Override
        public boolean isSynced() {
            return last.isSynced();
        }

        @Override
        public Optional<KubernetesObject> object() {
            return last.object();
        }
    }

    /** Whether the state of the object is known. */
    default boolean isSynced() {
        return !(this instanceof NotSynced);
    }

    /** The object, if it is known to be there. */
    default Optional<KubernetesObject> object() {
        return this instanceof Present present ? Optional.of(present.manifest()) : Optional.empty();
    }
}
