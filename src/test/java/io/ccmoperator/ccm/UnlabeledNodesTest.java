// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnlabeledNodesTest {
    private static final String FIRST = "{name: a, uid: u, resourceVersion: '1', labels: {k: v},"
            + " managedFields: [{manager: kubelet, time: t1, fieldsV1: {f:status: {}}}]}";
    private static final String REPORT = FIRST.replace("'1'", "'2'").replace("t1", "t2");

    private final UnlabeledNodes nodes = new UnlabeledNodes();

    @Test
    void readsNodeOnceAndAgainWhenMetadataChanges() {
        assertThat(changed(FIRST)).isTrue();
        assertThat(nodes.next()).contains("a");
        assertThat(nodes.next()).isEmpty();

        assertThat(changed(REPORT)).as("a report of the kubelet").isFalse();
        assertThat(changed(REPORT.replace("k: v", "k: w"))).isTrue();
        assertThat(nodes.next()).contains("a");
        assertThat(changed(REPORT.replace("k: v", "k: w").replace("f:status", "f:spec")))
                .as("a field that another client has set")
                .isTrue();
    }

    @Test
    void readsDecidedNodeNoMoreUntilItIsAnotherOne() {
        changed(FIRST);
        nodes.next();
        nodes.decided(metadata(FIRST));

        assertThat(changed(FIRST.replace("k: v", "k: w"))).isFalse();
        assertThat(changed(FIRST.replace("uid: u", "uid: w"))).isTrue();
    }

    @Test
    void forgetsNodeThatIsDeletedOrLabeled() {
        changed(FIRST);

        assertThat(nodes.changed("a", Optional.empty())).isFalse();
        nodes.again("a");

        assertThat(nodes.next()).isEmpty();
        assertThat(changed(FIRST)).as("the label was removed").isTrue();
    }

    @Test
    void retriesNodeAfterOthers() {
        changed(FIRST);
        nodes.changed("b", Optional.of(metadata("{name: b, uid: x}")));
        assertThat(nodes.next()).contains("a");

        nodes.again("a");

        assertThat(nodes.next()).contains("b");
        assertThat(nodes.next()).contains("a");
    }

    private boolean changed(String metadata) {
        return nodes.changed("a", Optional.of(metadata(metadata)));
    }

    private static KubernetesObject metadata(String metadata) {
        return YamlText.manifest(
                "{apiVersion: meta.k8s.io/v1, kind: PartialObjectMetadata, metadata: %s}".formatted(metadata));
    }
}
