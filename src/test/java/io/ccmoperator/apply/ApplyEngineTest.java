// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.ccmoperator.ControllerScene;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ConfigMapContent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ApplyEngineTest {
    private static final ObjectKey KEY = ControllerScene.configMap("ns", "sample");
    private static final KubernetesObject DESIRED = desired("1");
    private static final String AS_DESIRED = """
            metadata: {namespace: ns, name: sample, annotations: {owner: us}}
            data: {a: '1'}
            """;

    private final ControllerScene scene = new ControllerScene();
    private final Semaphore triggers = new Semaphore(0);
    private final Runnable trigger = triggers::release;
    private final ApplyEngine engine = new ApplyEngine(scene.cluster, ObjectOwnership.ALL, trigger);

    @BeforeEach
    void watchIt() {
        scene.watches.watch(KEY, trigger);
    }

    private static KubernetesObject desired(String a) {
        return ConfigMapContent.EMPTY.with("a", a).configMap("ns", "sample", Map.of("owner", "us"));
    }

    private boolean write(KubernetesObject desired) {
        ApplyResult result = engine.apply(List.of(desired));
        assertThat(result.failure()).isEmpty();
        return result.written();
    }

    private Optional<String> failure() {
        return engine.apply(List.of(DESIRED)).failure();
    }

    private KubernetesObject stored() {
        return scene.server.stored(KEY);
    }

    private void refuse(int code) {
        scene.server.beforeNextWrite(() -> {
            throw new ApiException(code, "refused with " + code, null);
        });
    }

    @Test
    void triggersOnceForAllThatWait() throws Exception {
        for (int reconcile = 0; reconcile < 100; reconcile++) {
            engine.requeueAfter(Duration.ofMillis(500));
        }
        awaitTrigger();

        engine.requeueAfter(Duration.ofMillis(100));
        awaitTrigger();
        assertThat(triggers.availablePermits()).isZero();
    }

    @Test
    void triggersForWhatIsDueFirst() throws Exception {
        engine.requeueAfter(Duration.ofHours(1));
        engine.requeueAfter(Duration.ZERO);

        awaitTrigger();
    }

    @Test
    void leavesAloneWhatRefersToAnObjectThatCouldNotBeWritten() {
        KubernetesObject user = ConfigMapContent.EMPTY.with("b", "2").configMap("ns", "user", Map.of());
        KubernetesObject other = ConfigMapContent.EMPTY.with("b", "2").configMap("ns", "other", Map.of());
        scene.put(ObjectKey.of(user), "{data: {b: '1'}}");
        scene.watches.watch(ObjectKey.of(user), trigger);
        scene.watches.watch(ObjectKey.of(other), trigger);
        refuse(500);

        ApplyResult result =
                engine.apply(List.of(DESIRED, user, other), object -> object.equals(user) ? List.of(KEY) : List.of());

        assertThat(result.failure()).contains("refused with 500");
        assertThat(scene.data(ObjectKey.of(user))).containsExactly(entry("b", "1"));
        assertThat(result.live()).extracting(KubernetesObject::name).containsExactly("user", "other");
        assertThat(scene.data(ObjectKey.of(other))).containsExactly(entry("b", "2"));
    }

    private void awaitTrigger() throws InterruptedException {
        assertThat(triggers.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    void createsMissingConfigMap() {
        assertThat(write(DESIRED)).isTrue();

        assertThat(scene.server.takeRequests()).containsExactly("POST ConfigMap ns/sample");
        assertThat(stored().fields().map("data")).containsExactly(entry("a", "1"));
        assertThat(stored().fields().map("metadata", "annotations")).containsExactly(entry("owner", "us"));
        assertThat(scene.takeEvents())
                .singleElement()
                .asString()
                .startsWith("ResourceCreateSuccess x1 cloud-controller-manager: ")
                .contains("sample");
    }

    @Test
    void sendsNoRequestWhenContentIsAsDesired() {
        scene.put(KEY, AS_DESIRED);

        assertThat(write(DESIRED)).isFalse();

        assertThat(scene.server.takeRequests()).isEmpty();
        assertThat(scene.takeEvents()).isEmpty();
    }

    @Test
    void replacesContentAndKeepsMetadataOfOthers() {
        scene.put(KEY, """
                metadata:
                  namespace: ns
                  name: sample
                  labels: {theirs: l}
                  annotations: {theirs: a, owner: them}
                  ownerReferences: [{kind: Sample}]
                  finalizers: [sample/f]
                data: {a: '2', b: '3'}
                binaryData: {c: AA==}
                """);
        String uid = stored().fields().string("metadata", "uid");

        assertThat(write(DESIRED)).isTrue();

        KubernetesObject now = stored();
        assertThat(scene.server.takeRequests()).containsExactly("PUT ConfigMap ns/sample");
        assertThat(now.fields().map("data")).containsExactly(entry("a", "1"));
        assertThat(now.tree()).doesNotContainKey("binaryData");
        assertThat(now.fields().map("metadata", "labels")).containsExactly(entry("theirs", "l"));
        assertThat(now.fields().map("metadata", "annotations"))
                .containsOnly(entry("theirs", "a"), entry("owner", "us"));
        assertThat(now.fields().map("metadata")).containsKeys("ownerReferences", "finalizers");
        assertThat(now.fields().string("metadata", "uid")).isEqualTo(uid);
        assertThat(scene.takeEvents())
                .containsExactly(
                        "ResourceUpdateSuccess x1 sample: ConfigMap ns/sample updated to match the desired state");
    }

    @Test
    void restoresMissingAnnotation() {
        scene.put(KEY, "{data: {a: '1'}}");

        assertThat(write(DESIRED)).isTrue();
        assertThat(stored().fields().map("metadata", "annotations")).containsExactly(entry("owner", "us"));
    }

    @Test
    void retriesOnConflict() {
        scene.put(KEY, "{data: {a: '2'}}");
        scene.server.beforeNextWrite(() -> scene.put(KEY, "{data: {a: '3'}}"));

        assertThat(write(DESIRED)).isTrue();

        assertThat(scene.server.takeRequests()).containsExactly("PUT ConfigMap ns/sample", "PUT ConfigMap ns/sample");
        assertThat(stored().fields().map("data")).containsExactly(entry("a", "1"));
    }

    @Test
    void sendsNoSecondWriteWhenConflictLeftDesiredContent() {
        scene.put(KEY, "{data: {a: '2'}}");
        scene.server.beforeNextWrite(() -> scene.put(KEY, AS_DESIRED));

        assertThat(write(DESIRED)).isFalse();
    }

    @Test
    void replacesConfigMapCreatedByAnotherClientMeanwhile() {
        scene.server.beforeNextWrite(() -> scene.put(KEY, "{data: {a: '2'}}"));

        assertThat(write(DESIRED)).isTrue();

        assertThat(scene.server.takeRequests()).containsExactly("POST ConfigMap ns/sample", "PUT ConfigMap ns/sample");
    }

    @Test
    void createsConfigMapDeletedDuringUpdate() {
        scene.put(KEY, "{data: {a: '2'}}");
        scene.server.beforeNextWrite(() -> scene.server.remove(KEY));

        assertThat(write(DESIRED)).isTrue();

        assertThat(scene.server.takeRequests()).containsExactly("PUT ConfigMap ns/sample", "POST ConfigMap ns/sample");
    }

    @Test
    void keepsChangesNewerThanCache() {
        scene.put(KEY, "{data: {a: '2'}}");
        scene.watches.keepAsItIs(KEY);
        scene.put(KEY, "{metadata: {namespace: ns, name: sample, labels: {theirs: l}}, data: {a: '3'}}");

        write(DESIRED);

        assertThat(stored().fields().map("metadata", "labels")).containsExactly(entry("theirs", "l"));
        scene.server.takeRequests();
        assertThat(write(DESIRED)).as("its own write is known").isFalse();
        assertThat(scene.server.takeRequests()).isEmpty();
    }

    @Test
    void readsObjectThatIsNotSynced() {
        scene.put(KEY, AS_DESIRED);
        scene.watches.keepUnknown(KEY);

        assertThat(write(DESIRED)).isFalse();
        assertThat(scene.server.takeRequests()).containsExactly("GET ConfigMap ns/sample");
    }

    @Test
    void failsAfterFiveConflicts() {
        scene.put(KEY, "{data: {a: '2'}}");
        for (int attempt = 0; attempt < 5; attempt++) {
            scene.server.beforeNextWrite(() -> scene.put(KEY, "{data: {a: '3'}}"));
        }

        assertThat(failure())
                .contains("ConfigMap ns/sample was changed by other clients in each of 5 attempts to write it");
        assertThat(scene.writes()).hasSize(5);
    }

    @Test
    void keepsOldContentWhenUpdateIsRefused() {
        scene.put(KEY, "{data: {a: '2'}}");
        refuse(422);

        assertThat(failure()).contains("refused with 422");

        assertThat(stored().fields().map("data")).containsExactly(entry("a", "2"));
        assertThat(scene.takeEvents()).containsExactly("ResourceUpdateFailed x1 sample: refused with 422");
    }

    @Test
    void recordsRefusedCreation() {
        refuse(403);

        assertThat(failure()).contains("refused with 403");

        assertThat(scene.writes()).hasSize(1);
        assertThat(scene.takeEvents()).containsExactly("ResourceCreateFailed x1 sample: refused with 403");
    }

    @Test
    void recreatesImmutableConfigMapWithMetadataOfOthers() {
        scene.put(KEY, """
                metadata: {namespace: ns, name: sample, labels: {theirs: l}, annotations: {theirs: a}}
                immutable: true
                data: {a: '2'}
                """);
        String uid = stored().fields().string("metadata", "uid");

        assertThat(write(DESIRED)).isTrue();

        KubernetesObject now = stored();
        assertThat(scene.server.takeRequests())
                .containsExactly(
                        "DRY-RUN POST ConfigMap ns/sample-dry-run",
                        "DELETE ConfigMap ns/sample",
                        "GET ConfigMap ns/sample",
                        "POST ConfigMap ns/sample");
        assertThat(now.tree()).doesNotContainKey("immutable");
        assertThat(now.fields().map("data")).containsExactly(entry("a", "1"));
        assertThat(now.fields().map("metadata", "labels")).containsExactly(entry("theirs", "l"));
        assertThat(now.fields().map("metadata", "annotations"))
                .containsOnly(entry("theirs", "a"), entry("owner", "us"));
        assertThat(now.fields().string("metadata", "uid")).isNotEqualTo(uid);
        assertThat(scene.takeEvents())
                .containsExactly(
                        "ResourceRecreateSuccess x1 sample: ConfigMap ns/sample recreated",
                        "ResourceRecreating x1 sample: ConfigMap ns/sample is deleted and created again: an immutable field differs");
    }

    @Test
    void makesImmutableConfigMapMutable() {
        scene.put(KEY, AS_DESIRED + "immutable: true\n");

        assertThat(write(DESIRED)).isTrue();
        assertThat(write(DESIRED)).isFalse();
    }

    @Test
    void recreatesImmutableConfigMapCreatedByAnotherClientMeanwhile() {
        scene.put(KEY, "{immutable: true, data: {a: '2'}}");
        scene.server.beforeNextWrite(() -> {});
        scene.server.beforeNextWrite(() -> {});
        scene.server.beforeNextWrite(() -> scene.put(KEY, "{immutable: true, data: {a: '3'}}"));

        assertThat(write(DESIRED)).isTrue();
        assertThat(stored().fields().map("data")).containsExactly(entry("a", "1"));
    }

    @Test
    void keepsImmutableConfigMapWhenNewOneWouldBeRefused() {
        scene.put(KEY, "{immutable: true, data: {a: '2'}}");
        scene.server.beforeNextWrite(() -> {
            throw new ApiException(422, "too long", null);
        });

        assertThat(failure()).contains("too long");
        assertThat(stored().fields().map("data")).containsExactly(entry("a", "2"));
    }

    @Test
    void countsOnlyChangesOfOthersAsCorrectedDrift() {
        String corrections = "ccm_operator_drift_corrections_total{kind=\"ConfigMap\"}";
        write(DESIRED);
        write(desired("2"));
        write(DESIRED);
        assertThat(scene.measured.samples()).containsEntry(corrections, 0.0);

        scene.put(KEY, "data: {a: changed}");
        write(DESIRED);

        assertThat(scene.measured.samples()).containsEntry(corrections, 1.0);
    }
}
