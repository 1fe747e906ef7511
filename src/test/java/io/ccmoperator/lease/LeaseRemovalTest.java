// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import static io.ccmoperator.YamlText.manifest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.StoredObjects;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class LeaseRemovalTest {
    private static final ObjectKey LEASE =
            new ObjectKey(ResourceKind.LEASE, "operator", "cluster-cloud-controller-manager-leader");
    private static final KubernetesObject HELD = manifest("""
            apiVersion: coordination.k8s.io/v1
            kind: Lease
            metadata: {namespace: operator, name: cluster-cloud-controller-manager-leader}
            spec: {holderIdentity: host_1, leaseDurationSeconds: 137}
            """);

    private final StoredObjects server = new StoredObjects();
    private List<KubernetesObject> pods = List.of();
    private Runnable whilePodsAreListed = () -> {};
    private final LeaseRemoval removal = new LeaseRemoval(server, this::list, "operator", Clock.systemUTC());

    private List<KubernetesObject> list(
            ResourceKind kind,
            String namespace,
            String selector,
            Function<KubernetesObject, Optional<KubernetesObject>> keep) {
        assertThat(List.of(kind, namespace, selector))
                .isEqualTo(List.of(ResourceKind.POD, "operator", "labelSelector=k8s-app=cloud-manager-operator"));
        whilePodsAreListed.run();
        return pods.stream().flatMap(pod -> keep.apply(pod).stream()).toList();
    }

    private static KubernetesObject pod(String name, String phase) {
        return manifest("{apiVersion: v1, kind: Pod, metadata: {namespace: operator, name: %s}, status: {phase: %s}}"
                .formatted(name, phase));
    }

    @Test
    void deletesLeaseOfOperatorWhosePodsHaveEnded() {
        server.put(HELD);
        pods = List.of(pod("evicted", "Failed"), pod("ended", "Succeeded"));

        assertThat(removal.run()).isEmpty();

        assertThat(server.live(LEASE)).isEmpty();
        assertThat(removal.run()).isEmpty();
    }

    @Test
    void keepsLeaseWhilePodMayHoldIt() {
        server.put(HELD);
        pods = List.of(pod("b", "Running"), pod("a", "Unknown"));

        assertThat(removal.run()).containsExactly("a", "b");

        assertThat(server.stored(LEASE).fields().string("spec", "holderIdentity"))
                .isEqualTo("host_1");
    }

    @Test
    void keepsLeaseThatAnotherOperatorHasJustAcquired() {
        server.put(HELD);
        whilePodsAreListed = () -> server.edit(
                server.stored(LEASE), lease -> lease.fields().map("spec").put("holderIdentity", "host_2"));

        assertThatThrownBy(removal::run)
                .isInstanceOfSatisfying(
                        ApiException.class,
                        failure -> assertThat(failure.isConflict()).isTrue());

        assertThat(server.stored(LEASE).fields().string("spec", "holderIdentity"))
                .isEqualTo("host_2");
    }
}
