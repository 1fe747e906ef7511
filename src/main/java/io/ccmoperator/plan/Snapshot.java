// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.plan;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.status.InputFinding;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
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
    private final Map<ObjectKey, CacheState> known = new HashMap<>();
    private final Set<ObjectKey> read = new LinkedHashSet<>();

    /**
     * Those of the function whose result is being computed; null while there is none. A question refers to the snapshot that was asked it first: one that kept the
     * questions of those before would keep all snapshots.
     */
    private List<Dependency> dependencies;

    /**
     * A question of a function of the snapshot, and what was answered. A function that gets equal answers asks the same questions and has the same result.
     *
     * @param question asks another snapshot the same
     */
    record Dependency(Function<Snapshot, ?> question, Object answer) {
        private boolean isThatOf(Snapshot other) {
            return answer.equals(question.apply(other));
        }
    }

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
        return ask(snapshot -> snapshot.read(key));
    }

    private CacheState read(ObjectKey key) {
        read.add(key);
        return known.computeIfAbsent(key, states);
    }

    private <T> T ask(Function<Snapshot, T> question) {
        T answer = question.apply(this);
        add(List.of(new Dependency(question, answer)));
        return answer;
    }

    private void add(List<Dependency> asked) {
        if (dependencies != null) {
            dependencies.addAll(asked);
        }
    }

    /**
     * What the plan depends on beside objects, such as a file.
     *
     * @param input gives equal values while the plan has not to be made again; what it throws is thrown
     */
    public <T> T given(Supplier<T> input) {
        Object answer = ask(snapshot -> {
            try {
                return input.get();
            } catch (InvalidInputException e) {
                // Equal to no other answer: what is wrong is looked at each time.
                return e;
            }
        });
        if (answer instanceof InvalidInputException invalid) {
            throw invalid;
        }
        @SuppressWarnings("unchecked")
        T value = (T) answer;
        return value;
    }

    /** An object, if it is known to be there. */
    public Optional<KubernetesObject> object(ObjectKey key) {
        return state(key).object();
    }

    /** Whether an object is known to be there and is like this: no more of it counts. */
    public boolean has(ObjectKey key, Predicate<KubernetesObject> like) {
        return ask(snapshot -> snapshot.read(key).object().filter(like).isPresent());
    }

    /**
     * An object, or if it is not there any more or cannot be read, what it was in an earlier plan of this process. For what has to survive the
     * deletion of an object by another client.
     */
    public Optional<KubernetesObject> lastSeen(ObjectKey key) {
        return ask(snapshot -> snapshot.memory.lastKnown(key, snapshot.read(key).object()));
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
        return ask(snapshot -> snapshot.memory.lastKnown(of, now));
    }

    /** Those of some objects that are not known; all are asked for, so that those which are not watched yet are waited for together. */
    public List<ObjectKey> unknown(Collection<ObjectKey> keys) {
        List<ObjectKey> all = List.copyOf(keys);
        return ask(snapshot -> {
            all.forEach(snapshot::read);
            return all.stream().filter(key -> !snapshot.read(key).isSynced()).toList();
        });
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
        return ask(snapshot -> snapshot.now);
    }

    /**
     * Whether something has lasted for some time: it has been asked for in all plans since then. When it may have, the next plan is made.
     *
     * @param what has equals
     */
    public boolean hasLasted(Object what, Duration time) {
        return ask(snapshot -> snapshot.memory.hasLasted(what, time, snapshot.now));
    }

    /** Whether a time has come. When it has, the next plan is made. */
    public boolean hasCome(Instant time) {
        return ask(snapshot -> snapshot.memory.hasCome(time, snapshot.now));
    }

    /**
     * The result of a function, which is computed again only if the argument is another one than in the plan before, or an answer that it was given.
     *
     * @param of what the result is of: the same function for the same
     * @param argument with the answers of this snapshot all that the result depends on; equal arguments have to be cheap to recognize
     * @param function an exception is not kept
     */
    public <A, R> R result(Object of, A argument, Function<A, R> function) {
        PlanMemory.Result last = memory.result(of);
        // What is asked up to the first other answer the function will ask, too: it counts as asked in either case.
        if (last != null
                && last.argument().equals(argument)
                && last.dependencies().stream().allMatch(known -> known.isThatOf(this))) {
            add(last.dependencies());
            @SuppressWarnings("unchecked")
            R value = (R) last.value();
            return value;
        }
        List<Dependency> before = dependencies;
        dependencies = new ArrayList<>();
        try {
            R value = function.apply(argument);
            memory.keep(of, new PlanMemory.Result(argument, List.copyOf(dependencies), value));
            return value;
        } finally {
            List<Dependency> asked = dependencies;
            dependencies = before;
            add(asked);
        }
    }

    /** The same of a function without an argument. */
    public <R> R result(Object of, Supplier<R> function) {
        return result(of, "", unused -> function.get());
    }

    /** The same of what is of one object, such as its hash. */
    public <A, R> R result(String what, ObjectKey object, A argument, Function<A, R> function) {
        return result(List.of(what, object), argument, function);
    }

    /** What was asked for. */
    Set<ObjectKey> read() {
        return read;
    }

    /** What was asked for and is not known. */
    List<ObjectKey> unknown() {
        return read.stream().filter(key -> !known.get(key).isSynced()).toList();
    }
}
