// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.build;

import static org.assertj.core.api.Assertions.fail;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TransformerFaultTest {
    @RegisterExtension
    static final QuarkusUnitTest BUILD = Build.fails(
            Build.withoutTransformer(GoodProvider.fog()),
            "providers/fog/provider.yaml, document 1, cloudConfig.transformer (line 18): there is "
                    + "no transformer fog; none is registered [transformer]");

    @Test
    void stopsBuildWhenTransformerOfDescriptorIsUnknown() {
        fail("the application was built");
    }
}
