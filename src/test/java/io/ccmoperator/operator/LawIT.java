// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static io.ccmoperator.operator.RestoredTable.Phase.DELETED;
import static io.ccmoperator.operator.RestoredTable.Phase.EDITED;
import static io.ccmoperator.operator.RestoredTable.Phase.RESTARTED_AND_DELETED;
import static io.ccmoperator.operator.RestoredTable.Phase.RESTARTED_AND_EDITED;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionType.AVAILABLE;
import static io.ccmoperator.status.ConditionType.CLOUD_CONFIG_AVAILABLE;
import static io.ccmoperator.status.ConditionType.CLOUD_CONFIG_DEGRADED;
import static io.ccmoperator.status.ConditionType.DEGRADED;
import static io.ccmoperator.status.ConditionType.UPGRADEABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.operator.BrokenInput.Restart;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever input is wrong, the rest continues: objects are restored, a release is rolled out, and conditions say what is wrong. System properties:
 * {@code law.rows} (4; 0: every input, also those that make a restarted operator wait for a minute), {@code law.seed}, and {@code law.only} (a part of
 * the name of inputs).
 */
@RequiresApiServer
@Tag("packaged")
class LawIT extends LawScene {
    private static final Duration IN_TIME = Duration.ofSeconds(20);
    private static final Duration AFTER_A_MINUTE = Duration.ofMinutes(1).plus(PATIENCE);

    private static final Set<KubernetesObject> WORKLOADS = Set.of(DEPLOYMENT, DAEMON_SET);
    private static final RestoredTable TABLE = new RestoredTable(List.copyOf(EDITS.keySet()));

    @AfterAll
    static void printTable() {
        TABLE.print();
    }

    static List<BrokenInput> inputs() {
        String only = System.getProperty("law.only", "");
        int rows = Integer.getInteger("law.rows", 4);
        if (rows == 0 || !only.isEmpty()) {
            return BrokenInput.all().stream()
                    .filter(input -> input.name().contains(only))
                    .toList();
        }
        long seed = Long.getLong("law.seed", System.nanoTime() % 1_000_000);
        System.out.println("law.seed " + seed);
        List<BrokenInput> quick = new ArrayList<>(
                BrokenInput.all().stream().filter(BrokenInput::isQuick).toList());
        Collections.shuffle(quick, new Random(seed));
        return quick.subList(0, Math.min(rows, quick.size()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("inputs")
    void restoresAllObjects(BrokenInput input) throws IOException {
        SoftAssertions softly = new SoftAssertions();
        Map<RestoredTable.Phase, Map<KubernetesObject, Double>> restored = new EnumMap<>(RestoredTable.Phase.class);
        install(ReleaseVersion.SNAPSHOT);
        Map<KubernetesObject, Map<String, Object>> before = contents();
        int since = operator.log().length();

        long begin = System.nanoTime();
        input.breaks().accept(this);
        Optional<Double> said = says(input, since, begin);
        boolean repairs = !input.words().isEmpty() || repairs(IN_TIME);
        awaitPeace();
        Map<KubernetesObject, Map<String, Object>> broken = contents();
        softly.assertThat(said.isPresent() || input.words().isEmpty())
                .as("says " + input.words() + ": " + conditions())
                .isTrue();
        softly.assertThat(repairs).as("repairs").isTrue();
        softly.assertThat(differences(before, broken, input.changes()))
                .as("what changes")
                .isEmpty();
        softly.assertThat(conditions()).containsPattern("(?m)^Available True ");

        restored.put(DELETED, restored(broken, cluster::delete, IN_TIME));
        settle();
        restored.put(EDITED, restored(broken, object -> cluster.edit(object, EDITS.get(object)), IN_TIME));
        settle();

        begin = System.nanoTime();
        restart(ReleaseVersion.SNAPSHOT);
        Optional<Double> back = Optional.empty();
        if (input.restart() == Restart.MAKES_NOTHING) {
            makesNothing(input, softly);
        } else {
            if (repairs(patience(input))) {
                back = Optional.of(seconds(begin));
            }
            awaitPeace();
            Map<KubernetesObject, Map<String, Object>> restarted = contents();
            softly.assertThat(differences(
                            broken, restarted, input.restart() == Restart.TAKES_DEFAULT ? WORKLOADS : Set.of()))
                    .as("what a restart changes")
                    .isEmpty();
            restored.put(RESTARTED_AND_DELETED, restored(restarted, cluster::delete, IN_TIME));
            settle();
            restored.put(
                    RESTARTED_AND_EDITED,
                    restored(restarted, object -> cluster.edit(object, EDITS.get(object)), IN_TIME));
        }
        TABLE.add(new RestoredTable.Row(input.name(), said, back, restored));

        restored.forEach((phase, seconds) -> softly.assertThat(labels(EDITS.keySet().stream()
                        .filter(object -> !seconds.containsKey(object))
                        .toList()))
                .as(phase + ", not restored")
                .isEqualTo(labels(input.refused())));
        softly.assertAll();
    }

    private static Set<String> labels(Collection<KubernetesObject> objects) {
        return objects.stream().map(LawScene::label).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Optional<Double> says(BrokenInput input, int since, long begin) {
        return !input.words().isEmpty() && comesTrue(IN_TIME, () -> says(input.words(), since))
                ? Optional.of(seconds(begin))
                : Optional.empty();
    }

    /** Workloads are rolled out, and lead. */
    private static void settle() {
        workloads.rollOut();
        workloads.lead();
        awaitPeace();
    }

    /** What is there is left alone, and what is not there is not made. */
    private static void makesNothing(BrokenInput input, SoftAssertions softly) {
        // One that may not read the Infrastructure does not lead for a minute.
        String first = input.words().isEmpty() ? "held by this process" : input.words();
        softly.assertThat(comesTrue(PATIENCE, () -> says(first, 0))).as(first).isTrue();
        Map<KubernetesObject, Map<String, Object>> there = contents();
        cluster.delete(DEPLOYMENT);
        there.put(DEPLOYMENT, Map.of());
        boolean changes = comesTrue(Duration.ofSeconds(3), () -> !contents().equals(there));
        softly.assertThat(changes)
                .as(input + ": a change by a restarted operator")
                .isFalse();
    }

    /** With an operator that has just been started. */
    private static Duration patience(BrokenInput input) {
        return input.restart() == Restart.TAKES_DEFAULT ? AFTER_A_MINUTE : PATIENCE;
    }

    private static double seconds(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }

    /** Where nothing was before. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("inputs")
    void installsWhatDoesNotDependOnIt(BrokenInput input) throws IOException {
        input.breaks().accept(this);
        long begin = System.nanoTime();
        start(ReleaseVersion.SNAPSHOT);
        boolean came = comesTrue(
                patience(input),
                () -> absent().equals(input.waiting()) && (input.words().isEmpty() || says(input.words(), 0)));
        double seconds = seconds(begin);
        awaitPeace();

        System.out.printf(
                "First installation, %s: after %.1f s without %s%n%s%n",
                input, seconds, labels(absent()), conditions());
        assertThat(labels(absent())).as(conditions()).isEqualTo(labels(input.waiting()));
        assertThat(came).as(conditions() + operator.log()).isTrue();
    }

    private static Set<KubernetesObject> absent() {
        return contents().entrySet().stream()
                .filter(entry -> entry.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    @Test
    void rollsReleaseOutWhileCloudConfIsBroken() throws IOException {
        String next = "4.21.0";
        String place = "ConfigMap openshift-config/cloud-provider-config, key cloud.conf";
        install(OpenShiftCluster.VERSION);
        Map<String, Object> mounted = cloudConfOfDeployment();
        cloudConf("{\"cloud\": ");
        await("the broken configuration")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThatCondition(cluster.clusterOperator(), CLOUD_CONFIG_DEGRADED)
                        .isTrue());

        images().write(Images.all("2"));
        cluster.featureGatesOf(next);
        restart(next);
        long begin = System.nanoTime();
        await("the images of the next release")
                .atMost(PATIENCE)
                .until(() -> workloads.images().values().stream()
                        .flatMap(List::stream)
                        .allMatch(image -> image.toString().endsWith(":2")));
        double rolledOut = seconds(begin);
        await("the version").atMost(PATIENCE).untilAsserted(() -> {
            workloads.rollOut();
            workloads.lead();
            KubernetesObject live = cluster.clusterOperator();
            assertThat(live.fields().maps("status", "versions")).contains(Map.of("name", "operator", "version", next));
            assertThatCondition(live, AVAILABLE).isTrue();
            assertThatCondition(live, DEGRADED).isTrue().hasReason("SyncingFailed");
            assertThatCondition(live, CLOUD_CONFIG_DEGRADED).isTrue().hasReason("SyncingFailed");
            assertThatCondition(live, CLOUD_CONFIG_AVAILABLE).isFalse();
            assertThat(conditions())
                    .containsPattern("(?m)^Degraded True .*" + place)
                    .containsPattern("(?m)^CloudConfigControllerDegraded True .*" + place);
        });
        System.out.printf(
                "Release %s with a broken cloud.conf: images after %.2f s%n%s%n", next, rolledOut, conditions());

        assertThat(cloudConfOfDeployment()).isEqualTo(mounted);
        assertThat(mounted).isNotEmpty();
    }

    /** The data of the copy that it mounts. */
    private static Map<String, Object> cloudConfOfDeployment() {
        String copy = TriedDeployment.of(cluster, Platform.AZURE).mounted();
        return cluster.live(key("v1", "ConfigMap", copy)).fields().map("data");
    }

    /** The Lease's times depend on it, but a process that never leads restores nothing and says nothing. */
    @Test
    @Tag("long")
    void leadsAfterMinuteWithoutInfrastructure() throws IOException {
        forbid(Singleton.INFRASTRUCTURE);

        start(ReleaseVersion.SNAPSHOT);

        assertThat(comesTrue(AFTER_A_MINUTE, () -> !absent().contains(TRUSTED_CA)))
                .as(operator.log())
                .isTrue();
    }

    /** The Pods of the corrected configuration are not there yet: no old word waits for them. */
    @Test
    void saysNothingOfWhatIsMended() throws IOException {
        String first = "no well-formed JSON";
        String second = "AzureChinaCloud|conflicts";
        install(ReleaseVersion.SNAPSHOT);
        try (ConditionsOverTime over = new ConditionsOverTime(cluster)) {
            cloudConf("{\"cloud\": ");
            over.awaitWords(CLOUD_CONFIG_DEGRADED, first);
            over.awaitWords(DEGRADED, first);
            cloudConf("{\"cloud\": \"AzurePublicCloud\", \"resourceGroup\": \"other\"}");
            over.awaitSilence(CLOUD_CONFIG_DEGRADED, first);
            Duration echoOfFirst = over.echo(CLOUD_CONFIG_DEGRADED, first);
            cloudConf("{\"cloud\": \"AzureChinaCloud\", \"resourceGroup\": \"other\"}");
            over.awaitWords(CLOUD_CONFIG_DEGRADED, second);
            over.awaitWords(DEGRADED, second);
            cloudConf("{\"cloud\": \"AzurePublicCloud\", \"resourceGroup\": \"another\"}");
            over.awaitSilence(CLOUD_CONFIG_DEGRADED, second);
            Duration echoOfSecond = over.echo(CLOUD_CONFIG_DEGRADED, second);
            System.out.printf(
                    "Echo of the first fault %s, of the second %s%n%s", echoOfFirst, echoOfSecond, over.text());

            assertThat(echoOfFirst).isLessThan(IN_TIME);
            assertThat(echoOfSecond).isLessThan(IN_TIME);
            assertThat(over.sayBoth(first, second)).isEmpty();
            assertThatCondition(cluster.clusterOperator(), AVAILABLE).isTrue();
            assertThatCondition(cluster.clusterOperator(), UPGRADEABLE).isTrue();
        }
    }
}
