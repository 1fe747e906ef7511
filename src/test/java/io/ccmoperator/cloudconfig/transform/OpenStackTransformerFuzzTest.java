// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import com.code_intelligence.jazzer.junit.FuzzTest;

class OpenStackTransformerFuzzTest {
    @FuzzTest(maxDuration = "")
    void transformsOrRejectsAnyText(byte[] bytes) {
        AnyText.transform(new OpenStackTransformer(), bytes, Facts.withGates());
        AnyText.transform(new OpenStackTransformer(), bytes, Facts.onKubernetes());
    }
}
