// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.ccmoperator.cluster.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.util.List;

class CopyTransformerFuzzTest {
    private static final List<CloudConfigTransformer> TRANSFORMERS = List.of(
            CopyTransformer.ofIni(CopyTransformer.GCP),
            CopyTransformer.ofIni(CopyTransformer.IBM),
            CopyTransformer.ofYaml(CopyTransformer.ALIBABA),
            new NutanixTransformer());

    @FuzzTest(maxDuration = "")
    void copiesOrRejectsAnyText(byte[] bytes) {
        String source = new String(bytes, StandardCharsets.UTF_8);
        for (CloudConfigTransformer transformer : TRANSFORMERS) {
            try {
                TransformedConfig result = transformer.transform(source, Facts.onKubernetes());

                assertThat(result.text()).isEqualTo(source);
                assertThat(result.warnings()).allMatch(line -> line.matches("line \\d+.*"));
            } catch (InvalidInputException refused) {
                assertThat(refused.lines()).isNotEmpty().allMatch(line -> line.matches("line \\d+.*"));
            }
        }
    }
}
