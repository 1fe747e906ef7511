// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.build;

import static org.assertj.core.api.Assertions.fail;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RangeFaultTest {
    @RegisterExtension
    static final QuarkusUnitTest BUILD = Build.fails(
            Build.of(GoodProvider.fog()
                    .replace("assets/10-deployment.yaml", "containerPort: 10258", "containerPort: 102580")),
            "providers/fog/assets/10-deployment.yaml, document 1 (Deployment "
                    + "openshift-cloud-controller-manager/fog-cloud-controller-manager), "
                    + "spec.template.spec.containers[0].ports[0].containerPort (line 80): is 102580 but has to be from 1 "
                    + "to 65535 [range]");

    @Test
    void failsForNumberOutOfRange() {
        fail("the application was built");
    }
}
