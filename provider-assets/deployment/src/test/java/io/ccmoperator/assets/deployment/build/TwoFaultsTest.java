// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.build;

import static org.assertj.core.api.Assertions.fail;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TwoFaultsTest {
    @RegisterExtension
    static final QuarkusUnitTest BUILD = Build.fails(
            Build.of(GoodProvider.fog()
                    .replace("bootstrap/10-pod.yaml", "cloud-node", "*")
                    .replace("assets/10-deployment.yaml", "replicas: 2", "replicas: 1")),
            "providers/fog/assets/10-deployment.yaml, document 1 (Deployment "
                    + "openshift-cloud-controller-manager/fog-cloud-controller-manager), spec.replicas "
                    + "(line 11): has to be 2 or more; on a single control plane node the operator makes it "
                    + "1 [replicas]",
            "providers/fog/bootstrap/10-pod.yaml, document 1 (Pod "
                    + "kube-system/fog-cloud-controller-manager), spec.containers[0].args (line 18): has to "
                    + "have --controllers=cloud-node-controller [bootstrap-flags]");

    @Test
    void stopsBuildWithAllFindingsWhenTwoFilesAreInvalid() {
        fail("the application was built");
    }
}
