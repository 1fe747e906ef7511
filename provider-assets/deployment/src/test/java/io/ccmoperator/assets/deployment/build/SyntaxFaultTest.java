// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.build;

import static org.assertj.core.api.Assertions.fail;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SyntaxFaultTest {
    @RegisterExtension
    static final QuarkusUnitTest BUILD = Build.fails(
            Build.of(GoodProvider.fog().replace("assets/10-deployment.yaml", "      hostNetwork", "\thostNetwork")),
            "providers/fog/assets/10-deployment.yaml: line 28, column 1: a tab cannot be indentation; write blanks [yaml]");

    @Test
    void stopsBuildWhenFileIsNotYaml() {
        fail("the application was built");
    }
}
