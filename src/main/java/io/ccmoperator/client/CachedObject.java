// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesObject;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A cached object, and its transitions by events. Immutable; an older state never replaces a newer one, by resource
 * versions (increasing numbers, by the API conventions; if one is not a number, the last event is used).
 *
 * @param state what is known
 * @param version the newest resource version that was seen; empty before the first
 * @param olderBeginnings how many beginnings of a watch in a row were older than what is known
 */
record CachedObject(CacheState state, String version, int olderBeginnings) {
    /** Nothing was seen yet. */
    static final CachedObject UNKNOWN = new CachedObject(new CacheState.NotSynced(), "", 0);

    /**
     * An old response comes from a server with an outdated cache. A server that repeats it was restored from a backup;
     * then what is known is what is wrong.
     */
    private static final int BELIEVED_BEGINNING = 3;

    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    /** The object was created or has changed. The event of a write that is known already replaces nothing. */
    CachedObject changed(KubernetesObject object) {
        String seenVersion = versionOf(object);
        if (isOlder(seenVersion)) {
            return this;
        }
        boolean known = state.object().isPresent() && seenVersion.equals(version);
        return with(known ? state : new CacheState.Present(object), seenVersion);
    }

    /** The object was deleted. */
    CachedObject deleted(KubernetesObject last) {
        String seenVersion = versionOf(last);
        return isOlder(seenVersion) ? this : with(new CacheState.Absent(), seenVersion);
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
        String seenVersion = object.map(CachedObject::versionOf).orElse(beginning);
        if (isOlder(seenVersion) && olderBeginnings + 1 < BELIEVED_BEGINNING) {
            return new CachedObject(state, version, olderBeginnings + 1);
        }
        CacheState seen = object.<CacheState>map(CacheState.Present::new).orElseGet(CacheState.Absent::new);
        return with(seen, seenVersion);
    }

    /** Whether another state is the same, so that no listener is notified. */
    boolean hasSameState(CachedObject other) {
        return state.object().isPresent()
                ? other.state.object().isPresent() && version.equals(other.version)
                : state.equals(other.state);
    }

    private CachedObject with(CacheState seen, String seenVersion) {
        return new CachedObject(seen, seenVersion, 0);
    }

    private boolean isOlder(String seenVersion) {
        if (!NUMBER.matcher(seenVersion).matches() || !NUMBER.matcher(version).matches()) {
            return false;
        }
        return new BigInteger(seenVersion).compareTo(new BigInteger(version)) < 0;
    }

    private static String versionOf(KubernetesObject object) {
        return object.fields().string("metadata", "resourceVersion");
    }
}
