// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.ControllerScene.MANAGED;
import static io.ccmoperator.ControllerScene.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.ccm.ConfigurationRecord.TakenBack;
import io.ccmoperator.status.ReconcileResult;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a configuration that was taken back is tried again. */
class TriedAgainTest extends TrialScene {
    @Test
    void triesAgainWhenDueAndWaitsTwiceAsLongThen() throws Exception {
        takeBack("second");
        clock.advance(Duration.ofMinutes(10).minusSeconds(10));
        restart();
        reconcile();
        assertThat(mounted()).isEqualTo("cloud-conf-a");

        clock.advanceSeconds(10);
        reconcile();

        assertThat(mounted()).isNotEqualTo("cloud-conf-a");
        rolling(3);
        reconcile();
        reconcile();
        end("new");
        rollOut();
        assertThat(reconcile()).isEqualTo(degraded(TAKEN_BACK + "20 minutes"));
    }

    @Test
    void forgetsOnceItWorks() throws Exception {
        takeBack("second");
        clock.advance(Duration.ofMinutes(10));
        reconcile();

        end("old");
        rollOut();
        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertThat(scene.server.live(A)).as("what it may go back to").isPresent();

        prove();
        reconcile();
        assertThat(scene.data(configMap(MANAGED, mounted()))).containsEntry("cloud.conf", "second");
        assertThat(scene.server.live(A)).isEmpty();
    }

    @Test
    void triesMendedConfigurationAtOnce() throws Exception {
        takeBack("second");

        cloudConf("third");
        reconcile();

        assertThat(scene.data(configMap(MANAGED, mounted()))).containsEntry("cloud.conf", "third");
        assertThat(rollouts()).isEqualTo(4);
        end("old");
        rollOut();
        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertThat(record().takenBack()).isEmpty();
    }

    @Test
    void triesSameConfigurationAfterAnotherOne() throws Exception {
        takeBack("second");
        cloudConf("first");
        reconcile();
        rollOut();
        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertThat(rollouts()).as("nothing is rolled out").isEqualTo(3);
        assertThat(record().takenBack()).isEmpty();

        cloudConf("second");
        reconcile();

        assertThat(mounted()).isNotEqualTo("cloud-conf-a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"image", "trusted CA"})
    void triesAgainWithWhatElsePodsGet(String changed) throws Exception {
        takeBack("second");

        if (changed.equals("image")) {
            image = "registry/aws:2";
            restart();
        } else {
            scene.put(configMap(MANAGED, "ccm-trusted-ca"), "{data: {ca-bundle.crt: other}}");
        }
        reconcile();

        assertThat(mounted()).isNotEqualTo("cloud-conf-a");
    }

    @ParameterizedTest
    @CsvSource({"1, 10", "2, 20", "6, 320", "7, 360", "100, 360", "-5, 10"})
    void waitsLongerEachTime(long times, long minutes) {
        assertThat(new TakenBack("", times, Instant.EPOCH, "").pause()).isEqualTo(Duration.ofMinutes(minutes));
    }
}
