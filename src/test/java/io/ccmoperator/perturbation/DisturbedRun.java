// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import static org.awaitility.Awaitility.await;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.faults.SeenRequest;
import io.ccmoperator.operator.OpenShiftCluster;
import io.ccmoperator.operator.OperatorUnderTest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** A run of a scenario that is disturbed at one of its writes. */
final class DisturbedRun {
    /** Another process begins where one has died, so it may write the same again; a loop would write without end. */
    private static final int WRITES_BESIDE = 15;

    private final Harness harness;
    private final UndisturbedRun expected;
    private final Random random;
    private final AtomicBoolean disturbed = new AtomicBoolean();

    DisturbedRun(Harness harness, UndisturbedRun expected, Random random) {
        this.harness = harness;
        this.expected = expected;
        this.random = random;
    }

    /**
     * Runs the scenario once.
     *
     * @param write the number of the write, from 0
     * @return what went wrong; empty where the run came to the same end as the undisturbed one
     */
    String run(Perturbation perturbation, int write) {
        harness.prepare(expected.scenario(), expected.start());
        return switch (perturbation) {
            case CRASH -> restarted(write, false, 0);
            case STALE -> restarted(write, true, random.nextInt(write + 1));
            case UNOBSERVED -> unobserved(write);
            case LABELLED ->
                changed(
                        write,
                        () -> harness.cluster().edit(manager(), live -> Edits.label(live, Chaos.OTHERS + "label")));
            case CLEARED -> changed(write, this::clearStatus);
            case RECREATED -> recreated(write);
        };
    }

    /** False after a run that ended before the write: with other times the operator may report two changes in one write. */
    boolean wasDisturbed() {
        return disturbed.get();
    }

    private String restarted(int write, boolean stale, int heldAt) {
        if (stale) {
            holdAt(heldAt);
        }
        CompletableFuture<OperatorUnderTest> first = new CompletableFuture<>();
        harness.proxy().afterAnswer(Harness::isWrite, write, () -> {
            first.join().kill();
            disturbed.set(true);
        });
        try (OperatorUnderTest operator = startOperator()) {
            first.complete(operator);
            String differences = awaitEnd(operator, disturbed::get);
            if (!disturbed.get()) {
                return checked(differences, operator);
            }
        }
        harness.proxy().heal();
        harness.expireLease();
        if (stale) {
            harness.readFromLaggingServer();
        }
        try (OperatorUnderTest second = startOperator()) {
            if (stale) {
                new Convergence(harness, expected.scenario()).awaitRest(second);
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

    private String unobserved(int write) {
        harness.proxy().afterAnswer(Harness::isWrite, write, () -> {
            harness.proxy().dropEvents(SeenRequest.ANY, Integer.MAX_VALUE);
            disturbed.set(true);
        });
        try (OperatorUnderTest operator = startOperator()) {
            awaitEnd(operator, disturbed::get);
            if (disturbed.get()) {
                new Convergence(harness, expected.scenario()).awaitRest(operator);
                deleteOne();
                harness.beginWatchesAgain();
            }
            return checked(awaitEnd(operator, () -> false), operator);
        }
    }

    /** Another client changes the object right after the write. */
    private String changed(int write, Runnable change) {
        harness.proxy().afterAnswer(Harness::isWrite, write, () -> {
            change.run();
            disturbed.set(true);
        });
        try (OperatorUnderTest operator = startOperator()) {
            return checked(awaitEnd(operator, () -> false), operator);
        }
    }

    private String recreated(int write) {
        KubernetesObject created = ComparedContent.withoutServersFields(live());
        created.tree().remove("status");
        harness.proxy().afterAnswer(Harness::isWrite, write, () -> {
            harness.cluster().delete(created);
            disturbed.set(true);
        });
        try (OperatorUnderTest operator = startOperator()) {
            awaitEnd(operator, disturbed::get);
            if (disturbed.get()) {
                await("the object to go")
                        .atMost(OpenShiftCluster.PATIENCE)
                        .until(() -> live().tree().isEmpty());
                OpenShiftCluster.accepted(harness.cluster().admin().create(created));
            }
            return checked(awaitEnd(operator, () -> false), operator, 4);
        }
    }

    private KubernetesObject manager() {
        return expected.end()
                .of(StoredKind.CLOUD_CONTROLLER_MANAGER)
                .values()
                .iterator()
                .next();
    }

    private KubernetesObject live() {
        return harness.cluster().live(manager());
    }

    private void clearStatus() {
        await("an empty status").atMost(OpenShiftCluster.PATIENCE).until(() -> {
            KubernetesObject live = live();
            live.tree().put("status", new LinkedHashMap<>());
            return harness.cluster().admin().replaceStatus(live).accepted();
        });
    }

    private OperatorUnderTest startOperator() {
        return harness.startOperator(expected.scenario());
    }

    private String awaitEnd(OperatorUnderTest operator, BooleanSupplier happened) {
        return new Convergence(harness, expected.scenario()).awaitObjects(expected.end(), operator, happened);
    }

    private void deleteOne() {
        List<KubernetesObject> owned = Snapshot.of(harness.cluster().admin()).owned();
        if (!owned.isEmpty()) {
            harness.cluster().delete(owned.get(random.nextInt(owned.size())));
        }
    }

    private String checked(String differences, OperatorUnderTest operator) {
        return checked(differences, operator, 2);
    }

    /** @param times how often all may be written; each deletion counts as a write */
    private String checked(String differences, OperatorUnderTest operator, int times) {
        StringBuilder text = new StringBuilder(differences);
        long written = harness.proxy().count(Harness::isObjectWrite);
        if (written > (long) times * expected.objectWrites() + WRITES_BESIDE) {
            text.append(written)
                    .append(" writes instead of ")
                    .append(expected.objectWrites())
                    .append('\n');
        }
        operator.log()
                .lines()
                .filter(line -> line.contains(" ERROR ") || line.contains("unexpected failure"))
                .forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }
}
