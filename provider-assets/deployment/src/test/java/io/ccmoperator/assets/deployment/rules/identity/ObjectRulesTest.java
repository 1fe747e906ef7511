// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.rules.identity;

import static io.ccmoperator.assets.deployment.validation.Fault.DEPLOYMENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.ccmoperator.assets.deployment.validation.Fault;
import io.ccmoperator.assets.deployment.validation.Judgement;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Annotations of a size that a table of mistakes has no room for. */
public class ObjectRulesTest {
    private static final int MOST = 262_144;

    @Test
    void acceptsAnnotationsOfTheMostBytes() {
        GoodProvider provider = GoodProvider.fog().replace(DEPLOYMENT, "  labels:", annotation(MOST) + "  labels:");

        List<String> findings = Judgement.of(provider.folder());

        assertThat(findings).isEmpty();
    }

    @Test
    void reportsAnnotationsOfMoreBytes() {
        List<String> findings = Judgement.of(withTooManyAnnotations().folder());

        assertThat(findings)
                .containsExactly(Fault.IN_DEPLOYMENT + "metadata.annotations (line 7): has 262145 bytes but may have"
                        + " 262144; move them to a ConfigMap");
    }

    public static GoodProvider withTooManyAnnotations() {
        return GoodProvider.fog().replace(DEPLOYMENT, "  labels:", annotation(MOST + 1) + "  labels:");
    }

    private static String annotation(int bytes) {
        return "  annotations:\n    key: " + "x".repeat(bytes - "key".length()) + "\n";
    }
}
