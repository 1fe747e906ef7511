// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.plan;

import static io.ccmoperator.ControllerScene.configMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.ControllerScene;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.status.InputFinding;
import io.ccmoperator.status.SteppedClock;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PlannerTest {
    private static final ObjectKey FIRST = configMap("ns", "first");
    private static final ObjectKey SECOND = configMap("ns", "second");
    private static final ObjectKey THIRD = configMap("ns", "third");

    private final ControllerScene scene = new ControllerScene();
    private final SteppedClock clock = new SteppedClock();
    private final List<Duration> again = new ArrayList<>();

    private <D> Planner<D> planner(Planner.Planning<D> planning) {
        return new Planner<>(scene.watches, clock, planning, () -> {}, again::add);
    }

    private static <D> Plan<D> apply(D details) {
        return Plan.of(List.of(), List.of(), details);
    }

    /** Each object names the next one, as an Infrastructure names a ConfigMap. */
    private static Plan<List<ObjectKey>> followingNames(Snapshot snapshot) {
        List<ObjectKey> found = new ArrayList<>();
        ObjectKey next = FIRST;
        while (next != null) {
            List<ObjectKey> unknown = snapshot.unknown(List.of(next));
            if (!unknown.isEmpty()) {
                return Plan.nothing(snapshot.unreadable(unknown), found);
            }
            found.add(next);
            next = snapshot.object(next)
                    .map(object -> object.fields().string("data", "next"))
                    .filter(name -> !name.isEmpty())
                    .map(name -> configMap("ns", name))
                    .orElse(null);
        }
        return apply(found);
    }

    @Test
    void watchesChainOfReferencesToItsEnd() throws Exception {
        scene.put(FIRST, "{data: {next: second}}");
        scene.put(SECOND, "{data: {next: third}}");

        Plan<List<ObjectKey>> plan = planner(PlannerTest::followingNames).plan();

        assertThat(plan.details()).containsExactly(FIRST, SECOND, THIRD);
        assertThat(scene.watches.watched()).containsExactlyInAnyOrder(FIRST, SECOND, THIRD);
    }

    @Test
    void endsWatchOfWhatCompletePlanDoesNotRead() throws Exception {
        Planner<List<ObjectKey>> planner = planner(PlannerTest::followingNames);
        scene.put(FIRST, "{data: {next: second}}");
        planner.plan();

        scene.put(FIRST, "{data: {next: third}}");
        planner.plan();

        assertThat(scene.watches.watched()).containsExactlyInAnyOrder(FIRST, THIRD);
    }

    @Test
    void keepsWatchesDuringPlanThatAppliesNothing() throws Exception {
        AtomicInteger plans = new AtomicInteger();
        Planner<String> planner = planner(snapshot -> {
            if (snapshot.object(FIRST).isEmpty()) {
                return Plan.nothing(List.of(), "none");
            }
            snapshot.state(SECOND);
            plans.incrementAndGet();
            return apply("all");
        });
        scene.put(FIRST, "{data: {}}");
        planner.plan();

        scene.server.remove(FIRST);

        assertThat(planner.plan().details()).isEqualTo("none");
        assertThat(scene.watches.watched()).containsExactlyInAnyOrder(FIRST, SECOND);
    }

    @Test
    void remembersDeletedObjectUntilCompletePlanIsMadeWithoutIt() throws Exception {
        Planner<Boolean> planner = planner(snapshot -> snapshot.object(SECOND)
                .map(second -> second.fields().string("data", "plan"))
                .<Plan<Boolean>>map(plan -> plan.equals("waits") ? Plan.nothing(List.of(), false) : apply(false))
                .orElseGet(() -> apply(snapshot.lastSeen(FIRST).isPresent())));
        scene.put(FIRST, "{data: {}}");
        planner.plan();
        scene.server.remove(FIRST);

        scene.put(SECOND, "{data: {plan: waits}}");
        planner.plan();
        scene.server.remove(SECOND);
        assertThat(planner.plan().details()).isTrue();

        scene.put(SECOND, "{data: {plan: needs no more}}");
        planner.plan();
        scene.server.remove(SECOND);
        assertThat(planner.plan().details()).isFalse();
    }

    @Test
    void knowsNothingOfSubjectThatWasReplacedBetweenTwoPlans() throws Exception {
        Planner<String> planner = planner(snapshot -> {
            KubernetesObject subject = snapshot.object(FIRST).orElseThrow();
            snapshot.isAbout(subject);
            return apply(snapshot.lastKnown(
                            "value",
                            Optional.of(subject.fields().string("data", "value"))
                                    .filter(value -> !value.isEmpty()))
                    .orElse("none"));
        });
        scene.put(FIRST, "{metadata: {namespace: ns, name: first, uid: a}, data: {value: '1'}}");
        assertThat(planner.plan().details()).isEqualTo("1");
        scene.put(FIRST, "{metadata: {namespace: ns, name: first, uid: a}, data: {}}");
        assertThat(planner.plan().details()).isEqualTo("1");

        scene.put(FIRST, "{metadata: {namespace: ns, name: first, uid: b}, data: {}}");

        assertThat(planner.plan().details()).isEqualTo("none");
    }

    @Test
    void seesOneStateOfAnObjectWithinPlan() throws Exception {
        scene.put(FIRST, "{data: {a: '1'}}");
        Planner<Boolean> planner = planner(snapshot -> {
            Object before = snapshot.state(FIRST);
            scene.put(FIRST, "{data: {a: '2'}}");
            return apply(before == snapshot.state(FIRST));
        });

        assertThat(planner.plan().details()).isTrue();
    }

    @Test
    void goesOnWithoutObjectThatCannotBeReadUnlessItIsRequired() throws Exception {
        scene.watches.keepUnknown(FIRST);

        assertThat(planner(snapshot -> apply(snapshot.object(FIRST).isPresent()))
                        .plan()
                        .details())
                .isFalse();
        assertThat(planner(PlannerTest::followingNames).plan())
                .isEqualTo(Plan.nothing(List.of(InputFinding.passing("ConfigMap ns/first cannot be read")), List.of()));
    }

    @Test
    void watchesWhatAPlanHasReadThatFailed() {
        Planner<String> planner = planner(snapshot -> {
            snapshot.state(FIRST);
            throw new IllegalStateException("not expected");
        });

        assertThatThrownBy(planner::plan).hasMessage("not expected");
        assertThat(scene.watches.watched()).containsExactly(FIRST);
    }

    @Test
    void knowsHowLongSomethingHasLastedWithoutInterruption() throws Exception {
        Planner<Boolean> planner = planner(snapshot ->
                apply(snapshot.object(FIRST).isEmpty() && snapshot.hasLasted(FIRST, Duration.ofSeconds(3))));

        assertThat(planner.plan().details()).isFalse();
        clock.advanceSeconds(2);
        assertThat(planner.plan().details()).isFalse();
        clock.advanceSeconds(1);
        assertThat(planner.plan().details()).isTrue();

        scene.put(FIRST, "{data: {}}");
        planner.plan();
        scene.server.remove(FIRST);
        assertThat(planner.plan().details()).isFalse();

        assertThat(again).containsSubsequence(Duration.ofSeconds(3), Duration.ofSeconds(1), Duration.ofSeconds(3));
    }

    @Test
    void waitsForNothingInLastSnapshot() {
        Snapshot last = Snapshot.last(scene.watches::state, clock.instant());

        assertThat(last.hasLasted(FIRST, Duration.ofMinutes(1))).isTrue();
    }

    @Test
    void computesResultAgainForAnotherArgumentOnly() throws Exception {
        AtomicInteger computed = new AtomicInteger();
        Planner<Integer> planner = planner(snapshot -> {
            Object a = snapshot.object(FIRST).orElseThrow().fields().string("data", "a");
            return apply(snapshot.result("length", a, argument -> computed.incrementAndGet()));
        });
        scene.put(FIRST, "{data: {a: '1'}}");
        planner.plan();
        scene.put(FIRST, "{data: {a: '1', b: '1'}}");
        assertThat(planner.plan().details()).isEqualTo(1);

        scene.put(FIRST, "{data: {a: '2'}}");
        assertThat(planner.plan().details()).isEqualTo(2);
    }

    @Test
    void computesResultAgainForAnotherAnswerOfSnapshot() throws Exception {
        AtomicInteger computed = new AtomicInteger();
        Planner<Integer> planner = planner(snapshot -> {
            snapshot.state(SECOND);
            return apply(snapshot.result("of first", "", unused -> {
                snapshot.state(FIRST);
                return computed.incrementAndGet();
            }));
        });
        planner.plan();
        int before = computed.get();
        scene.put(SECOND, "{data: {}}");
        assertThat(planner.plan().details()).isEqualTo(before);
        assertThat(scene.watches.watched()).containsExactlyInAnyOrder(FIRST, SECOND);

        scene.put(FIRST, "{data: {}}");
        assertThat(planner.plan().details()).isEqualTo(before + 1);
    }

    @Test
    void makesPlanAgainForAnotherAnswerOnly() throws Exception {
        AtomicInteger plans = new AtomicInteger();
        List<String> file = new ArrayList<>(List.of("a"));
        Planner<Integer> planner = planner(snapshot -> {
            snapshot.lastSeen(FIRST);
            snapshot.given(() -> file.get(0));
            snapshot.hasLasted("wait", Duration.ofSeconds(3));
            return apply(plans.incrementAndGet());
        });
        scene.put(FIRST, "{data: {}}");
        int first = planner.plan().details();
        scene.server.remove(FIRST);
        clock.advanceSeconds(2);
        assertThat(planner.plan().details()).as("deleted, but seen before").isEqualTo(first);
        assertThat(scene.watches.watched()).containsExactly(FIRST);

        file.set(0, "b");
        assertThat(planner.plan().details()).as("another file").isEqualTo(first + 1);
        clock.advanceSeconds(1);
        assertThat(planner.plan().details()).as("waited for long enough").isEqualTo(first + 2);
        assertThat(planner.plan().details()).isEqualTo(first + 2);
        scene.put(FIRST, "{data: {a: '1'}}");
        assertThat(planner.plan().details()).as("another object").isEqualTo(first + 3);
    }

    @Test
    void makesPlanAgainWhileInputIsInvalid() throws Exception {
        AtomicInteger plans = new AtomicInteger();
        Planner<String> planner = planner(snapshot -> {
            try {
                return apply(snapshot.given(() -> {
                    throw new InvalidInputException("line " + plans.incrementAndGet());
                }));
            } catch (InvalidInputException e) {
                return apply(e.getMessage());
            }
        });
        String first = planner.plan().details();

        assertThat(planner.plan().details()).isNotEqualTo(first).startsWith("line ");
    }

    /** Two results of which each is computed in every other plan, with questions that refer to their snapshot. */
    @Test
    void keepsNoSnapshotOfLongAgo() throws Exception {
        List<WeakReference<Snapshot>> snapshots = new ArrayList<>();
        AtomicInteger plans = new AtomicInteger();
        Planner<Integer> planner = planner(snapshot -> {
            snapshots.add(new WeakReference<>(snapshot));
            int count = plans.get();
            snapshot.given(plans::get);
            snapshot.result(
                    "odd",
                    count / 2,
                    half -> snapshot.given(() -> snapshot.read().size()));
            snapshot.result(
                    "even",
                    (count + 1) / 2,
                    half -> snapshot.given(() -> snapshot.read().size()));
            return apply(count);
        });
        for (int i = 0; i < 10; i++) {
            plans.incrementAndGet();
            planner.plan();
        }

        System.gc();

        assertThat(snapshots).hasSizeGreaterThanOrEqualTo(10);
        assertThat(snapshots.stream().filter(reference -> reference.get() != null))
                .as("those of the last results")
                .hasSizeLessThanOrEqualTo(3);
    }
}
