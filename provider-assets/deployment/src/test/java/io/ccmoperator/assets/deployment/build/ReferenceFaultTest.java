// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.build;

import static org.assertj.core.api.Assertions.fail;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ReferenceFaultTest {
    @RegisterExtension
    static final QuarkusUnitTest BUILD = Build.fails(
            Build.of(GoodProvider.fog()
                    .replace("assets/10-deployment.yaml", "name: ccm-trusted-ca", "name: trusted-ca")),
            "providers/fog/assets/10-deployment.yaml, document 1 (Deployment "
                    + "openshift-cloud-controller-manager/fog-cloud-controller-manager), "
                    + "spec.template.spec.volumes[3].configMap.name (line 116): no component writes ConfigMap "
                    + "trusted-ca; there are ccm-trusted-ca, cloud-conf [config-map-exists]");

    @Test
    void stopsBuildWhenVolumeNamesUnknownConfigMap() {
        fail("the application was built");
    }
}
