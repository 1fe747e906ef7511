// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.kubelet.Program;
import java.io.IOException;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When a configuration that was taken back is tried again. */
@RequiresApiServer
@Tag("packaged")
@Tag("genuine")
@Tag("once")
class TriedAgainIT extends TakenBackScene {
    /** @param ends whether the program of a Pod that has the second configuration ends */
    private void takeBackSecond(Predicate<KubernetesObject> ends) throws IOException {
        install(Platform.AWS, 2);
        kubelet.programs(pod -> deployment.has("second", pod) && ends.test(pod) ? ENDS : Program.WORKS);
        configure("second");
        awaitTakenBack(SOURCE);
        assertThat(deployment.generation()).as("there and back").isEqualTo(3);
    }

    @Test
    void triesAgainWhenDueAndNotBefore() throws IOException {
        takeBackSecond(pod -> true);

        restart();
        awaitRepair();
        assertThat(deployment.generation()).as("not yet").isEqualTo(3);
        awaitTakenBack(SOURCE);

        deployment.makeDue();
        awaitStep("the second time", () -> deployment.takenBack().field("times").is(2L));
        awaitTakenBack(SOURCE);
        assertThat(deployment.generation())
                .as("there and back again, after the test's own edit of an annotation")
                .isEqualTo(6);

        kubelet.program(Program.WORKS);
        deployment.makeDue();
        awaitConverged("second");
        assertThat(deployment.generation()).isEqualTo(8);
    }

    @Test
    void triesAgainWhenSecretChanges() throws IOException {
        takeBackSecond(pod -> !hasCredentials("renewed"));

        credentials("renewed");

        awaitConverged("second");
        assertThat(deployment.generation()).as("one rollout").isEqualTo(4);
    }

    @Test
    @Tag("long")
    void triesAgainWhenImageChanges() throws IOException {
        takeBackSecond(pod -> pod.containers().get(0).get("image").toString().endsWith(":1"));

        Images.of(folder, "2");

        awaitConverged("second");
        assertThat(deployment.image()).isEqualTo(Images.image("cloudControllerManagerAWS", "2"));
        assertThat(deployment.generation()).as("one rollout").isEqualTo(4);
    }
}
