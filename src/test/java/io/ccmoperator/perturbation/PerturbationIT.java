/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.perturbation;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.operator.Platform;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Disturbs the packaged program at its writes, one run a write, and compares the end with that of the undisturbed run. System
 * properties: {@code perturbation.runs} (6; 0: one of each sort at every write of every scenario), {@code perturbation.minutes}
 * (2, for a sample), {@code perturbation.seed}, and {@code perturbation.only} (a scenario, or a run as a failure names it:
 * {@code upgrade CRASH 3}).
 */
@RequiresApiServer
class PerturbationIT {
    private static final int RUNS_OF_SCENARIO = 5;

    private final int runs = Integer.getInteger("perturbation.runs", 6);
    private final long deadline = System.nanoTime()
            + Duration.ofMinutes(Integer.getInteger("perturbation.minutes", 2)).toNanos();
    private final long seed = Long.getLong("perturbation.seed", System.nanoTime() % 1_000_000);
    private final String[] only = System.getProperty("perturbation.only", "").split(" ");
    private final Random random = new Random(seed);
    private final Map<Platform, Snapshot> converged = new EnumMap<>(Platform.class);
    private final Report report = new Report();

    private Harness harness;
    private Snapshot nothing;

    @Test
    void comesToTheSameEndAfterPerturbationAtEachWrite(@TempDir Path folder) throws Exception {
        try (Harness started = Harness.start(folder)) {
            harness = started;
            nothing = Snapshot.of(harness.cluster().admin());
            for (Scenario scenario : selected()) {
                if (isOver()) {
                    break;
                }
                disturb(scenario);
            }
        } finally {
            report.print(seed);
        }

        assertThat(report.runs()).isPositive();
        assertThat(report.failures())
                .as(
                        "runs that end otherwise; repeat one by -Dperturbation.only='SCENARIO SORT WRITE' -Dperturbation.seed=%s",
                        seed)
                .isEmpty();
    }

    private List<Scenario> selected() {
        List<Scenario> all = new ArrayList<>(Scenarios.all());
        if (!only[0].isEmpty()) {
            all.removeIf(scenario -> !scenario.name().equals(only[0]));
        } else if (runs > 0) {
            Collections.shuffle(all, random);
            return all.subList(0, Math.min(all.size(), (runs + RUNS_OF_SCENARIO - 1) / RUNS_OF_SCENARIO));
        }
        return all;
    }

    private void disturb(Scenario scenario) {
        Snapshot start = scenario.start() == null ? nothing : startOn(scenario.start());
        ScenarioRun run = new ScenarioRun(harness, scenario, start);
        Snapshot end = run.run();
        report.undisturbed(scenario, run.writes());
        assertThat(run.writes()).as("writes of " + scenario).isPositive();
        if (scenario.isDrift()) {
            assertThat(start.differences(end)).as("repair of " + scenario).isEmpty();
        }
        for (DisturbedWrite step : steps(run.writes())) {
            if (isOver()) {
                return;
            }
            String differences = run.run(step.perturbation(), step.write(), new Random(seed + step.write()));
            report.disturbed(scenario, step.perturbation() + " " + step.write(), differences);
        }
    }

    private Snapshot startOn(Platform platform) {
        return converged.computeIfAbsent(
                platform, key -> new ScenarioRun(harness, Scenarios.convergence(key), nothing).run());
    }

    private record DisturbedWrite(Perturbation perturbation, int write) {}

    private List<DisturbedWrite> steps(int writes) {
        List<DisturbedWrite> steps = new ArrayList<>();
        for (Perturbation perturbation : Perturbation.values()) {
            for (int write = 0; write < writes; write++) {
                steps.add(new DisturbedWrite(perturbation, write));
            }
        }
        if (only.length == 3) {
            return List.of(new DisturbedWrite(Perturbation.valueOf(only[1]), Integer.parseInt(only[2])));
        }
        if (runs > 0 && only[0].isEmpty()) {
            Collections.shuffle(steps, random);
            return steps.subList(0, Math.min(RUNS_OF_SCENARIO, steps.size()));
        }
        return steps;
    }

    private boolean isOver() {
        return runs > 0 && only[0].isEmpty() && (report.runs() >= runs || System.nanoTime() > deadline);
    }
}
