// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.LogLines;
import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.status.SteppedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SingleNodeTest {
    private static final KubernetesObject NODE = YamlText.manifest("{apiVersion: v1, kind: Node, metadata: {name: a}}");

    private final List<String> requests = new ArrayList<>();
    private final SteppedClock clock = new SteppedClock();
    private List<KubernetesObject> nodes = List.of(NODE);
    private boolean forbidden;

    private final SingleNode single = new SingleNode(
            (kind, namespace, selector, keep) -> {
                requests.add(kind + " " + namespace + selector);
                if (forbidden) {
                    throw new ApiException(403, "nodes are forbidden", null);
                }
                return nodes.stream().flatMap(node -> keep.apply(node).stream()).toList();
            },
            clock);

    @Test
    void countsNodesOfControlPlane() {
        assertThat(single.getAsBoolean()).isTrue();

        assertThat(requests).containsExactly("NODE labelSelector=node-role.kubernetes.io/control-plane");
    }

    @Test
    void countsAgainAfterTenMinutesOnly() {
        single.getAsBoolean();
        nodes = List.of(NODE, NODE, NODE);

        assertThat(single.getAsBoolean()).isTrue();
        clock.advance(Duration.ofMinutes(10));
        assertThat(single.getAsBoolean()).isFalse();
        assertThat(requests).hasSize(2);
    }

    @Test
    void changesAnswerWhenWatchCountsOtherNumber() {
        assertThat(single.getAsBoolean()).isTrue();

        assertThat(single.counted(1)).isFalse();
        assertThat(single.counted(2)).isTrue();
        assertThat(single.getAsBoolean()).isFalse();
        assertThat(single.counted(3)).isFalse();
        assertThat(single.counted(1)).isTrue();
        assertThat(single.getAsBoolean()).isTrue();
        assertThat(requests).hasSize(1);
    }

    @Test
    void assumesSeveralNodesWhereNoneHasRole() {
        nodes = List.of();

        assertThat(single.getAsBoolean()).isFalse();
    }

    @Test
    void keepsLastAnswerWhileNodesCannotBeListed() {
        single.getAsBoolean();
        forbidden = true;
        clock.advance(Duration.ofMinutes(10));

        assertThat(single.getAsBoolean()).isTrue();
        assertThat(single.getAsBoolean()).isTrue();
        assertThat(requests).as("not at each reconcile").hasSize(2);
    }

    @Test
    void logsFailureOnceUntilNextAnswer() {
        try (LogLines log = LogLines.of(SingleNode.class)) {
            for (boolean next : new boolean[] {true, true, true, false, true}) {
                forbidden = next;
                single.getAsBoolean();
                clock.advance(Duration.ofMinutes(10));
            }

            assertThat(log.warnings()).hasSize(2);
        }
    }
}
