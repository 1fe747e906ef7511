/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.perturbation;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.faults.SeenRequest;
import io.ccmoperator.operator.OperatorUnderTest;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** Runs of a scenario from one start, undisturbed and with perturbations. */
final class ScenarioRun {
    /** Another process begins where one has died, so it may write the same again; a loop would write without end. */
    private static final int WRITES_BESIDE = 15;

    private final Harness harness;
    private final Scenario scenario;
    private final Snapshot start;
    private int writes;
    private int objectWrites;
    private Snapshot end;

    ScenarioRun(Harness harness, Scenario scenario, Snapshot start) {
        this.harness = harness;
        this.scenario = scenario;
        this.start = start;
    }

    /** The undisturbed run. */
    Snapshot run() {
        prepare();
        try (OperatorUnderTest operator = harness.startOperator(scenario.release())) {
            new Convergence(harness).await(operator, scenario.release().version());
            writes = (int) harness.proxy().count(Harness::isWrite);
            objectWrites = (int) harness.proxy().count(Harness::isObjectWrite);
            end = Snapshot.of(harness.cluster().admin());
        }
        return end;
    }

    /** How many writes the undisturbed run had. */
    int writes() {
        return writes;
    }

    /** What went wrong in a run with a perturbation; empty where it came to the same end. */
    String run(Perturbation perturbation, int write, Random random) {
        prepare();
        return switch (perturbation) {
            case CRASH -> restarted(write, false, 0);
            case STALE -> restarted(write, true, random.nextInt(write + 1));
            case UNOBSERVED -> unobserved(write, random);
        };
    }

    private void prepare() {
        harness.reset(start);
        scenario.change().accept(harness.cluster());
    }

    private String restarted(int write, boolean stale, int heldAt) {
        if (stale) {
            holdAt(heldAt);
        }
        CompletableFuture<OperatorUnderTest> first = new CompletableFuture<>();
        AtomicBoolean dead = new AtomicBoolean();
        harness.proxy().afterAnswer(Harness::isWrite, write, () -> {
            first.join().kill();
            dead.set(true);
        });
        try (OperatorUnderTest operator = harness.startOperator(scenario.release())) {
            first.complete(operator);
            String differences = awaitEnd(operator, dead::get);
            if (!dead.get()) {
                return checked(differences, operator);
            }
        }
        harness.proxy().heal();
        harness.expireLease();
        if (stale) {
            harness.readFromLaggingServer();
        }
        try (OperatorUnderTest second = harness.startOperator(scenario.release())) {
            if (stale) {
                new Convergence(harness).awaitRest(second);
                harness.endLag();
            }
            return checked(awaitEnd(second, () -> false), second);
        }
    }

    /** The second server knows the first writes only, none or some of them. */
    private void holdAt(int write) {
        if (write == 0) {
            harness.holdLaggingServer();
        } else {
            harness.proxy().afterAnswer(Harness::isWrite, write - 1, harness::holdLaggingServer);
        }
    }

    private String unobserved(int write, Random random) {
        AtomicBoolean blind = new AtomicBoolean();
        harness.proxy().afterAnswer(Harness::isWrite, write, () -> {
            harness.proxy().dropEvents(SeenRequest.ANY, Integer.MAX_VALUE);
            blind.set(true);
        });
        try (OperatorUnderTest operator = harness.startOperator(scenario.release())) {
            awaitEnd(operator, blind::get);
            if (blind.get()) {
                new Convergence(harness).awaitRest(operator);
                deleteOne(random);
                harness.beginWatchesAgain();
            }
            return checked(awaitEnd(operator, () -> false), operator);
        }
    }

    private String awaitEnd(OperatorUnderTest operator, BooleanSupplier happened) {
        return new Convergence(harness)
                .awaitObjects(end, operator, scenario.release().version(), happened);
    }

    private void deleteOne(Random random) {
        List<KubernetesObject> owned = Snapshot.of(harness.cluster().admin()).owned();
        if (!owned.isEmpty()) {
            harness.cluster().delete(owned.get(random.nextInt(owned.size())));
        }
    }

    private String checked(String differences, OperatorUnderTest operator) {
        StringBuilder text = new StringBuilder(differences);
        long written = harness.proxy().count(Harness::isObjectWrite);
        if (written > 2L * objectWrites + WRITES_BESIDE) {
            text.append(written)
                    .append(" writes instead of ")
                    .append(objectWrites)
                    .append('\n');
        }
        operator.log()
                .lines()
                .filter(line -> line.contains(" ERROR ") || line.contains("unexpected failure"))
                .forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }
}
