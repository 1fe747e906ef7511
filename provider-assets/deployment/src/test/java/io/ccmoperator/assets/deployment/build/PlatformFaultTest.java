// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.build;

import static org.assertj.core.api.Assertions.fail;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PlatformFaultTest {
    @RegisterExtension
    static final QuarkusUnitTest BUILD = Build.fails(
            Build.of(GoodProvider.fog(), GoodProvider.named("mist")),
            "providers/mist/provider.yaml, document 1, platform (line 1): provider fog is for "
                    + "platform Azure and variant AzureStackCloud already; give one of the two another variant [unique-platform]");

    @Test
    void stopsBuildWhenTwoProvidersHaveSamePlatform() {
        fail("the application was built");
    }
}
