// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.operator.OperatorUnderTest;

/**
 * What a scenario comes to without a perturbation, on any of the {@link Harnesses}.
 *
 * @param scenario what was run
 * @param start the objects before the change
 * @param end the objects after the operator has converged
 * @param writes all of them, of Events and of the Lease too
 * @param objectWrites without those of Events and of the Lease
 */
record UndisturbedRun(Scenario scenario, Snapshot start, Snapshot end, int writes, int objectWrites) {
    /** Runs a scenario. */
    static UndisturbedRun on(Harness harness, Scenario scenario, Snapshot start) {
        harness.prepare(scenario, start);
        try (OperatorUnderTest operator = harness.startOperator(scenario)) {
            new Convergence(harness, scenario).await(operator);
            int writes = (int) harness.proxy().count(Harness::isWrite);
            int objectWrites = (int) harness.proxy().count(Harness::isObjectWrite);
            Snapshot end = Snapshot.of(harness.cluster().admin());
            assertThat(writes).as("writes of " + scenario).isPositive();
            if (scenario.end() == Scenario.End.REPAIRED) {
                assertThat(start.differences(end)).as("repair of " + scenario).isEmpty();
            }
            return new UndisturbedRun(scenario, start, end, writes, objectWrites);
        }
    }
}
