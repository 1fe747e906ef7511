// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.apiserver.RequiresApiServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Disturbs the packaged program at its writes, one run a write, and compares the end with that of the undisturbed run. System
 * properties: {@code perturbation.runs} (6; 0: one of each sort at every write of every scenario), {@code perturbation.minutes}
 * (2, for a sample), {@code perturbation.parallel} (1; runs at the same time, each on a cluster of its own),
 * {@code perturbation.seed}, and {@code perturbation.only} (a scenario, a sort of it, or a run as a failure names it: {@code upgrade CRASH 3}).
 */
@RequiresApiServer
@Tag("packaged")
@Tag("disturbed")
class PerturbationIT {
    private static final int RUNS_OF_SCENARIO = 5;

    private final int runs = Integer.getInteger("perturbation.runs", 6);
    private final int parallel = Integer.getInteger("perturbation.parallel", 1);
    private final long seed = Long.getLong("perturbation.seed", System.nanoTime() % 1_000_000);
    private final String[] only = System.getProperty("perturbation.only", "").split(" ");
    private final boolean sample = runs > 0 && only[0].isEmpty();
    private final Map<String, CompletableFuture<UndisturbedRun>> undisturbed = new HashMap<>();
    private final Report report = new Report(seed, parallel);

    private Harnesses harnesses;

    /** Counted from when the servers run: their start may take longer than the time of all runs. */
    private long deadline;

    @Test
    void comesToTheSameEndAfterPerturbationAtEachWrite(@TempDir Path folder) throws Exception {
        try (Harnesses started = Harnesses.start(folder, parallel)) {
            harnesses = started;
            deadline = System.nanoTime()
                    + Duration.ofMinutes(Integer.getInteger("perturbation.minutes", 2))
                            .toNanos();
            if (sample) {
                disturbSample();
            } else {
                disturbAll();
            }
        } finally {
            report.printSum();
        }

        assertThat(report.runs()).isPositive();
        assertThat(report.failures())
                .as(
                        "runs that end otherwise; repeat one by -Dperturbation.only='SCENARIO SORT WRITE' -Dperturbation.seed=%s",
                        seed)
                .isEmpty();
    }

    private void disturbAll() {
        List<CompletableFuture<Report.Row>> rows = Scenarios.all().stream()
                .filter(scenario -> only[0].isEmpty() || scenario.name().equals(only[0]))
                .map(this::disturb)
                .toList();
        rows.forEach(row -> report.add(row.join()));
    }

    /** One scenario after the other, so that no time is spent on undisturbed runs of scenarios that are not disturbed. */
    private void disturbSample() {
        List<Scenario> scenarios = new ArrayList<>(Scenarios.all());
        Collections.shuffle(scenarios, new Random(seed));
        for (Scenario scenario : scenarios) {
            if (report.runs() < runs && !isLate()) {
                report.add(disturb(scenario).join());
            }
        }
    }

    private CompletableFuture<Report.Row> disturb(Scenario scenario) {
        return undisturbed(scenario)
                .thenCompose(expected -> {
                    List<CompletableFuture<Optional<Outcome>>> outcomes = writes(expected).stream()
                            .map(write -> harnesses.submit(harness -> run(harness, expected, write)))
                            .toList();
                    return CompletableFuture.allOf(outcomes.toArray(CompletableFuture[]::new))
                            .thenApply(all -> row(
                                    expected,
                                    outcomes.stream()
                                            .flatMap(outcome -> outcome.join().stream())
                                            .toList()));
                })
                .exceptionally(e -> new Report.Row(scenario.name(), 0, 0, 0, List.of(scenario + " undisturbed: " + e)));
    }

    /** The undisturbed run, of which there is one a scenario. */
    private CompletableFuture<UndisturbedRun> undisturbed(Scenario scenario) {
        CompletableFuture<UndisturbedRun> known = undisturbed.get(scenario.name());
        if (known == null) {
            known = start(scenario)
                    .thenCompose(start -> harnesses.submit(harness -> UndisturbedRun.on(harness, scenario, start)));
            undisturbed.put(scenario.name(), known);
        }
        return known;
    }

    private CompletableFuture<Snapshot> start(Scenario scenario) {
        return scenario.start() == null
                ? CompletableFuture.completedFuture(harnesses.nothing())
                : undisturbed(Scenarios.convergence(scenario.start())).thenApply(UndisturbedRun::end);
    }

    private record DisturbedWrite(Perturbation perturbation, int number) {}

    private List<DisturbedWrite> writes(UndisturbedRun expected) {
        if (only.length == 3) {
            return List.of(new DisturbedWrite(Perturbation.valueOf(only[1]), Integer.parseInt(only[2])));
        }
        List<DisturbedWrite> writes = new ArrayList<>();
        for (Perturbation perturbation : Perturbation.values()) {
            if (!perturbation.appliesTo(expected)
                    || only.length == 2 && !perturbation.name().equals(only[1])) {
                continue;
            }
            for (int number = 0; number < expected.writes(); number++) {
                writes.add(new DisturbedWrite(perturbation, number));
            }
        }
        if (sample) {
            Collections.shuffle(
                    writes, new Random(seed + expected.scenario().name().hashCode()));
            return writes.subList(0, Math.min(writes.size(), Math.min(RUNS_OF_SCENARIO, runs - report.runs())));
        }
        return writes;
    }

    /**
     * What a run came to.
     *
     * @param missed whether it ended before the write
     * @param failure empty where it came to the same end
     */
    private record Outcome(boolean missed, String failure) {}

    /** Nothing is run once the time of a sample is over. */
    private Optional<Outcome> run(Harness harness, UndisturbedRun expected, DisturbedWrite write) {
        if (sample && isLate()) {
            return Optional.empty();
        }
        DisturbedRun run = new DisturbedRun(harness, expected, new Random(seed + write.number()));
        String differences;
        try {
            differences = run.run(write.perturbation(), write.number());
        } catch (RuntimeException | AssertionError e) {
            differences = e.toString();
        }
        String name = expected.scenario() + " " + write.perturbation() + " " + write.number();
        return Optional.of(new Outcome(!run.wasDisturbed(), differences.isEmpty() ? "" : name + ": " + differences));
    }

    private static Report.Row row(UndisturbedRun expected, List<Outcome> outcomes) {
        return new Report.Row(
                expected.scenario().name(),
                expected.writes(),
                outcomes.size(),
                (int) outcomes.stream().filter(Outcome::missed).count(),
                outcomes.stream()
                        .map(Outcome::failure)
                        .filter(failure -> !failure.isEmpty())
                        .toList());
    }

    private boolean isLate() {
        return System.nanoTime() > deadline;
    }
}
