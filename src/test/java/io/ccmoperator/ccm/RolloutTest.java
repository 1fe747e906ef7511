// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.YamlText.manifest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.ccmoperator.apply.ApplyResult;
import io.ccmoperator.apply.Outcome;
import io.ccmoperator.apply.Samples;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.metrics.OperatorMetrics.RolloutState;
import io.ccmoperator.status.FailureReason;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.ReconcileResult.Kind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class RolloutTest {
    @ParameterizedTest(name = "{0}: {5}")
    @CsvSource(nullValues = "-", textBlock = """
            rolled out,                       3, 3, True,  NewReplicaSetAvailable,   complete
            observed later,                   3, 4, True,  NewReplicaSetAvailable,   complete
            not yet observed,                 3, 2, True,  NewReplicaSetAvailable,   progress
            never observed,                   1, -, -,     -,                        progress
            without conditions,               1, 1, -,     -,                        progress
            pods are being replaced,          3, 3, True,  ReplicaSetUpdated,        progress
            available by another reason,      3, 3, True,  FoundNewReplicaSet,       progress
            given up,                         3, 3, False, ProgressDeadlineExceeded, stalled
            gave up on an earlier generation, 3, 2, False, ProgressDeadlineExceeded, progress
            cannot create pods,               3, 3, False, ReplicaSetCreateError,    progress
            unknown,                          3, 3, Unknown, DeploymentPaused,       progress
            """)
    void readsStateOfDeployment(
            String what, long generation, Long observed, String status, String reason, String rollout) {
        String conditions = status == null
                ? "[{type: Available, status: 'True'}]"
                : "[{type: Available, status: 'True'}, {type: Progressing, status: '%s', reason: %s}]"
                        .formatted(status, reason);

        assertThat(Rollout.of(deployment(generation, "1, updatedReplicas: 1", observed, conditions)))
                .isEqualTo(expected(rollout, "Deployment a/ccm"));
    }

    @ParameterizedTest(name = "{0} of 2 replicas are of the current template, {1} of {2} available: {3}")
    @CsvSource({
        "0, 2, 2, progress",
        "1, 2, 2, progress",
        "2, 2, 2, complete",
        "2, 1, 2, complete",
        "2, 0, 2, interrupted",
        // One is of an earlier template.
        "2, 1, 3, progress",
        "2, 2, 3, progress"
    })
    void countsPodsOfCurrentTemplate(long updated, long available, long total, String rollout) {
        KubernetesObject deployment = deployment(
                3,
                total + ", updatedReplicas: " + updated + ", availableReplicas: " + available,
                3L,
                "[{type: Available, status: 'True'}, {type: Progressing, status: 'True', reason: NewReplicaSetAvailable}]");
        deployment.tree().put("spec", Map.of("replicas", 2L));

        assertThat(Rollout.of(deployment)).isEqualTo(expected(rollout, "Deployment a/ccm"));
    }

    private static KubernetesObject deployment(long generation, String replicas, Long observed, String conditions) {
        KubernetesObject deployment = manifest("""
                {kind: Deployment, metadata: {name: ccm, namespace: a, generation: %d},
                 status: {replicas: %s, observedGeneration: %s, conditions: %s}}
                """.formatted(generation, replicas, observed, conditions));
        deployment.fields().map("status").putIfAbsent("availableReplicas", 1L);
        return deployment;
    }

    @ParameterizedTest(name = "{0}: {5}")
    @CsvSource(nullValues = "-", textBlock = """
            rolled out,                      3, 3, 4, 4, complete
            a node was deleted,                   3, 3, 4, 5, complete
            some pods are old,               3, 3, 4, 3, progress
            not yet observed,                3, 2, 4, 4, progress
            nothing scheduled,               3, 3, 0, 0, progress
            without a status,                1, -, -, -, progress
            """)
    void readsStateOfDaemonSet(
            String what, long generation, Long observed, Long scheduled, Long updated, String rollout) {
        KubernetesObject daemonSet = manifest("""
                {kind: DaemonSet, metadata: {name: nodes, namespace: a, generation: %d},
                 status: {observedGeneration: %s, currentNumberScheduled: %s, updatedNumberScheduled: %s,
                          desiredNumberScheduled: 6, numberUnavailable: 2, numberAvailable: 2}}
                """.formatted(generation, observed, scheduled, updated));

        assertThat(Rollout.of(daemonSet)).isEqualTo(expected(rollout, "DaemonSet a/nodes"));
    }

    @Test
    void ignoresService() {
        assertThatThrownBy(() -> Rollout.of(Samples.service())).hasMessage("Service managed/ccm has no rollout");
    }

    private static Rollout expected(String rollout, String workload) {
        return switch (rollout) {
            case "complete" -> new Rollout.Complete();
            case "progress" -> new Rollout.InProgress(workload, Optional.empty());
            case "interrupted" -> new Rollout.Interrupted(workload);
            default -> new Rollout.Stalled("deployment ccm rollout stalled: ProgressDeadlineExceeded", false);
        };
    }

    @Test
    void countsWorkloadsByState() {
        assertThat(Rollout.states(List.of(
                        new Rollout.Complete(),
                        new Rollout.InProgress("Deployment a/b", Optional.empty()),
                        new Rollout.Interrupted("Deployment a/c"),
                        new Rollout.Failing("it ends", true, Optional.empty()))))
                .containsOnly(
                        entry(RolloutState.COMPLETE, 2),
                        entry(RolloutState.PROGRESSING, 1),
                        entry(RolloutState.FAILING, 1),
                        entry(RolloutState.STALLED, 0));
    }

    @ParameterizedTest
    @MethodSource("results")
    void reportsWorstOfAllWorkloads(List<Rollout> rollouts, ReconcileResult result) {
        assertThat(Rollout.result(rollouts, new ApplyResult(List.of(), List.of())))
                .isEqualTo(result);
    }

    @Test
    void isProgressWhileChangeWaits() {
        Outcome waiting = new Outcome.Postponed(
                new ObjectKey(ResourceKind.DEPLOYMENT, "a", "b"),
                Optional.empty(),
                Optional.of(Instant.parse("2026-01-01T00:00:05.5Z")));

        assertThat(Rollout.result(List.of(new Rollout.Complete()), new ApplyResult(List.of(waiting), List.of())))
                .isEqualTo(new ReconcileResult.Progressing("Changing Deployment a/b at 2026-01-01T00:00:06Z:"
                        + " it was changed more than ten times within a minute, and each change replaces its Pods"));
    }

    static Stream<Arguments> results() {
        Rollout complete = new Rollout.Complete();
        Rollout interrupted = new Rollout.Interrupted("DaemonSet a/nodes");
        Rollout silent = new Rollout.InProgress("Deployment a/b", Optional.empty());
        Rollout speaking = new Rollout.InProgress("Deployment a/c", Optional.of("Pod c: is not scheduled"));
        Rollout stalled = new Rollout.Stalled("stalled", false);
        Rollout failing = new Rollout.Failing("ends", false, Optional.empty());
        Rollout unavailable = new Rollout.Failing("not available", true, Optional.empty());
        return Stream.of(
                Arguments.of(List.of(complete), ReconcileResult.converged()),
                Arguments.of(
                        List.of(complete, interrupted),
                        new ReconcileResult.Waiting("an available replica of DaemonSet a/nodes")),
                Arguments.of(
                        List.of(interrupted, silent, speaking),
                        new ReconcileResult.Progressing(
                                "Rolling out Deployment a/b, Deployment a/c: Pod c: is not scheduled")),
                Arguments.of(List.of(stalled, silent), failure("stalled", Kind.TRANSIENT, false)),
                Arguments.of(List.of(stalled, failing), failure("stalled; ends", Kind.LASTING, false)),
                Arguments.of(List.of(failing, unavailable), failure("ends; not available", Kind.LASTING, true)));
    }

    private static ReconcileResult failure(String cause, Kind kind, boolean unavailable) {
        return new ReconcileResult.Degraded(cause, kind, FailureReason.WORKLOAD_FAILING, unavailable, Optional.empty());
    }
}
