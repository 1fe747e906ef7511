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
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is done in each situation, and with which requests. */
class ApplierTest {
    private final StoredObjects server = new StoredObjects();
    private final RecordedEvents events = new RecordedEvents();
    private final Applier applier =
            new Applier(server, key -> new CacheState.NotSynced(), events, ObjectOwnership.ALL, duration -> {
                throw new AssertionError("nothing has to be waited for");
            });

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

        desired.fields().map("metadata").put("annotations", tree("{desired: now}"));
        applier.apply(desired, Optional.of(edited));

        KubernetesObject live = server.live(desired);
        assertThat(live.fields().string("metadata", "labels", "of")).isEqualTo("others");
        assertThat(live.fields().map("metadata", "annotations"))
                .containsEntry("of", "others")
                .containsEntry("desired", "now");
        assertThat(live.fields().at("metadata", "finalizers")).isEqualTo(List.of("of/others"));
    }

    @Test
    void keepsRestartByKubectlWithOneWriteOfMetadata() {
        KubernetesObject desired = Samples.deployment();
        applier.apply(desired, Optional.empty());
        server.edit(
                desired,
                live -> new FieldWriter(live.tree())
                        .map("spec", "template", "metadata", "annotations")
                        .put("kubectl.kubernetes.io/restartedAt", "2026-01-02T03:04:05Z"));
        KubernetesObject restarted = server.live(desired);
        server.takeRequests();

        applier.apply(desired, Optional.of(restarted));

        KubernetesObject live = server.live(desired);
        assertThat(live.fields().map("spec")).isEqualTo(restarted.fields().map("spec"));
        assertThat(applier.apply(desired, Optional.of(live))).isEqualTo(new Outcome.Unchanged(live));

        desired.fields().map("spec").put("replicas", 7L);
        applier.apply(desired, Optional.of(live));
        assertThat(server.live(desired)
                        .fields()
                        .string("spec", "template", "metadata", "annotations", "kubectl.kubernetes.io/restartedAt"))
                .isEqualTo("2026-01-02T03:04:05Z");
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

    @Test
    void annotatesWorkloadOfPreviousOperatorWithoutNewGeneration() {
        KubernetesObject desired = Samples.deployment();
        KubernetesObject earlier = desired.copy();
        earlier.fields()
                .map("metadata")
                .put(
                        "annotations",
                        tree("{operator.openshift.io/spec-hash: other, operator.openshift.io/generation: '1'}"));
        server.put(earlier);

        applier.apply(desired, server.live(ObjectKey.of(desired)));

        assertThat(SpecHash.isAsWritten(desired, server.live(desired))).isTrue();
        assertThat(SpecHash.generation(server.live(desired))).isEqualTo(1);
        assertThat(server.takeRequests())
                .containsExactly("DRY-RUN PUT Deployment managed/ccm", "PUT Deployment managed/ccm");
    }

    @Test
    void writesGenerationAgainWhenServerCountsDifferently() {
        KubernetesObject desired = Samples.deployment();
        applier.apply(desired, Optional.empty());
        server.edit(desired, live -> live.fields().map("spec").put("replicas", 7L));
        KubernetesObject live = server.live(desired);
        // The server keeps the change only once.
        server.defaults(object -> {
            ServerSideDefaults.fill(object);
            object.fields().map("spec").put("replicas", 7L);
        });
        server.takeRequests();

        applier.apply(desired, Optional.of(live));

        assertThat(server.takeRequests()).containsExactly("PUT Deployment managed/ccm", "PUT Deployment managed/ccm");
        assertThat(SpecHash.tellsGeneration(server.live(desired))).isTrue();
    }

    @Test
    void sendsDryRunButNoWriteWhenServerNormalizesValues() {
        KubernetesObject desired = Samples.deployment();
        server.defaults(object -> {
            ServerSideDefaults.fill(object);
            object.fields().map("spec").computeIfPresent("replicas", (key, value) -> 9L);
        });
        applier.apply(desired, Optional.empty());
        server.takeRequests();

        assertThat(applier.apply(desired, server.live(ObjectKey.of(desired)))).isInstanceOf(Outcome.Unchanged.class);
        assertThat(server.takeRequests()).containsExactly("DRY-RUN PUT Deployment managed/ccm");
    }

    @Test
    void sendsDryRunButNoWriteForUnknownDefault() {
        KubernetesObject desired = Samples.podDisruptionBudget();
        server.defaults(object -> object.fields().map("spec").putIfAbsent("newField", "Default"));
        applier.apply(desired, Optional.empty());
        server.takeRequests();
        events.lines();

        assertThat(applier.apply(desired, server.live(ObjectKey.of(desired)))).isInstanceOf(Outcome.Unchanged.class);
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
    void ignoresAnnotationsOnCopyOfObject() {
        KubernetesObject desired = Samples.deployment();
        applier.apply(desired, Optional.empty());
        KubernetesObject copy = server.live(desired);
        copy.containers().get(0).put("image", "other");
        server.remove(desired);
        server.put(copy);

        applier.apply(desired, server.live(ObjectKey.of(desired)));

        assertThat(server.live(desired).containers().get(0)).containsEntry("image", "registry/ccm:1");
        assertThat(SpecHash.isAsWritten(desired, server.live(desired))).isTrue();
    }
}
