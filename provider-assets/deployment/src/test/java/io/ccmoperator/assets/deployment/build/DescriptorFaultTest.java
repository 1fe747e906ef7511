// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.build;

import static org.assertj.core.api.Assertions.fail;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DescriptorFaultTest {
    @RegisterExtension
    static final QuarkusUnitTest BUILD = Build.fails(
            Build.of(GoodProvider.fog().replace("provider.yaml", "infrastructureName", "infraName")),
            "providers/fog/provider.yaml, document 1, environment.OCP_INFRASTRUCTURE_NAME (line "
                    + "8): unknown value 'infraName'; valid values: infrastructureName, platform, "
                    + "managedNamespace, clusterNetwork, serviceNetwork, cloudFeatureGates, tlsCipherSuites, tlsMinVersion, "
                    + "tlsGroups, "
                    + "http2Disabled, credentialsSecretName [descriptor]");

    @Test
    void stopsBuildWhenDescriptorRequiresUnknownFact() {
        fail("the application was built");
    }
}
