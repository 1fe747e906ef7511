/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesObject;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What is known of an object, and how that changes with what is heard. Values; nothing older ever replaces something newer,
 * by resource versions (numbers that grow, as the API conventions say; where they are none, the last word counts).
 *
 * @param state what is known
 * @param version the newest resource version that was heard of; empty before the first
 * @param olderBeginnings how many beginnings of a watch in a row were older than what is known
 */
record CachedObject(CacheState state, String version, int olderBeginnings) {
    /** Nothing was heard yet. */
    static final CachedObject UNKNOWN = new CachedObject(new CacheState.NotSynced(), "", 0);

    /**
     * An old answer comes from a server that lags behind. A server that repeats it was restored from a backup;
     * then what is known is what is wrong.
     */
    private static final int BELIEVED_BEGINNING = 3;

    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    /** The object was created or has changed. */
    CachedObject changed(KubernetesObject object) {
        String heard = versionOf(object);
        return isOlder(heard) ? this : with(new CacheState.Present(object), heard);
    }

    /** The object was deleted. */
    CachedObject deleted(KubernetesObject last) {
        String heard = versionOf(last);
        return isOlder(heard) ? this : with(new CacheState.Absent(), heard);
    }

    /** The kind is not there, hence the object is not. */
    CachedObject withoutKind() {
        return with(new CacheState.Absent(), version);
    }

    /**
     * A watch began.
     *
     * @param object the object as it is at the beginning, if it is there
     * @param beginning the resource version of the beginning
     */
    CachedObject begun(Optional<KubernetesObject> object, String beginning) {
        String heard = object.map(CachedObject::versionOf).orElse(beginning);
        if (isOlder(heard) && olderBeginnings + 1 < BELIEVED_BEGINNING) {
            return new CachedObject(state, version, olderBeginnings + 1);
        }
        CacheState seen = object.<CacheState>map(CacheState.Present::new).orElseGet(CacheState.Absent::new);
        return with(seen, heard);
    }

    /** Whether another state is the same, so that there is nothing to tell. */
    boolean tellsTheSameAs(CachedObject other) {
        return state.object().isPresent()
                ? other.state.object().isPresent() && version.equals(other.version)
                : state.equals(other.state);
    }

    private CachedObject with(CacheState seen, String heard) {
        return new CachedObject(seen, heard, 0);
    }

    private boolean isOlder(String heard) {
        if (!NUMBER.matcher(heard).matches() || !NUMBER.matcher(version).matches()) {
            return false;
        }
        return new BigInteger(heard).compareTo(new BigInteger(version)) < 0;
    }

    private static String versionOf(KubernetesObject object) {
        return object.fields().string("metadata", "resourceVersion");
    }
}
