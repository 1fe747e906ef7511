// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.build;

import static org.assertj.core.api.Assertions.fail;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.quarkus.test.QuarkusUnitTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ValueFaultTest {
    @RegisterExtension
    static final QuarkusUnitTest BUILD = Build.fails(
            Build.of(GoodProvider.fog().replace("assets/10-deployment.yaml", "type: Directory", "type: directory")),
            "providers/fog/assets/10-deployment.yaml, document 1 (Deployment "
                    + "openshift-cloud-controller-manager/fog-cloud-controller-manager), "
                    + "spec.template.spec.volumes[0].hostPath.type (line 108): unknown value 'directory'; is Directory "
                    + "meant? Valid values: \"\", BlockDevice, CharDevice, Directory, DirectoryOrCreate, File, "
                    + "FileOrCreate, Socket [schema]");

    @Test
    void failsForValueThatKubernetesDoesNotKnow() {
        fail("the application was built");
    }
}
