// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;

class DerCertificateFuzzTest {
    @FuzzTest(maxDuration = "")
    void readsOrRejectsAnyBytesWithReason(byte[] bytes) {
        X509Certificate certificate;
        try {
            certificate = DerCertificate.read(bytes);
        } catch (CertificateException refused) {
            assertThat(refused.getMessage()).isNotBlank();
            return;
        }
        assertThat(DerCertificate.encoded(certificate)).isEqualTo(bytes);
        assertThat(new CaCertificate(certificate).subject()).doesNotContain("\n");
    }
}
