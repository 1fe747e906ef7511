// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.plan;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.status.InputFinding;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The states of the objects that one plan is made of: within a snapshot an object has one state. It keeps which objects were asked for, so
 * that these are watched; a plan has no other way to read an object, hence none to depend on one whose change it would miss. Used by one
 * thread.
 */
public final class Snapshot {
    private final Function<ObjectKey, CacheState> states;
    private final Instant now;
    private final PlanMemory memory;
    private final Map<ObjectKey, CacheState> read = new LinkedHashMap<>();

    /**
     * @param states the state of an object now
     * @param memory what remains from one snapshot to the next
     */
    Snapshot(Function<ObjectKey, CacheState> states, Instant now, PlanMemory memory) {
        this.states = states;
        this.now = now;
        this.memory = memory;
    }

    /**
     * A snapshot after which no other follows: whatever can be waited for has lasted long enough.
     *
     * @param states the state of an object now
     */
    public static Snapshot last(Function<ObjectKey, CacheState> states, Instant now) {
        return new Snapshot(states, now, PlanMemory.withoutWaits());
    }

    /**
     * Says which object the plan is made for. When it is another one than in the plan before, such as one that was deleted and created again,
     * nothing is known from earlier plans, whether or not there was a plan between the two.
     */
    void isAbout(KubernetesObject subject) {
        memory.isAbout(subject.fields().string("metadata", "uid"));
    }

    /** The state of an object. One that cannot be read is not synced: the plan is made without it. */
    public CacheState state(ObjectKey key) {
        return read.computeIfAbsent(key, states);
    }

    /** An object, if it is known to be there. */
    public Optional<KubernetesObject> object(ObjectKey key) {
        return state(key).object();
    }

    /**
     * An object, or if it is not there any more or cannot be read, what it was in an earlier plan of this process. For what has to survive the
     * deletion of an object by another client.
     */
    public Optional<KubernetesObject> lastSeen(ObjectKey key) {
        return lastKnown(key, object(key));
    }

    /** The same as a state: not synced while nothing was ever known. */
    CacheState lastState(ObjectKey key) {
        return lastSeen(key).<CacheState>map(CacheState.Present::new).orElseGet(() -> state(key));
    }

    /**
     * A value, or while there is none the last one that there was in an earlier plan of this process, if no complete plan since then has been made
     * without asking for it.
     *
     * @param of what the value is of; has equals
     * @param now the value of now; empty while the input is missing or wrong
     */
    public <T> Optional<T> lastKnown(Object of, Optional<T> now) {
        return memory.lastKnown(of, now);
    }

    /** Those of some objects that are not known; all are asked for, so that those which are not watched yet are waited for together. */
    public List<ObjectKey> unknown(Collection<ObjectKey> keys) {
        keys.forEach(this::state);
        return keys.stream().filter(key -> !state(key).isSynced()).toList();
    }

    /** What is to be said of objects that cannot be read: nothing if there are none. */
    public List<InputFinding> unreadable(Collection<ObjectKey> keys) {
        List<InputFinding> findings = new ArrayList<>(ofOtherVersions(keys));
        String others = keys.stream()
                .filter(key -> !(state(key) instanceof CacheState.OtherVersion))
                .map(ObjectKey::toString)
                .collect(Collectors.joining(", "));
        if (!others.isEmpty()) {
            findings.add(InputFinding.passing(others + " cannot be read"));
        }
        return findings;
    }

    /** A line for each object whose kind the server has in other versions alone. */
    List<InputFinding> ofOtherVersions(Collection<ObjectKey> keys) {
        return keys.stream()
                .flatMap(key -> state(key) instanceof CacheState.OtherVersion other
                        ? Stream.of(InputFinding.lasting(key + ": " + other.why()))
                        : Stream.empty())
                .toList();
    }

    /** The time of the snapshot. */
    public Instant now() {
        return now;
    }

    /**
     * Whether something has lasted for some time: it has been asked for in all plans since then. When it may have, the next plan is made.
     *
     * @param what has equals
     */
    public boolean hasLasted(Object what, Duration time) {
        return memory.hasLasted(what, time, now);
    }

    /** Whether a time has come. When it has, the next plan is made. */
    public boolean hasCome(Instant time) {
        return memory.hasCome(time, now);
    }

    /**
     * The result of a function, which is computed again only if the argument is another one than in the plan before.
     *
     * @param of what the result is of: the same function for the same
     * @param argument all that the result depends on; equal arguments have to be cheap to recognize
     * @param function depends on its argument alone; an exception is not kept
     */
    public <A, R> R result(Object of, A argument, Function<A, R> function) {
        return memory.result(of, argument, function);
    }

    /** The same of what is of one object, such as its hash. */
    public <A, R> R result(String what, ObjectKey object, A argument, Function<A, R> function) {
        return result(List.of(what, object), argument, function);
    }

    /** What was asked for. */
    Set<ObjectKey> read() {
        return read.keySet();
    }

    /** What was asked for and is not known. */
    List<ObjectKey> unknown() {
        return read.entrySet().stream()
                .filter(entry -> !entry.getValue().isSynced())
                .map(Map.Entry::getKey)
                .toList();
    }
}
