// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.status.Controller;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SdkReconcilersTest {
    /** Dashboards and alerts know the controllers by these names. */
    @ParameterizedTest
    @EnumSource
    void haveNamesOfFlagsInMetricsOnEachDistribution(Distribution distribution) {
        for (Controller controller : Controller.values()) {
            String name = SdkReconcilers.type(distribution, controller)
                    .getAnnotation(ControllerConfiguration.class)
                    .name();

            assertThat(SdkReconcilers.nameInFlags(name)).isEqualTo(controller.value());
        }
    }
}
