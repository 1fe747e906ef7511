// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

class VSphereIniFuzzTest {
    @FuzzTest(maxDuration = "")
    void transformsOrRejectsAnyIni(byte[] bytes) {
        AnyConfiguration.assertTransformedOrRejected("[Global]\n" + new String(bytes, StandardCharsets.UTF_8));
    }
}
