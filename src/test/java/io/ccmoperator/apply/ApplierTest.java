// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import static io.ccmoperator.YamlText.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.ServerSideDefaults;
import io.ccmoperator.client.StoredObjects;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is done in each situation, and with which requests. */
class ApplierTest {
    private final StoredObjects server = new StoredObjects();
    private final RecordedEvents events = new RecordedEvents();
    private final Applier applier = applier();

    /** Of a process that has seen nothing yet. */
    private Applier applier() {
        return new Applier(
                server, key -> new CacheState.NotSynced(), events, ObjectOwnership.ALL, new DriftMemory(), duration -> {
                    throw new AssertionError("nothing has to be waited for");
                });
    }

    static Stream<KubernetesObject> objects() {
        return Stream.of(
                Samples.deployment(),
                Samples.service(),
                Samples.configMap(),
                Samples.role(),
                Samples.roleBinding(),
                Samples.policy(),
                Samples.policyBinding(),
                Samples.podDisruptionBudget());
    }

    @ParameterizedTest
    @MethodSource("objects")
    void createsMissingObjectByOneRequestAndThenSendsNone(KubernetesObject desired) {
        Outcome first = applier.apply(desired, Optional.empty());

        assertThat(server.takeRequests()).containsExactly("POST " + desired.display());
        assertThat(first).isEqualTo(new Outcome.Written(server.live(desired)));
        assertThat(events.lines()).containsExactly("ResourceCreateSuccess " + desired.kind() + " " + desired.name());

        Outcome second = applier.apply(desired, server.live(ObjectKey.of(desired)));

        assertThat(second).isEqualTo(new Outcome.Unchanged(server.live(desired)));
        assertThat(server.takeRequests()).isEmpty();
        assertThat(events.lines()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("objects")
    void keepsLabelsAndAnnotationsOfOthers(KubernetesObject desired) {
        applier.apply(desired, Optional.empty());
        server.edit(desired, live -> {
            live.fields().map("metadata").putIfAbsent("labels", new LinkedHashMap<>());
            live.fields().map("metadata").putIfAbsent("annotations", new LinkedHashMap<>());
            live.fields().map("metadata", "labels").put("of", "others");
            live.fields().map("metadata", "annotations").put("of", "others");
            live.fields().map("metadata").put("finalizers", List.of("of/others"));
        });
        server.takeRequests();
        KubernetesObject edited = server.live(desired);

        assertThat(applier.apply(desired, Optional.of(edited))).isEqualTo(new Outcome.Unchanged(edited));
        assertThat(server.takeRequests()).isEmpty();

        KubernetesObject annotated = desired.copy();
        annotated.fields().map("metadata").put("annotations", tree("{desired: now}"));
        applier.apply(annotated, Optional.of(edited));

        KubernetesObject live = server.live(desired);
        assertThat(live.fields().string("metadata", "labels", "of")).isEqualTo("others");
        assertThat(live.fields().map("metadata", "annotations"))
                .containsEntry("of", "others")
                .containsEntry("desired", "now");
        assertThat(live.fields().at("metadata", "finalizers")).isEqualTo(List.of("of/others"));
    }

    @Test
    void leavesRestartByKubectlAfterOneDryRun() {
        KubernetesObject desired = Samples.deployment();
        applier.apply(desired, Optional.empty());
        server.edit(desired, ApplierTest::restart);
        KubernetesObject restarted = server.live(desired);
        server.takeRequests();

        assertThat(applier.apply(desired, Optional.of(restarted))).isEqualTo(new Outcome.Unchanged(restarted));
        assertThat(server.takeRequests()).containsExactly("DRY-RUN PUT Deployment managed/ccm");
        assertThat(applier.apply(desired, Optional.of(restarted))).isEqualTo(new Outcome.Unchanged(restarted));
        assertThat(server.takeRequests()).isEmpty();

        KubernetesObject other = desired.copy();
        other.fields().map("spec").put("replicas", 7L);
        applier.apply(other, Optional.of(restarted));
        assertThat(server.live(desired)
                        .fields()
                        .string("spec", "template", "metadata", "annotations", "kubectl.kubernetes.io/restartedAt"))
                .isEqualTo("2026-01-02T03:04:05Z");
    }

    private static void restart(KubernetesObject live) {
        new FieldWriter(live.tree())
                .map("spec", "template", "metadata", "annotations")
                .put("kubectl.kubernetes.io/restartedAt", "2026-01-02T03:04:05Z");
    }

    @Test
    void keepsFieldsThatServerGaveService() {
        KubernetesObject desired = Samples.service();
        applier.apply(desired, Optional.empty());
        server.edit(desired, live -> {
            live.fields().map("spec").put("sessionAffinity", "ClientIP");
            live.fields().map("spec").put("type", "LoadBalancer");
            live.fields().map("spec").put("externalTrafficPolicy", "Local");
            live.fields().map("spec").put("healthCheckNodePort", 30001L);
        });

        applier.apply(desired, server.live(ObjectKey.of(desired)));

        assertThat(server.live(desired).fields().map("spec"))
                .containsEntry("clusterIP", "10.0.0.7")
                .containsEntry("sessionAffinity", "ClientIP")
                .containsEntry("type", "ClusterIP")
                .doesNotContainKeys("externalTrafficPolicy", "healthCheckNodePort");
    }

    @ParameterizedTest
    @CsvSource({"2, 0", "7, 1"})
    void leavesAnnotationsOfPreviousOperator(long replicas, int writes) {
        KubernetesObject desired = Samples.deployment();
        KubernetesObject earlier = desired.copy();
        Map<String, Object> annotations =
                tree("{operator.openshift.io/spec-hash: other, operator.openshift.io/generation: '1'}");
        earlier.fields().map("metadata").put("annotations", annotations);
        earlier.fields().map("spec").put("replicas", replicas);
        server.put(earlier);

        applier.apply(desired, server.live(ObjectKey.of(desired)));
        applier.apply(desired, server.live(ObjectKey.of(desired)));

        assertThat(server.live(desired).fields().map("metadata", "annotations")).isEqualTo(annotations);
        assertThat(server.live(desired).fields().at("metadata", "generation")).isEqualTo(1L + writes);
        assertThat(server.takeRequests())
                .startsWith("DRY-RUN PUT Deployment managed/ccm")
                .hasSize(1 + writes);
    }

    /** A server counts annotations of a Deployment as a generation: there is nothing that the operator could write down of it. */
    @Test
    void writesNothingOfItsOwnOnWorkload() {
        KubernetesObject desired = Samples.deployment();

        applier.apply(desired, Optional.empty());

        assertThat(server.live(desired).fields().map("metadata"))
                .containsEntry("generation", 1L)
                .doesNotContainKey("annotations");
    }

    @Test
    void asksOnceWhereServerWritesValuesInItsOwnWay() {
        KubernetesObject desired = Samples.deployment();
        server.defaults(object -> {
            ServerSideDefaults.fill(object);
            object.fields().map("spec").computeIfPresent("replicas", (key, value) -> 9L);
        });
        applier.apply(desired, Optional.empty());
        server.takeRequests();

        assertThat(applier.apply(desired, server.live(ObjectKey.of(desired)))).isInstanceOf(Outcome.Unchanged.class);
        assertThat(server.takeRequests()).isEmpty();

        server.edit(desired, ApplierTest::restart);
        for (int look = 0; look < 3; look++) {
            assertThat(applier.apply(desired, server.live(ObjectKey.of(desired))))
                    .isInstanceOf(Outcome.Unchanged.class);
        }
        assertThat(server.takeRequests()).containsExactly("DRY-RUN PUT Deployment managed/ccm");
    }

    @Test
    void asksOnceForEachWorkloadAfterRestart() {
        List<KubernetesObject> all = objects().toList();
        all.forEach(desired -> applier.apply(desired, Optional.empty()));
        server.takeRequests();
        Applier restarted = applier();

        for (int look = 0; look < 3; look++) {
            assertThat(all)
                    .allSatisfy(
                            desired -> assertThat(restarted.apply(desired.copy(), server.live(ObjectKey.of(desired))))
                                    .isInstanceOf(Outcome.Unchanged.class));
        }
        assertThat(server.takeRequests()).containsExactly("DRY-RUN PUT Deployment managed/ccm");
    }

    @Test
    void sendsDryRunButNoWriteForUnknownDefault() {
        KubernetesObject desired = Samples.podDisruptionBudget();
        server.defaults(object -> object.fields().map("spec").putIfAbsent("newField", "Default"));
        applier.apply(desired, Optional.empty());
        server.takeRequests();
        events.lines();
        Applier restarted = applier();

        for (int look = 0; look < 3; look++) {
            assertThat(restarted.apply(desired, server.live(ObjectKey.of(desired))))
                    .isInstanceOf(Outcome.Unchanged.class);
        }
        assertThat(server.takeRequests()).containsExactly("DRY-RUN PUT PodDisruptionBudget managed/ccm");
        assertThat(events.lines()).isEmpty();
    }

    @Test
    void reportsWriteWithoutEffectAsUnchanged() {
        KubernetesObject desired = Samples.podDisruptionBudget();
        server.defaults(object -> object.fields().map("spec").put("minAvailable", 9L));
        applier.apply(desired, Optional.empty());
        events.lines();

        assertThat(applier.apply(desired, server.live(ObjectKey.of(desired)))).isInstanceOf(Outcome.Unchanged.class);
        assertThat(events.lines()).isEmpty();
    }

    @Test
    void revertsCopyOfObjectInItsPlace() {
        KubernetesObject desired = Samples.deployment();
        applier.apply(desired, Optional.empty());
        KubernetesObject copy = server.live(desired);
        copy.containers().get(0).put("image", "other");
        server.remove(desired);
        server.put(copy);

        applier.apply(desired, server.live(ObjectKey.of(desired)));

        assertThat(server.live(desired).containers().get(0)).containsEntry("image", "registry/ccm:1");
        assertThat(applier.isAsDesired(desired, server.live(ObjectKey.of(desired))))
                .isTrue();
    }
}
