/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cloudconfig.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.cluster.InvalidInputException;
import java.nio.charset.StandardCharsets;

/** What holds for a transformer whatever text it gets. */
final class AnyText {
    private AnyText() {}

    /**
     * Sees that the text is transformed into one that the transformer leaves as it is, each time into the same, or refused with
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
