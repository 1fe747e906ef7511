// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.build;

import static org.assertj.core.api.Assertions.fail;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BootstrapFaultTest {
    @RegisterExtension
    static final QuarkusUnitTest BUILD = Build.fails(
            Build.of(
                    GoodProvider.fog().replace("bootstrap/10-pod.yaml", "--leader-elect=false", "--leader-elect=true")),
            "providers/fog/bootstrap/10-pod.yaml, document 1 (Pod "
                    + "kube-system/fog-cloud-controller-manager), spec.containers[0].args (line 18): has to "
                    + "have --leader-elect=false [bootstrap-flags]");

    @Test
    void stopsBuildWhenBootstrapPodElectsLeader() {
        fail("the application was built");
    }
}
