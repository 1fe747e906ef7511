// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.build;

import static org.assertj.core.api.Assertions.fail;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ExpressionFaultTest {
    @RegisterExtension
    static final QuarkusUnitTest BUILD = Build.fails(
            Build.of(GoodProvider.fog()
                    .replace("assets/40-admission.yaml", "object.metadata.name != ''", "objct.metadata.name != ''")),
            "providers/fog/assets/40-admission.yaml, document 1 (ValidatingAdmissionPolicy fog-nodes), "
                    + "spec.validations[0].expression (line 14): the expression does not compile, line 1, column 1: "
                    + "there is no variable or function objct; is object meant? [policy-expression]");

    @Test
    void failsForExpressionThatDoesNotCompile() {
        fail("the application was built");
    }
}
