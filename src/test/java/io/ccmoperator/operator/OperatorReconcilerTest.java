// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ccmoperator.operator.OperatorReconciler.TransientFailureException;
import io.ccmoperator.plan.PlannedController;
import io.ccmoperator.status.ReconcileResult;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** When a controller runs: by a trigger, by the SDK, or without it. */
class OperatorReconcilerTest {
    private final ReconcilerScene scene = new ReconcilerScene();
    private final List<Event> events = new ArrayList<>();
    private ReconcileResult result = ReconcileResult.converged();
    private final ReconcilerScene.Reconciler reconciler = scene.reconciler(this::watchPrimary);

    private PlannedController watchPrimary(Runnable requeue) {
        scene.objects.watch(INFRASTRUCTURE, requeue);
        return (ReconcilerScene.Unprepared) () -> result;
    }

    private UpdateControl<InfrastructureResource> reconcile() throws TransientFailureException, InterruptedException {
        return reconciler.reconcile(null, null);
    }

    private Optional<Duration> delayAfter(ReconcileResult given)
            throws TransientFailureException, InterruptedException {
        result = given;
        UpdateControl<InfrastructureResource> control = reconcile();
        assertThat(control.isNoUpdate()).isTrue();
        return control.getScheduleDelay().map(Duration::ofMillis);
    }

    private void startEvents() {
        for (EventSource<?, InfrastructureResource> source : reconciler.prepareEventSources(null)) {
            source.setEventHandler(events::add);
            source.start();
        }
    }

    @Test
    void triggersTheSdkWithAnEventOfThePrimary() {
        scene.createPrimary();
        startEvents();

        scene.objects.notifyListeners(INFRASTRUCTURE);

        assertThat(events).containsExactly(new Event(new ResourceID("cluster")));
        assertThat(scene.queue).isEmpty();
    }

    @Test
    void runsWithoutTheSdkWhenPrimaryIsAbsent() {
        scene.objects.notifyListeners(INFRASTRUCTURE);
        scene.objects.notifyListeners(INFRASTRUCTURE);
        assertThat(scene.queue).hasSize(1);

        scene.runQueue();

        assertThat(scene.results).containsExactly(ReconcileResult.converged());
    }

    @Test
    void runsAfterTriggerThatCameWhileControllerWasMade() {
        ReconcilerScene.Reconciler made = scene.reconciler(requeue -> {
            requeue.run();
            return (ReconcilerScene.Unprepared) ReconcileResult::converged;
        });

        made.requeue();
        scene.runQueue();

        assertThat(scene.results).containsExactly(ReconcileResult.converged());
    }

    @Test
    void reportsPrimaryThatCannotBeRead() {
        scene.objects.keepUnknown(INFRASTRUCTURE);
        result = ReconcileResult.transientFailure("Infrastructure cluster cannot be read");

        reconciler.requeue();
        scene.runQueue();

        assertThat(scene.results).containsExactly(result);
    }

    @Test
    void leavesPrimaryThatAppearsMeanwhileToTheSdk() {
        reconciler.requeue();
        scene.createPrimary();

        scene.runQueue();

        assertThat(scene.results).isEmpty();
    }

    @Test
    void runsAgainWhenPrimaryIsDeletedAgain() {
        reconciler.requeue();
        scene.runQueue();
        reconciler.requeue();
        scene.runQueue();

        assertThat(scene.results).hasSize(2);
    }

    @Test
    void waitsForLeadership() {
        scene.leading.set(false);

        reconciler.requeue();

        assertThat(scene.queue).isEmpty();
    }

    @Test
    void survivesTriggerAfterStop() {
        ReconcilerScene.Reconciler stopped = scene.reconciler(
                task -> {
                    throw new RejectedExecutionException("stopped");
                },
                this::watchPrimary);

        stopped.requeue();

        assertThat(scene.results).isEmpty();
    }

    @Test
    void letsTheSdkRetryWhenResultCannotBeReported() throws Exception {
        scene.failures.add(new OutOfMemoryError("Java heap space"));

        assertThatExceptionOfType(TransientFailureException.class)
                .isThrownBy(this::reconcile)
                .withMessageStartingWith("out of memory: ");
        reconcile();

        assertThat(scene.results).containsExactly(result);
    }

    @Test
    void requestsNoFurtherRunWithoutLeadership() throws Exception {
        scene.leading.set(false);

        assertThat(reconcile().getScheduleDelay()).isEmpty();
        assertThat(scene.results).isEmpty();
    }

    @Test
    void plansButDoesNotReconcileWithoutLeadership() throws Exception {
        List<String> calls = new ArrayList<>();
        ReconcilerScene.Reconciler following = scene.reconciler(requeue -> new PlannedController() {
            @Override
            public void prepare() {
                calls.add("prepare");
            }

            @Override
            public ReconcileResult reconcile() {
                calls.add("reconcile");
                return ReconcileResult.converged();
            }
        });
        scene.leading.set(false);

        following.prepare();
        following.reconcile(null, null);
        scene.leading.set(true);
        following.reconcile(null, null);

        assertThat(calls).containsExactly("prepare", "prepare", "reconcile");
    }

    @Test
    void resyncsConvergedControllerEveryTenMinutes() throws Exception {
        assertThat(delayAfter(ReconcileResult.converged())).contains(Duration.ofMinutes(10));
        assertThat(delayAfter(new ReconcileResult.Converged(List.of("a warning"))))
                .contains(Duration.ofMinutes(10));
    }

    @Test
    void resyncsRolloutEveryThirtySeconds() throws Exception {
        assertThat(delayAfter(new ReconcileResult.Progressing("Rolling out Deployment x")))
                .contains(Duration.ofSeconds(30));
    }

    @Test
    void resyncsSoonWhileWaiting() throws Exception {
        assertThat(delayAfter(new ReconcileResult.Waiting("the feature gates"))).contains(Duration.ofSeconds(10));
    }

    @Test
    void resyncsAfterTerminalFailureAsSeldomAsWithoutFailure() throws Exception {
        assertThat(delayAfter(ReconcileResult.terminalFailure("images.json is invalid")))
                .contains(Duration.ofMinutes(10));
    }

    @Test
    void leavesRetriesOfTransientFailureToTheSdk() {
        result = ReconcileResult.transientFailure("no answer");

        assertThatExceptionOfType(TransientFailureException.class)
                .isThrownBy(this::reconcile)
                .withMessage("no answer")
                .satisfies(failure -> assertThat(failure.getStackTrace()).isEmpty());
        assertThat(scene.results).containsExactly(result);
    }
}
