// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

class VSphereYamlFuzzTest {
    @FuzzTest(maxDuration = "")
    void transformsOrRejectsAnyYaml(byte[] bytes) {
        AnyConfiguration.assertTransformedOrRejected(new String(bytes, StandardCharsets.UTF_8));
    }
}
