// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.build;

import static org.assertj.core.api.Assertions.fail;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class NamespaceFaultTest {
    @RegisterExtension
    static final QuarkusUnitTest BUILD = Build.fails(
            Build.of(GoodProvider.fog().replace("assets/30-rbac.yaml", "namespace: kube-system", "namespace: default")),
            "providers/fog/assets/30-rbac.yaml, document 1 (Role default/fog-cloud-provider), "
                    + "metadata.namespace (line 5): has to be openshift-cloud-controller-manager or "
                    + "kube-system [object-namespace]");

    @Test
    void stopsBuildWhenObjectIsInForeignNamespace() {
        fail("the application was built");
    }
}
