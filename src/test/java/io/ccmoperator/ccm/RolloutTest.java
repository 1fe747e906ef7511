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
import io.ccmoperator.metrics.OperatorMetrics.RolloutState;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        KubernetesObject deployment = manifest("""
                {kind: Deployment, metadata: {name: ccm, namespace: a, generation: %d},
                 status: {observedGeneration: %s, conditions: %s}}
                """.formatted(generation, observed, conditions));

        assertThat(Rollout.of(deployment)).isEqualTo(expected(rollout, "Deployment a/ccm"));
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
                          numberUnavailable: 2}}
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
            case "progress" -> new Rollout.InProgress(workload);
            default -> new Rollout.Stalled("deployment ccm rollout stalled: ProgressDeadlineExceeded");
        };
    }

    @Test
    void countsWorkloadsByState() {
        KubernetesObject complete = manifest("""
                {kind: Deployment, metadata: {name: a, generation: 1}, status: {observedGeneration: 1,
                 conditions: [{type: Progressing, status: 'True', reason: NewReplicaSetAvailable}]}}
                """);
        KubernetesObject begun = manifest("{kind: DaemonSet, metadata: {name: b, generation: 1}}");
        KubernetesObject service = manifest("{kind: Service, metadata: {name: c}}");
        ApplyResult applied = new ApplyResult(
                List.of(
                        new Outcome.Unchanged(complete),
                        new Outcome.Written(begun),
                        new Outcome.Unchanged(complete),
                        new Outcome.Unchanged(service)),
                List.of());

        assertThat(Rollout.states(applied))
                .containsOnly(
                        entry(RolloutState.COMPLETE, 2),
                        entry(RolloutState.PROGRESSING, 1),
                        entry(RolloutState.STALLED, 0));
    }
}
