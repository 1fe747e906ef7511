// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.StoredObjects;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** An existing object of a desired name that does not belong to the operator. */
class ForeignObjectTest {
    private static final String CAUSE = "Role managed/reader is not ours";

    private final StoredObjects server = new StoredObjects();
    private final RecordedEvents events = new RecordedEvents();
    private final Applier applier = new Applier(
            server,
            key -> new CacheState.NotSynced(),
            events,
            (desired, live) -> live.map(object -> CAUSE),
            new DriftMemory(),
            duration -> {
                throw new AssertionError("nothing has to be waited for");
            });
    private final KubernetesObject desired = Samples.role();
    private final Outcome refused = new Outcome.Failed(ObjectKey.of(desired), CAUSE);

    private static KubernetesObject foreign() {
        KubernetesObject other = Samples.role();
        other.tree().put("rules", List.of());
        return other;
    }

    @Test
    void leavesObjectAloneAndRecordsEvent() {
        server.put(foreign());
        KubernetesObject before = server.live(desired);

        Outcome outcome = applier.apply(desired, Optional.of(before));

        assertThat(outcome).isEqualTo(refused);
        assertThat(server.takeRequests()).isEmpty();
        assertThat(server.live(desired)).isEqualTo(before);
        assertThat(events.lines()).containsExactly("ResourceNotOwned Role reader: " + CAUSE);
    }

    @Test
    void leavesObjectAloneThatAnotherClientCreatesMeanwhile() {
        server.put(foreign());

        Outcome outcome = applier.apply(desired, Optional.empty());

        assertThat(outcome).isEqualTo(refused);
        assertThat(server.takeRequests()).containsExactly("POST Role managed/reader", "GET Role managed/reader");
    }

    @Test
    void doesNotRecreateObjectWithImmutableDifference() {
        KubernetesObject binding = Samples.roleBinding();
        KubernetesObject other = Samples.roleBinding();
        other.fields().map("roleRef").put("name", "other");
        server.put(other);

        applier.apply(binding, Optional.of(server.live(binding)));

        assertThat(server.takeRequests()).isEmpty();
        assertThat(server.live(binding).fields().string("roleRef", "name")).isEqualTo("other");
    }

    @Test
    void createsMissingObject() {
        assertThat(applier.apply(desired, Optional.empty())).isInstanceOf(Outcome.Written.class);
    }
}
