// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.ccmoperator.cloudconfig.transform.azure.JsonObject;
import io.ccmoperator.cluster.InvalidInputException;
import java.nio.charset.StandardCharsets;

class AzureTransformerFuzzTest {
    private static final TransformerFacts FACTS = AzureFacts.inCloud("AzurePublicCloud");

    @FuzzTest(maxDuration = "")
    void transformsOrRejectsAnyText(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        String transformed;
        try {
            transformed = new AzureTransformer().transform(text, FACTS).text();
        } catch (InvalidInputException refused) {
            assertThat(refused.lines())
                    .isNotEmpty()
                    .allMatch(line -> line.matches("line \\d+, column \\d+: .+|the configuration is empty.*"));
            return;
        }
        assertThat(new AzureTransformer().transform(transformed, FACTS).text()).isEqualTo(transformed);
        assertThat(others(transformed)).isEqualTo(others(text));
    }

    private static String others(String text) {
        return JsonObject.read(text)
                .without("cloud")
                .without("vmType")
                .without("clusterServiceLoadBalancerHealthProbeMode")
                .text();
    }
}
