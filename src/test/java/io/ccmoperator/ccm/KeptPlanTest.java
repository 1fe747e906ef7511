// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.plan.Plan;
import io.ccmoperator.plan.Planner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which changes of the cluster cost another plan of the CCM resources. */
class KeptPlanTest extends ProvidedScene {
    private Planner<CcmFindings> planner;
    private Plan<CcmFindings> before;

    @BeforeEach
    void plan() throws Exception {
        planner =
                new Planner<>(scene.watches, clock, snapshot -> CcmPlan.of(snapshot, inputs()), () -> {}, pause -> {});
        before = planner.plan();
    }

    @Test
    void isAppliedAgainWhenItsObjectsAreDeleted() throws Exception {
        before.objects().forEach(scene.server::remove);

        assertThat(planner.plan()).isSameAs(before);
        clock.advanceSeconds(3600);
        assertThat(planner.plan()).isSameAs(before);
    }

    @Test
    void isMadeAgainWhenItsInputDiffers() throws Exception {
        image = "registry/aws:2";
        Plan<CcmFindings> ofImage = planner.plan();
        cloudConf("second");
        Plan<CcmFindings> ofConfiguration = planner.plan();

        assertThat(ofImage.objects()).isNotEqualTo(before.objects());
        assertThat(ofConfiguration.objects()).isNotEqualTo(ofImage.objects());
    }
}
