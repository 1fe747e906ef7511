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
 */
record CachedObject(CacheState state, String version) {
    /** Nothing was seen yet. */
    static final CachedObject UNKNOWN = new CachedObject(new CacheState.NotSynced(), "");

    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    /** The object was created or has changed. The event of a write that is known already replaces nothing. */
    CachedObject changed(KubernetesObject object) {
        String seenVersion = versionOf(object);
        if (isOlder(seenVersion)) {
            return this;
        }
        boolean known = state.object().isPresent() && seenVersion.equals(version);
        return new CachedObject(known ? state : new CacheState.Present(object), seenVersion);
    }

    /** The object was deleted. */
    CachedObject deleted(KubernetesObject last) {
        String seenVersion = versionOf(last);
        return isOlder(seenVersion) ? this : new CachedObject(new CacheState.Absent(), seenVersion);
    }

    /** The kind is not there, hence the object is not. */
    CachedObject withoutKind() {
        return new CachedObject(new CacheState.Absent(), version);
    }

    /** The server has the kind in other versions alone. */
    CachedObject inOtherVersion(String why) {
        CacheState last = state instanceof CacheState.OtherVersion before ? before.last() : state;
        return new CachedObject(new CacheState.OtherVersion(last, why), version);
    }

    /**
     * A watch began. The beginning counts even if it is older: see {@link #isNewerThan}.
     *
     * @param object the object as it is at the beginning, if it is there
     * @param beginning the resource version of the beginning
     */
    CachedObject begun(Optional<KubernetesObject> object, String beginning) {
        return new CachedObject(
                object.<CacheState>map(CacheState.Present::new).orElseGet(CacheState.Absent::new),
                versionAt(object, beginning));
    }

    /**
     * Whether what is known is newer than the beginning of a watch: that comes from a server with an outdated cache, or from one that was restored
     * from a backup; then what is known is what is wrong.
     */
    boolean isNewerThan(Optional<KubernetesObject> object, String beginning) {
        return isOlder(versionAt(object, beginning));
    }

    /** Whether another state is the same, so that no listener is notified. */
    boolean hasSameState(CachedObject other) {
        return state instanceof CacheState.Present && other.state instanceof CacheState.Present
                ? version.equals(other.version)
                : state.equals(other.state);
    }

    private static String versionAt(Optional<KubernetesObject> object, String beginning) {
        return object.map(CachedObject::versionOf).orElse(beginning);
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
