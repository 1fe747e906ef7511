// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.client.CacheState;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Desired resources against an API server with its own defaults, validation, dry run and immutable fields. */
@RequiresApiServer
@Tag("genuine")
class ApplierIT {
    private static final List<String> TEMPLATE = List.of("spec", "template", "metadata", "annotations");

    private static LiveCluster cluster;

    private final RecordingApiServer server = new RecordingApiServer(cluster.server());
    private final RecordedEvents events = new RecordedEvents();
    private final Applier applier = new Applier(
            server, key -> new CacheState.NotSynced(), events, ObjectOwnership.ALL, new DriftMemory(), Sleeper.SLEEP);

    @BeforeAll
    static void start(@TempDir Path data) {
        cluster = LiveCluster.start(data);
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @BeforeEach
    void clear() {
        cluster.clear("aws", "azure");
    }

    static List<String> providers() {
        return BuiltInProviders.names();
    }

    @ParameterizedTest
    @MethodSource("providers")
    void sendsOneWritePerObjectToEmptyClusterAndNoneToConvergedOne(String provider) {
        List<KubernetesObject> desired = BuiltInProviders.desired(provider);
        // Two providers of one platform have a Service and a PodDisruptionBudget of one name.
        cluster.clear(provider);

        assertThat(cluster.apply(applier, desired).failure()).isEmpty();
        assertThat(server.requests())
                .isEqualTo(desired.stream()
                        .map(object -> "POST " + object.display())
                        .toList());
        assertThat(events.lines()).hasSize(desired.size()).allMatch(line -> line.startsWith("ResourceCreateSuccess"));

        ApplyResult again = cluster.apply(applier, desired);

        assertThat(server.requests()).isEmpty();
        assertThat(again.outcomes()).allMatch(Outcome.Unchanged.class::isInstance);
        assertThat(events.lines()).isEmpty();
    }

    static Stream<Arguments> changes() {
        return Stream.of("Deployment", "DaemonSet")
                .flatMap(kind -> Stream.of(
                        Arguments.of(
                                kind, "an annotation", edit(List.of("metadata", "annotations"), "of", "others"), 0, 0),
                        Arguments.of(kind, "a label", edit(List.of("metadata", "labels"), "of", "others"), 0, 0),
                        Arguments.of(
                                kind,
                                "a restart",
                                edit(TEMPLATE, "kubectl.kubernetes.io/restartedAt", "2026-01-02T03:04:05Z"),
                                1,
                                0),
                        Arguments.of(kind, "a template of before", edit(TEMPLATE, "of", "others"), 1, 1),
                        Arguments.of(kind, "a spec", edit(List.of("spec"), "minReadySeconds", 77L), 1, 1)));
    }

    private static Consumer<KubernetesObject> edit(List<String> map, String key, Object value) {
        return live ->
                new FieldWriter(live.tree()).map(map.toArray(String[]::new)).put(key, value);
    }

    /** Of a Deployment a server counts a change of annotations as a generation. */
    @ParameterizedTest(name = "{1} of a {0}")
    @MethodSource("changes")
    void settlesAfterChangeOfAnotherClient(
            String kind, String what, Consumer<KubernetesObject> change, int dryRuns, int writes) {
        KubernetesObject desired = find("azure", kind);
        applier.apply(desired, Optional.empty());
        cluster.edit(desired, change);
        long generation = generation(desired);
        server.requests();

        for (int look = 0; look < 3; look++) {
            applier.apply(desired, Optional.of(cluster.live(desired)));
        }

        String put = "PUT " + desired.display();
        assertThat(server.requests())
                .isEqualTo(Stream.concat(
                                Collections.nCopies(dryRuns, "DRY-RUN " + put).stream(),
                                Collections.nCopies(writes, put).stream())
                        .toList());
        assertThat(generation(desired)).isEqualTo(generation + writes);
    }

    private static long generation(KubernetesObject desired) {
        return cluster.live(desired).fields().number("metadata", "generation").orElseThrow();
    }

    @Test
    void noticesChangeOfSpecAfterRepairOfMetadata() {
        KubernetesObject desired = find("aws", "Deployment");
        applier.apply(desired, Optional.empty());
        cluster.edit(desired, live -> live.fields().map("metadata", "labels").clear());
        applier.apply(desired, Optional.of(cluster.live(desired)));
        cluster.edit(desired, live -> live.fields().map("spec").put("minReadySeconds", 77L));

        assertThat(applier.apply(desired, Optional.of(cluster.live(desired)))).isInstanceOf(Outcome.Written.class);
        assertThat(cluster.live(desired).fields().at("spec", "minReadySeconds")).isEqualTo(10L);
        assertUnchanged(desired);
    }

    private void assertUnchanged(KubernetesObject desired) {
        server.requests();
        assertThat(applier.apply(desired, Optional.of(cluster.live(desired)))).isInstanceOf(Outcome.Unchanged.class);
        assertThat(server.requests()).isEmpty();
    }

    private static KubernetesObject find(String provider, String kind) {
        return BuiltInProviders.desired(provider).stream()
                .filter(object -> object.kind().equals(kind))
                .findFirst()
                .orElseThrow();
    }
}
