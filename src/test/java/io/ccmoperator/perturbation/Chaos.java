// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.faults.FaultyProxy;
import io.ccmoperator.faults.SeenRequest;
import io.ccmoperator.operator.OpenShiftCluster;
import io.ccmoperator.operator.Workloads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import org.awaitility.core.ConditionTimeoutException;

/** Disturbs a cluster and its operator, and remembers what has to be there afterwards. */
final class Chaos {
    /** The domain of labels that others put on objects. */
    static final String OTHERS = "others.example.com/";

    private static final KubernetesObject USERS = key("v1", "ConfigMap", "openshift-config", "cloud-provider-config");
    private static final KubernetesObject CLUSTER_OPERATOR =
            key("config.openshift.io/v1", "ClusterOperator", "cloud-controller-manager");
    private static final List<String> CONFIGURATIONS = List.of(
            "{\"cloud\": \"AzurePublicCloud\", \"resourceGroup\": \"another\"}",
            "{\"cloud\": \"Moon\"}",
            "{\"cloud\": ");
    private static final KubernetesObject MANAGER =
            manifest("{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster}}");

    private static final KubernetesObject CCM = key("apps/v1", "Deployment", "azure-cloud-controller-manager");
    private static final List<String> LOG_LEVELS = List.of("Debug", "Normal", "Trace");
    private static final int LARGEST_SKEW = 20;

    private final OpenShiftCluster cluster;
    private final FaultyProxy proxy;
    private final SupervisedOperator operator;
    private final Workloads workloads;
    private final Credentials credentials;
    private final Optional<FakeClock> clock;
    private final Random random;
    private final Map<String, Object> configuration;
    private final Map<String, String> labelled = new HashMap<>();
    private final Map<Disturbance, Integer> counts = new EnumMap<>(Disturbance.class);
    private int takenBack;

    Chaos(
            OpenShiftCluster cluster,
            FaultyProxy proxy,
            SupervisedOperator operator,
            Credentials credentials,
            Optional<FakeClock> clock,
            Random random) {
        this.cluster = cluster;
        this.workloads = new Workloads(cluster.admin());
        this.proxy = proxy;
        this.operator = operator;
        this.credentials = credentials;
        this.clock = clock;
        this.random = random;
        this.configuration = cluster.live(USERS).fields().map("data");
    }

    /** Sets the override that is effective before and after. */
    static void setLogLevel(OpenShiftCluster cluster) {
        setLogLevel(cluster, LOG_LEVELS.get(0));
    }

    private static void setLogLevel(OpenShiftCluster cluster, String level) {
        KubernetesObject manager = MANAGER.copy();
        manager.tree().put("spec", Map.of("logLevel", level));
        cluster.apply(manager);
    }

    /** How often what has happened. */
    Map<Disturbance, Integer> counts() {
        return counts;
    }

    /** How often a configuration was taken back that was waited for. */
    int takenBack() {
        return takenBack;
    }

    void disturb() {
        Disturbance disturbance = Disturbance.any(random);
        counts.merge(disturbance, 1, Integer::sum);
        switch (disturbance) {
            case DELETE -> any().ifPresent(cluster.admin()::delete);
            case EDIT -> any().ifPresent(object -> edit(object, live -> Edits.edit(live, random)));
            case LABEL -> any().ifPresent(this::label);
            case CONFIGURATION -> configure(CONFIGURATIONS.get(random.nextInt(CONFIGURATIONS.size())));
            case ENDING_PODS -> letPodsEnd();
            case ROLLOUT -> workloads.rollOut(EndingPods.of(cluster));
            case STATUS -> editStatus();
            case CLUSTER_OPERATOR -> cluster.admin().delete(CLUSTER_OPERATOR);
            case CLOUD_CONTROLLER_MANAGER -> changeManager();
            case WATCHES_END -> proxy.endWatches(SeenRequest.ANY);
            case CONNECTIONS_CUT -> proxy.cut();
            case ANSWERS_LOST -> proxy.loseAnswer(Harness::isWrite, 1 + random.nextInt(3));
            case KILL -> operator.process().kill();
            case TERMINATE -> operator.process().terminate();
            case LEASE_THEFT -> stealLease();
            case CLOCK_JUMP ->
                clock.ifPresent(
                        each -> each.set(Duration.ofSeconds(random.nextInt(2 * LARGEST_SKEW + 1) - LARGEST_SKEW)));
            case TOKEN -> credentials.rotateToken();
            case CERTIFICATE -> credentials.rotateCertificate();
            case API_SERVER -> {
                cluster.server().stop();
                cluster.server().startAgain();
                // Answered once the server has read all kinds.
                Snapshot.of(cluster.admin());
            }
        }
    }

    /** Sets a configuration on which Pods end, and waits until it is taken back, unless what was disturbed before takes longer. */
    private void letPodsEnd() {
        configure(EndingPods.CLOUD_CONF);
        try {
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                operator.process();
                workloads.rollOut(EndingPods.of(cluster));
                return cluster.live(CCM)
                        .fields()
                        .string("metadata", "annotations", "ccmoperator.io/configuration")
                        .contains("takenBack");
            });
            takenBack++;
        } catch (ConditionTimeoutException e) {
            // No process leads, or the Deployment was deleted while none did, so that no rollout is known.
            return;
        }
    }

    /** Waits until the operator has sent a request, or does not wait. */
    void pause() {
        if (random.nextBoolean()) {
            int before = proxy.seen(SeenRequest.ANY).size();
            operator.process();
            try {
                await().atMost(Duration.ofSeconds(2))
                        .until(() -> proxy.seen(SeenRequest.ANY).size() > before);
            } catch (ConditionTimeoutException e) {
                // Nothing had to be repaired.
                return;
            }
        }
    }

    /** What users changed for a while is as before, and the clock is right. */
    void end() {
        configure((String) configuration.get("cloud.conf"));
        setLogLevel(cluster);
        clock.ifPresent(each -> each.set(Duration.ZERO));
        operator.process();
    }

    /** Labels of others that got lost on objects that were not deleted. */
    List<String> lostLabels() {
        List<String> lost = new ArrayList<>();
        List<KubernetesObject> objects = new ArrayList<>(owned());
        objects.add(cluster.live(MANAGER));
        for (KubernetesObject object : objects) {
            labelled.forEach((label, uid) -> {
                if (uid.equals(object.fields().string("metadata", "uid"))
                        && !object.fields().map("metadata", "labels").containsKey(label)) {
                    lost.add(label + " of " + object.display());
                }
            });
        }
        return lost;
    }

    private List<KubernetesObject> owned() {
        return Snapshot.of(cluster.admin()).owned();
    }

    private Optional<KubernetesObject> any() {
        List<KubernetesObject> owned = owned();
        return owned.isEmpty() ? Optional.empty() : Optional.of(owned.get(random.nextInt(owned.size())));
    }

    private void label(KubernetesObject object) {
        String label = OTHERS + "l" + labelled.size();
        edit(object, live -> {
            Edits.label(live, label);
            labelled.put(label, live.fields().string("metadata", "uid"));
        });
    }

    /** The object may be deleted, or changed repeatedly, meanwhile. */
    private void edit(KubernetesObject object, Consumer<KubernetesObject> change) {
        await("a change of " + object.display())
                .atMost(OpenShiftCluster.PATIENCE)
                .until(() -> {
                    KubernetesObject live = cluster.live(object);
                    if (live.tree().isEmpty()) {
                        return true;
                    }
                    change.accept(live);
                    ApiAnswer answer = cluster.admin().replace(live);
                    boolean isImmutable = answer.status() == 422;
                    return answer.accepted() || answer.status() == 404 || isImmutable && recreate(live);
                });
    }

    /** The content of an immutable object cannot be changed: another client has to make another object. */
    private boolean recreate(KubernetesObject object) {
        cluster.admin().delete(object);
        List.of("resourceVersion", "uid").forEach(object.fields().map("metadata")::remove);
        return cluster.admin().create(object).accepted();
    }

    private void changeManager() {
        switch (random.nextInt(3)) {
            case 0 -> cluster.admin().delete(MANAGER);
            case 1 -> label(MANAGER);
            default -> setLogLevel(cluster, LOG_LEVELS.get(random.nextInt(LOG_LEVELS.size())));
        }
    }

    private void editStatus() {
        cluster.admin().applyStatus(manifest("""
                apiVersion: config.openshift.io/v1
                kind: ClusterOperator
                metadata: {name: cloud-controller-manager}
                status:
                  conditions: [{type: Available, status: 'False', reason: Other, message: by hand,
                    lastTransitionTime: '2026-01-01T00:00:00Z'}]
                """));
    }

    private void stealLease() {
        KubernetesObject lease = cluster.lease();
        if (!lease.tree().isEmpty()) {
            lease.fields().map("spec").put("holderIdentity", "thief");
            cluster.admin().replace(lease);
        }
    }

    private void configure(String cloudConf) {
        KubernetesObject users = USERS.copy();
        users.tree().put("data", Map.of("cloud.conf", cloudConf));
        cluster.apply(users);
    }
}
