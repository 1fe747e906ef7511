/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.configmaps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.ccmoperator.ControllerScene;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ObjectKey;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConfigMapWriterTest {
    private static final ObjectKey KEY = ControllerScene.configMap("ns", "sample");
    private static final DesiredConfigMap DESIRED =
            new DesiredConfigMap(KEY, ConfigMapContent.EMPTY.with("a", "1"), Map.of("owner", "us"));
    private static final String AS_DESIRED = """
            metadata: {namespace: ns, name: sample, annotations: {owner: us}}
            data: {a: '1'}
            """;

    private final ControllerScene scene = new ControllerScene();
    private final Runnable trigger = () -> {};
    private final ConfigMapWriter writer =
            new ConfigMapWriter(scene.server, scene.watches, scene.events, scene.metrics, trigger);

    @BeforeEach
    void watchIt() {
        scene.watches.watch(KEY, trigger);
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
    void createsMissingObject() {
        assertThat(writer.write(DESIRED)).isTrue();

        assertThat(scene.server.takeRequests()).containsExactly("create ConfigMap ns/sample");
        assertThat(stored().map("data")).containsExactly(entry("a", "1"));
        assertThat(stored().map("metadata", "annotations")).containsExactly(entry("owner", "us"));
        assertThat(scene.takeEvents())
                .singleElement()
                .asString()
                .startsWith("ResourceCreateSuccess x1 cloud-controller-manager: ")
                .contains("sample");
    }

    @Test
    void sendsNoRequestWhenContentIsDesired() {
        scene.put(KEY, AS_DESIRED);

        assertThat(writer.write(DESIRED)).isFalse();

        assertThat(scene.server.takeRequests()).isEmpty();
        assertThat(scene.takeEvents()).isEmpty();
    }

    @Test
    void replacesOnlyContentAndKeepsFieldsOfOthers() {
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
        String uid = stored().text("metadata", "uid");

        assertThat(writer.write(DESIRED)).isTrue();

        KubernetesObject now = stored();
        assertThat(scene.server.takeRequests()).containsExactly("replace ConfigMap ns/sample");
        assertThat(now.map("data")).containsExactly(entry("a", "1"));
        assertThat(now.tree()).doesNotContainKey("binaryData");
        assertThat(now.map("metadata", "labels")).containsExactly(entry("theirs", "l"));
        assertThat(now.map("metadata", "annotations")).containsOnly(entry("theirs", "a"), entry("owner", "us"));
        assertThat(now.map("metadata")).containsKeys("ownerReferences", "finalizers");
        assertThat(now.text("metadata", "uid")).isEqualTo(uid);
        assertThat(scene.takeEvents()).containsExactly("ResourceUpdateSuccess x1 sample: ConfigMap ns/sample written");
    }

    @Test
    void restoresMissingAnnotation() {
        scene.put(KEY, "{data: {a: '1'}}");

        assertThat(writer.write(DESIRED)).isTrue();
        assertThat(stored().map("metadata", "annotations")).containsExactly(entry("owner", "us"));
    }

    @Test
    void readsAndOverwritesAfterConflict() {
        scene.put(KEY, "{data: {a: '2'}}");
        scene.server.beforeNextWrite(() -> scene.put(KEY, "{data: {a: '3'}}"));

        assertThat(writer.write(DESIRED)).isTrue();

        assertThat(scene.server.takeRequests())
                .containsExactly(
                        "replace ConfigMap ns/sample", "get ConfigMap ns/sample", "replace ConfigMap ns/sample");
        assertThat(stored().map("data")).containsExactly(entry("a", "1"));
    }

    @Test
    void stopsAfterConflictWhenContentIsDesired() {
        scene.put(KEY, "{data: {a: '2'}}");
        scene.server.beforeNextWrite(() -> scene.put(KEY, AS_DESIRED));

        assertThat(writer.write(DESIRED)).isFalse();
    }

    @Test
    void replacesObjectThatAnotherClientCreatesMeanwhile() {
        scene.server.beforeNextWrite(() -> scene.put(KEY, "{data: {a: '2'}}"));

        assertThat(writer.write(DESIRED)).isTrue();

        assertThat(scene.server.takeRequests())
                .containsExactly(
                        "create ConfigMap ns/sample", "get ConfigMap ns/sample", "replace ConfigMap ns/sample");
    }

    @Test
    void createsObjectThatIsDeletedDuringUpdate() {
        scene.put(KEY, "{data: {a: '2'}}");
        scene.server.beforeNextWrite(() -> scene.server.remove(KEY));

        assertThat(writer.write(DESIRED)).isTrue();

        assertThat(scene.server.takeRequests())
                .containsExactly(
                        "replace ConfigMap ns/sample", "get ConfigMap ns/sample", "create ConfigMap ns/sample");
    }

    @Test
    void ignoresStaleWatch() {
        scene.put(KEY, "{data: {a: '2'}}");
        scene.watches.keepAsItIs(KEY);
        scene.put(KEY, "{metadata: {namespace: ns, name: sample, labels: {theirs: l}}, data: {a: '3'}}");

        writer.write(DESIRED);

        assertThat(stored().map("metadata", "labels")).containsExactly(entry("theirs", "l"));
        scene.server.takeRequests();
        assertThat(writer.write(DESIRED)).as("its own write is known").isFalse();
        assertThat(scene.server.takeRequests()).isEmpty();
    }

    @Test
    void readsObjectThatHasNotSynced() {
        scene.put(KEY, AS_DESIRED);
        scene.watches.keepUnknown(KEY);

        assertThat(writer.write(DESIRED)).isFalse();
        assertThat(scene.server.takeRequests()).containsExactly("get ConfigMap ns/sample");
    }

    @Test
    void givesUpAfterRepeatedConflicts() {
        scene.put(KEY, "{data: {a: '2'}}");
        for (int attempt = 0; attempt < 5; attempt++) {
            scene.server.beforeNextWrite(() -> scene.put(KEY, "{data: {a: '3'}}"));
        }

        assertThatThrownBy(() -> writer.write(DESIRED))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.isConflict()).isTrue());
        assertThat(scene.writes()).hasSize(5);
    }

    @Test
    void reportsRejectedUpdateAndKeepsContent() {
        scene.put(KEY, "{data: {a: '2'}}");
        refuse(422);

        assertThatThrownBy(() -> writer.write(DESIRED)).hasMessage("refused with 422");

        assertThat(stored().map("data")).containsExactly(entry("a", "2"));
        assertThat(scene.takeEvents()).containsExactly("ResourceUpdateFailed x1 sample: refused with 422");
    }

    @Test
    void reportsRejectedCreation() {
        refuse(403);

        assertThatThrownBy(() -> writer.write(DESIRED)).hasMessage("refused with 403");

        assertThat(scene.writes()).hasSize(1);
        assertThat(scene.takeEvents()).containsExactly("ResourceCreateFailed x1 sample: refused with 403");
    }

    @Test
    void recreatesImmutableObjectWithFieldsOfOthers() {
        scene.put(KEY, """
                metadata: {namespace: ns, name: sample, labels: {theirs: l}, annotations: {theirs: a}}
                immutable: true
                data: {a: '2'}
                """);
        String uid = stored().text("metadata", "uid");

        assertThat(writer.write(DESIRED)).isTrue();

        KubernetesObject now = stored();
        assertThat(scene.server.takeRequests())
                .containsExactly(
                        "try to create ConfigMap ns/sample-dry-run",
                        "delete ConfigMap ns/sample",
                        "create ConfigMap ns/sample");
        assertThat(now.tree()).doesNotContainKey("immutable");
        assertThat(now.map("data")).containsExactly(entry("a", "1"));
        assertThat(now.map("metadata", "labels")).containsExactly(entry("theirs", "l"));
        assertThat(now.map("metadata", "annotations")).containsOnly(entry("theirs", "a"), entry("owner", "us"));
        assertThat(now.text("metadata", "uid")).isNotEqualTo(uid);
        assertThat(scene.takeEvents())
                .containsExactly(
                        "ResourceRecreateSuccess x1 sample: ConfigMap ns/sample recreated",
                        "ResourceRecreating x1 sample: ConfigMap ns/sample deleted and created, because it is immutable");
    }

    @Test
    void makesImmutableObjectOfDesiredContentMutable() {
        scene.put(KEY, AS_DESIRED + "immutable: true\n");

        assertThat(writer.write(DESIRED)).isTrue();
        assertThat(writer.write(DESIRED)).isFalse();
    }

    @Test
    void recreatesImmutableObjectThatAnotherClientCreatesMeanwhile() {
        scene.put(KEY, "{immutable: true, data: {a: '2'}}");
        scene.server.beforeNextWrite(() -> {});
        scene.server.beforeNextWrite(() -> {});
        scene.server.beforeNextWrite(() -> scene.put(KEY, "{immutable: true, data: {a: '3'}}"));

        assertThat(writer.write(DESIRED)).isTrue();
        assertThat(stored().map("data")).containsExactly(entry("a", "1"));
    }

    @Test
    void keepsImmutableObjectWhenNewOneWouldBeRejected() {
        scene.put(KEY, "{immutable: true, data: {a: '2'}}");
        scene.server.beforeNextWrite(() -> {
            throw new ApiException(422, "too long", null);
        });

        assertThatThrownBy(() -> writer.write(DESIRED)).isInstanceOf(ApiException.class);
        assertThat(stored().map("data")).containsExactly(entry("a", "2"));
    }

    @Test
    void countsOnlyForeignChangesAsCorrectedDrift() {
        String corrections = "ccm_operator_drift_corrections_total{kind=\"ConfigMap\"}";
        writer.write(DESIRED);
        writer.write(new DesiredConfigMap(KEY, ConfigMapContent.EMPTY.with("a", "2"), Map.of()));
        writer.write(DESIRED);
        assertThat(scene.measured.samples()).containsOnly(entry(corrections, 0.0));

        scene.put(KEY, "data: {a: changed}");
        writer.write(DESIRED);

        assertThat(scene.measured.samples()).containsOnly(entry(corrections, 1.0));
    }
}
