// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.faults.SeenRequest;
import io.ccmoperator.operator.OpenShiftCluster;
import io.ccmoperator.operator.OperatorUnderTest;
import io.ccmoperator.operator.Workloads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Plays the controllers of workloads until the operator says that all is well and sends no request any more. */
final class Convergence {
    private static final Duration POLL = Duration.ofMillis(250);

    /** Long enough for a process that is about to do something. */
    private static final Duration REST = Duration.ofMillis(2500);

    /** Where the end is known. */
    private static final Duration SHORT_REST = Duration.ofMillis(1000);

    private static final int LAST_LINES = 40;
    private static final Duration LONGEST_LAG = Duration.ofSeconds(15);

    private final Harness harness;
    private final Scenario scenario;
    private long requests = -1;
    private long since = System.nanoTime();

    Convergence(Harness harness, Scenario scenario) {
        this.harness = harness;
        this.scenario = scenario;
    }

    /**
     * Waits until the object with the conditions reports the version of the scenario and no request came for a time.
     *
     * @throws ConditionTimeoutException if that does not come
     */
    void await(OperatorUnderTest operator) {
        until("convergence", () -> {
            String unmet = unmet(operator);
            return unmet.isEmpty() && !isQuiet(REST) ? lastRequests() : unmet;
        });
    }

    /**
     * Waits until the cluster has the objects of another one, or something has happened before.
     *
     * @return what is missing or differs after {@link OpenShiftCluster#PATIENCE}
     */
    String awaitObjects(Snapshot expected, OperatorUnderTest operator, BooleanSupplier happened) {
        try {
            until("the same objects", () -> {
                if (happened.getAsBoolean()) {
                    return "";
                }
                String unmet = unmet(operator);
                if (unmet.isEmpty()) {
                    return isQuiet(SHORT_REST) ? differences(expected, operator) : lastRequests();
                }
                return unmet;
            });
            return "";
        } catch (ConditionTimeoutException e) {
            return e.getMessage();
        }
    }

    /** Waits until the process is ready and has sent no request for a time, but not for longer than a server may serve old states. */
    void awaitRest(OperatorUnderTest operator) {
        try {
            Awaitility.await()
                    .atMost(LONGEST_LAG)
                    .pollInterval(POLL)
                    .until(() -> isQuiet(SHORT_REST) && operator.health("/readyz") == 200);
        } catch (ConditionTimeoutException e) {
            // A process that gets no or old answers may try again for as long as that lasts.
            requests = -1;
        }
    }

    private String differences(Snapshot expected, OperatorUnderTest operator) {
        String differences = expected.differences(Snapshot.of(harness.cluster().admin()));
        return differences.isEmpty() ? "" : differences + lastLines(operator);
    }

    private static void until(String what, Callable<String> unmet) {
        Awaitility.await(what)
                .atMost(OpenShiftCluster.PATIENCE.multipliedBy(2))
                .pollInterval(POLL)
                .until(unmet, String::isEmpty);
    }

    /** Why the operator has not converged; empty where it has. */
    private String unmet(OperatorUnderTest operator) {
        new Workloads(harness.cluster().admin()).rollOut(EndingPods.of(harness.cluster()));
        KubernetesObject live = reporting();
        if (harness.proxy().count(Harness::isLeaseWrite) == 0) {
            return "does not lead: " + lastLines(operator);
        } else if (!is(live, "Available", "True")
                || !is(live, "Progressing", "False")
                || !is(live, "Degraded", scenario.end() == Scenario.End.TAKEN_BACK ? "True" : "False")) {
            return "conditions: " + live.fields().maps("status", "conditions") + lastLines(operator);
        } else if (scenario.distribution() == Distribution.KUBERNETES && !isSettled(live)) {
            return "Ready, or of another generation: " + live.fields().map("status") + lastLines(operator);
        } else if (!versions(live).contains(scenario.release().version())) {
            return "versions: " + versions(live) + lastLines(operator);
        }
        return operator.health("/readyz") == 200 ? "" : "not ready: " + lastLines(operator);
    }

    /** Ready as the other conditions say, of the generation of the spec that is there. */
    private boolean isSettled(KubernetesObject live) {
        return is(live, "Ready", scenario.end() == Scenario.End.TAKEN_BACK ? "False" : "True")
                && live.fields()
                        .number("metadata", "generation")
                        .equals(live.fields().number("status", "observedGeneration"));
    }

    private KubernetesObject reporting() {
        return scenario.distribution() == Distribution.OPENSHIFT
                ? harness.cluster().clusterOperator()
                : harness.cluster().object("ccmoperator.io/v1beta1", "CloudControllerManager", "cluster");
    }

    /** Of the operator. */
    private List<Object> versions(KubernetesObject live) {
        return scenario.distribution() == Distribution.OPENSHIFT
                ? live.fields().maps("status", "versions").stream()
                        .filter(version -> "operator".equals(version.get("name")))
                        .map(version -> version.get("version"))
                        .toList()
                : List.of(live.fields().string("status", "version"));
    }

    private String lastRequests() {
        List<SeenRequest> seen = harness.proxy().seen(SeenRequest.ANY);
        return "sends requests, such as " + seen.subList(Math.max(0, seen.size() - 4), seen.size());
    }

    private static String lastLines(OperatorUnderTest operator) {
        List<String> lines = operator.log().lines().toList();
        return "\n" + String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    }

    private boolean isQuiet(Duration quiet) {
        long now = harness.proxy().count(request -> !Harness.isOfLease(request));
        if (now != requests) {
            requests = now;
            since = System.nanoTime();
        }
        return System.nanoTime() - since >= quiet.toNanos();
    }

    private static boolean is(KubernetesObject live, String type, String status) {
        return live.fields().maps("status", "conditions").stream()
                .anyMatch(condition -> type.equals(condition.get("type")) && status.equals(condition.get("status")));
    }
}
