// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import static io.ccmoperator.status.ClusterOperatorStatusWriterFixture.ALL;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionAssert.types;
import static io.ccmoperator.status.Controller.CLOUD_CONTROLLER_MANAGER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.client.ApiException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Others write to the ClusterOperator or delete it at the same time. */
class ClusterOperatorStatusWriterConcurrencyTest {
    private static final String WRITE = "PATCH STATUS " + ClusterOperatorStatusWriter.KEY;
    private static final String READ = "GET " + ClusterOperatorStatusWriter.KEY;
    private static final String CREATE = "POST " + ClusterOperatorStatusWriter.KEY;

    private final ClusterOperatorStatusWriterFixture fixture = new ClusterOperatorStatusWriterFixture(ALL);
    private final ClusterOperatorStatusWriter writer = fixture.writer;

    @Test
    void readsAgainAfterConflictAndKeepsForeignFields() {
        fixture.given("{}");
        fixture.allConverge();
        fixture.api.beforeNextWrite(() -> fixture.put("{status: {conditions: [{type: EvaluationConditionsDetected,"
                + " status: 'False', lastTransitionTime: '2026-01-01T00:00:00Z'}]}}"));

        assertThat(writer.flush()).isTrue();

        assertThat(fixture.api.takeRequests()).containsExactly(WRITE, READ, WRITE);
        assertThat(types(fixture.stored()))
                .hasSize(ClusterOperatorStatusWriterFixture.CONDITIONS.size() + 1)
                .contains("EvaluationConditionsDetected");
    }

    @Test
    void failsAfterRepeatedConflictsAndContinuesWithNextFlush() {
        fixture.given("{}");
        fixture.allConverge();
        for (int i = 0; i < 10; i++) {
            fixture.api.beforeNextWrite(() -> fixture.put("{}"));
        }

        assertThatThrownBy(writer::flush)
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.isConflict()).isTrue());
        assertThat(writer.flush()).isTrue();
        assertThat(types(fixture.stored())).hasSameSizeAs(ClusterOperatorStatusWriterFixture.CONDITIONS);
    }

    @Test
    void acceptsObjectThatAnotherClientCreatesFirst() {
        writer.observe();
        fixture.allConverge();
        fixture.api.beforeNextWrite(() -> fixture.put("{}"));

        assertThat(writer.flush()).isTrue();
        assertThat(fixture.api.takeRequests()).containsExactly(CREATE, READ, WRITE);
    }

    @Test
    void recreatesDeletedObjectWithAllConditions() {
        fixture.given("{}");
        fixture.allConverge();
        writer.flush();
        fixture.clock.advanceSeconds(3600);
        fixture.api.remove(ClusterOperatorStatusWriter.KEY);
        fixture.api.takeRequests();

        writer.observe();
        assertThat(writer.flush()).isTrue();

        assertThat(fixture.api.takeRequests()).containsExactly(CREATE, WRITE);
        assertThat(types(fixture.stored())).hasSameSizeAs(ClusterOperatorStatusWriterFixture.CONDITIONS);
        assertThatCondition(fixture.stored(), ConditionType.AVAILABLE).isTrue().hasBeenSince("2026-03-01T12:00:00Z");
    }

    @Test
    void recreatesObjectThatIsDeletedDuringWrite() {
        fixture.given("{}");
        fixture.allConverge();
        fixture.api.beforeNextWrite(() -> fixture.api.remove(ClusterOperatorStatusWriter.KEY));

        assertThat(writer.flush()).isTrue();
        assertThat(fixture.api.takeRequests()).containsExactly(WRITE, READ, CREATE, WRITE);
    }

    @Test
    void restoresConditionsOfControllersOfOtherProcesses() {
        ClusterOperatorStatusWriterFixture one =
                new ClusterOperatorStatusWriterFixture(Set.of(CLOUD_CONTROLLER_MANAGER));
        one.given("{status: {conditions: [{type: CloudConfigControllerAvailable, status: 'True', reason: AsExpected,"
                + " message: fine, lastTransitionTime: '2026-01-01T00:00:00Z'}]}}");
        assertThat(one.writer.condition(ConditionType.CLOUD_CONFIG_AVAILABLE))
                .contains(Condition.ofTrue(ConditionType.CLOUD_CONFIG_AVAILABLE, "AsExpected", "fine"));
        one.writer.report(CLOUD_CONTROLLER_MANAGER, ReconcileResult.converged());
        one.writer.flush();
        one.api.remove(ClusterOperatorStatusWriter.KEY);

        one.writer.observe();
        one.writer.flush();

        assertThat(types(one.stored())).hasSize(5);
        assertThatCondition(one.stored(), ConditionType.CLOUD_CONFIG_AVAILABLE)
                .isTrue()
                .hasMessage("fine")
                .hasBeenSince("2026-01-01T00:00:00Z");
    }

    @Test
    void losesNothingOfConcurrentControllers() throws Exception {
        fixture.given("{}");
        ExecutorService threads = Executors.newFixedThreadPool(ALL.size());
        List<Callable<Boolean>> controllers = ALL.stream()
                .<Callable<Boolean>>map(controller -> () -> {
                    for (int i = 0; i < 200; i++) {
                        writer.report(controller, ReconcileResult.terminalFailure("failure " + i));
                        writer.flush();
                    }
                    writer.report(controller, ReconcileResult.converged());
                    return writer.flush();
                })
                .toList();

        for (Future<Boolean> done : threads.invokeAll(controllers)) {
            done.get();
        }
        threads.shutdown();

        assertThat(writer.flush()).isFalse();
        assertThat(types(fixture.stored())).hasSameSizeAs(ClusterOperatorStatusWriterFixture.CONDITIONS);
        for (ConditionType type : List.of(
                ConditionType.DEGRADED, ConditionType.CLOUD_CONFIG_DEGRADED, ConditionType.TRUSTED_CA_DEGRADED)) {
            assertThatCondition(fixture.stored(), type).isFalse();
        }
        assertThat(fixture.api.takeRequests()).as("no conflict among threads").containsOnly(WRITE);
    }
}
