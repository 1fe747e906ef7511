// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import io.ccmoperator.SourceProviders;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The chart and the providers of the project, where there is Helm for the machine. */
abstract class ChartScene {
    @TempDir
    Path folder;

    Chart chart;
    SourceProviders providers;

    @BeforeAll
    static void findHelm() {
        Chart.assumeHelm();
    }

    @BeforeEach
    void findChart() {
        chart = new Chart(folder);
        providers = SourceProviders.open();
    }

    @AfterEach
    void closeProviders() {
        providers.close();
    }
}
