// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.cluster.InvalidInputException;
import java.nio.charset.StandardCharsets;

/** Properties of a transformer for any input. */
final class AnyText {
    private AnyText() {}

    /**
     * Asserts that the input is transformed into output that the transformer does not change, each time the same, or rejected with
     * its place.
     */
    static void transform(CloudConfigTransformer transformer, byte[] utf8, TransformerFacts facts) {
        String text = new String(utf8, StandardCharsets.UTF_8);
        TransformedConfig config;
        try {
            config = transformer.transform(text, facts);
        } catch (InvalidInputException refused) {
            assertThat(refused.lines()).isNotEmpty().allMatch(line -> line.matches("line \\d+(, column \\d+)?: .+"));
            return;
        }
        assertThat(config.warnings()).noneMatch(warning -> warning.contains("\n"));
        assertThat(transformer.transform(text, facts)).isEqualTo(config);
        assertThat(transformer.transform(config.text(), facts).text()).isEqualTo(config.text());
    }
}
