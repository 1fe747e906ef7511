// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.build;

import static org.assertj.core.api.Assertions.fail;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class KindFaultTest {
    @RegisterExtension
    static final QuarkusUnitTest BUILD = Build.fails(
            Build.of(GoodProvider.fog().replace("bootstrap/10-pod.yaml", "kind: Pod", "kind: Node")),
            "providers/fog/bootstrap/10-pod.yaml, document 1 (Node "
                    + "kube-system/fog-cloud-controller-manager), kind (line 2): bootstrap/ takes only Pod [bootstrap-kind]");

    @Test
    void stopsBuildWhenBootstrapFolderHasAnotherKind() {
        fail("the application was built");
    }
}
