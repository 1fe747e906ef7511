// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.operator.Platform;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The operator follows the platform of one cluster, from each to the next. */
@Timeout(120)
class ConvergenceTest {
    private static Scenario scenario;

    @BeforeAll
    static void start(@TempDir Path folder) {
        scenario = Scenario.start(new InMemoryServerResource(), Platform.AZURE, folder);
    }

    @AfterAll
    static void stop() {
        scenario.close();
    }

    @ParameterizedTest
    @EnumSource
    void convergesAndPrunesObjectsOfPreviousPlatform(Platform platform) {
        scenario.platform(platform);

        scenario.awaitConverged(platform);

        assertThat(scenario.clusterOperator().fields().maps("status", "versions"))
                .anySatisfy(version -> assertThat(version).containsEntry("version", Scenario.VERSION));
    }
}
