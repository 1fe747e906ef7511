// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ObjectKey;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DriftMemoryTest {
    private final DriftMemory memory = new DriftMemory();
    private final KubernetesObject desired = Samples.deployment();
    private final KubernetesObject answer = Samples.deployment();
    private final ObjectKey key = ObjectKey.of(desired);

    @Test
    void knowsAnswerWhileTheSameIsOwned() {
        KubernetesObject labelled = Samples.deployment();
        labelled.fields().map("metadata", "labels").put("a", "b");
        KubernetesObject other = Samples.deployment();
        other.fields().map("spec").put("replicas", 7L);

        assertThat(memory.answer(desired)).isEmpty();
        memory.remember(desired, answer);

        assertThat(memory.answer(labelled)).contains(answer);
        assertThat(memory.answer(other)).isEmpty();
        assertThat(memory.desired(key)).contains(desired);
    }

    @Test
    void forgetsObjectThatIsNoLongerDesired() {
        KubernetesObject service = Samples.service();
        memory.remember(desired, answer);
        memory.remember(service, service);

        memory.retain(Set.of(ObjectKey.of(service)));

        assertThat(memory.desired(key)).isEmpty();
        assertThat(memory.answer(service)).isPresent();
    }
}
