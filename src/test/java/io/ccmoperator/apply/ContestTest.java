// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.ControllerScene;
import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ConfigMapContent;
import io.ccmoperator.status.SteppedClock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Another client overwrites an object each time that the engine has corrected it. */
class ContestTest {
    private static final ObjectKey KEY = ControllerScene.configMap("ns", "sample");
    private static final ObjectKey WORKLOAD = new ObjectKey(ResourceKind.DEPLOYMENT, "ns", "ccm");
    private static final String METRIC = "ccm_operator_contested_corrections_total{kind=\"ConfigMap\"}";

    private final ControllerScene scene = new ControllerScene();
    private final SteppedClock clock = new SteppedClock();
    private final ApplyEngine engine = new ApplyEngine(scene.access(clock), ObjectOwnership.ALL, () -> {});

    @BeforeEach
    void correctTenTimes() {
        scene.watches.watch(KEY, () -> {});
        apply("1");
        for (int correction = 0; correction < 10; correction++) {
            overwrite();
            apply("1");
        }
        scene.server.takeRequests();
    }

    private ApplyResult apply(String value) {
        KubernetesObject desired = ConfigMapContent.EMPTY.with("a", value).configMap("ns", "sample", Map.of());
        return engine.apply(List.of(desired));
    }

    private void overwrite() {
        scene.put(KEY, "{data: {a: theirs}}");
    }

    private ApplyResult correctOnceMore() {
        overwrite();
        return apply("1");
    }

    @Test
    void correctsAtOnceUpToTenTimes() {
        assertThat(scene.data(KEY)).containsEntry("a", "1");
        assertThat(scene.measured.samples()).containsEntry(METRIC, 0.0);
        assertThat(scene.takeEvents()).noneMatch(event -> event.startsWith("ResourceContested"));
    }

    @Test
    void reportsContestWithEventWarningAndMetric() {
        ApplyResult result = correctOnceMore();

        assertThat(result.failure()).isEmpty();
        assertThat(result.warnings())
                .singleElement()
                .asString()
                .startsWith("ConfigMap ns/sample had to be corrected more than 10 times within a minute");
        assertThat(scene.measured.samples()).containsEntry(METRIC, 1.0);
        assertThat(scene.takeEvents())
                .contains("ResourceContested x1 sample: " + result.warnings().get(0));
    }

    @Test
    void postponesNextCorrectionUntilItIsDue() {
        correctOnceMore();
        scene.server.takeRequests();
        overwrite();

        ApplyResult early = apply("1");

        assertThat(early.outcomes())
                .containsExactly(new Outcome.Postponed(KEY, scene.server.live(KEY), Optional.empty()));
        assertThat(early.failure()).isEmpty();
        assertThat(scene.server.takeRequests()).isEmpty();

        clock.advanceSeconds(5);
        apply("1");

        assertThat(scene.server.takeRequests()).containsExactly("PUT ConfigMap ns/sample");
    }

    @Test
    void reportsUnchangedObjectDuringBackoff() {
        correctOnceMore();

        assertThat(apply("1").outcomes()).singleElement().isInstanceOf(Outcome.Unchanged.class);
    }

    @Test
    void writesNewDesiredStateDuringBackoff() {
        correctOnceMore();
        overwrite();

        apply("2");

        assertThat(scene.data(KEY)).containsEntry("a", "2");
    }

    @Test
    void forgetsContestAfterQuietMinute() {
        correctOnceMore();
        clock.advanceSeconds(65);

        assertThat(apply("1").warnings()).isEmpty();
        assertThat(correctOnceMore().warnings()).isEmpty();
        assertThat(scene.data(KEY)).containsEntry("a", "1");
    }

    private ApplyResult deploy(String hash) {
        KubernetesObject workload = YamlText.manifest("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: ccm, namespace: ns}
                spec: {template: {metadata: {annotations: {hash: '%s'}}}}
                """.formatted(hash));
        return engine.apply(List.of(workload));
    }

    @Test
    void changesWorkloadSeldomWhileItsConfigurationIsOverwritten() {
        scene.watches.watch(WORKLOAD, () -> {});
        Set<Object> hashes = new HashSet<>();

        for (int tenths = 0; tenths < 1200; tenths++) {
            deploy("content " + tenths);
            hashes.add(
                    scene.server.stored(WORKLOAD).fields().at("spec", "template", "metadata", "annotations", "hash"));
            clock.advance(Duration.ofMillis(100));
        }

        // The first one, 11 changes at once, then after 5, 10, 20 and 40 s.
        assertThat(hashes).hasSize(16);
    }

    @Test
    void saysUntilItIsDueThatChangeOfWorkloadWaits() {
        scene.watches.watch(WORKLOAD, () -> {});
        for (int change = 0; change <= 11; change++) {
            deploy("content " + change);
        }
        String due = "Deployment ns/ccm at " + clock.instant().plusSeconds(6).truncatedTo(ChronoUnit.SECONDS);

        assertThat(deploy("newest").postponedChanges()).containsExactly(due);
        clock.advanceSeconds(4);
        assertThat(deploy("newest").postponedChanges()).containsExactly(due);
        clock.advanceSeconds(2);
        assertThat(deploy("newest").postponedChanges()).isEmpty();
    }

    @Test
    void createsWorkloadAtOnceWhileItsChangesWait() {
        scene.watches.watch(WORKLOAD, () -> {});
        for (int change = 0; change <= 11; change++) {
            deploy("content " + change);
        }
        scene.server.remove(WORKLOAD);

        deploy("newest");

        assertThat(scene.server.live(WORKLOAD)).isPresent();
    }
}
