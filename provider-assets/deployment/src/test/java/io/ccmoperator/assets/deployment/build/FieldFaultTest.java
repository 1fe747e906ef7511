// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.build;

import static org.assertj.core.api.Assertions.fail;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FieldFaultTest {
    @RegisterExtension
    static final QuarkusUnitTest BUILD = Build.fails(
            Build.of(GoodProvider.fog().replace("assets/10-deployment.yaml", "containerPort", "contianerPort")),
            "providers/fog/assets/10-deployment.yaml, document 1 (Deployment "
                    + "openshift-cloud-controller-manager/fog-cloud-controller-manager), "
                    + "spec.template.spec.containers[0].ports[0].contianerPort (line 80): there is no such "
                    + "field; is containerPort meant? [schema]");

    @Test
    void stopsBuildWhenObjectHasUnknownField() {
        fail("the application was built");
    }
}
