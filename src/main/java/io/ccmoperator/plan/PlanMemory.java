// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * All that remains from one plan to the next: since when something lasts, what was known last of what is not known any more, and results that need not be computed
 * again. Used by one thread.
 */
final class PlanMemory {
    /**
     * The result of a function.
     *
     * @param argument of the function
     * @param dependencies all that the function has asked its snapshot, in that order
     */
    record Result(Object argument, List<Snapshot.Dependency> dependencies, Object value) {}

    /** Empty: nothing is waited for. */
    private final Optional<Consumer<Duration>> again;

    private final Map<Object, Result> results = new HashMap<>();
    private Map<Object, Instant> before = new HashMap<>();
    private Map<Object, Instant> since = new HashMap<>();
    private Map<Object, Object> knownBefore = new HashMap<>();
    private Map<Object, Object> known = new HashMap<>();
    private String subject = "";

    private PlanMemory(Optional<Consumer<Duration>> again) {
        this.again = again;
    }

    /** @param again lets the next plan be made after this time */
    static PlanMemory of(Consumer<Duration> again) {
        return new PlanMemory(Optional.of(again));
    }

    /** Of plans that wait for nothing. */
    static PlanMemory withoutWaits() {
        return new PlanMemory(Optional.empty());
    }

    /** What was known of another subject is not true of this one. @param uid the subject's */
    void isAbout(String uid) {
        if (!subject.equals(uid)) {
            subject = uid;
            List.of(before, since, knownBefore, known).forEach(Map::clear);
        }
    }

    boolean hasLasted(Object what, Duration time, Instant now) {
        if (again.isEmpty()) {
            return true;
        }
        Instant begin = since.computeIfAbsent(what, unused -> before.getOrDefault(what, now));
        boolean lasted = !now.isBefore(begin.plus(time));
        if (!lasted) {
            again.get().accept(Duration.between(now, begin.plus(time)));
        }
        return lasted;
    }

    boolean hasCome(Instant time, Instant now) {
        boolean come = !now.isBefore(time);
        again.filter(unused -> !come).ifPresent(next -> next.accept(Duration.between(now, time)));
        return come;
    }

    /** @param now the value of now; empty where there is none */
    @SuppressWarnings("unchecked")
    <T> Optional<T> lastKnown(Object of, Optional<T> now) {
        Optional<T> last = now.or(() -> Optional.ofNullable((T) knownBefore.get(of)));
        last.ifPresent(value -> known.put(of, value));
        return last;
    }

    /**
     * A plan is made: what it has not asked for does not last any longer.
     *
     * @param hasAskedForAll whether what it has not asked for is not needed any more
     */
    void planned(boolean hasAskedForAll) {
        before = since;
        since = new HashMap<>();
        if (!hasAskedForAll) {
            knownBefore.forEach(known::putIfAbsent);
        }
        knownBefore = known;
        known = new HashMap<>();
    }

    /** The last result of this name; null if there is none. */
    Result result(Object of) {
        return results.get(of);
    }

    void keep(Object of, Result result) {
        results.put(of, result);
    }
}
