// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialKeysTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[Global]\nuser = \"u\"\npassword = \"p\"\n",
                "[Global]\nPassword=p",
                "global:\n  password: p\n",
                "vcenter: {vc: {password: 'p'}}",
                "{\"tenantId\": \"t\", \"aadClientSecret\": \"s\"}",
                "{\"aadClientCertPassword\":\"s\"}",
                "[Global]\napplication-credential-secret = s\n",
                "iamApiKey: k",
                "[Global]\nsecret-access-key = k\n",
                "[Global]\nrouter-credential = c\n",
                "passwd: p\n",
            })
    void findsKeysOfCredentials(String config) {
        assertThat(areIn(config)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[Global]\nZone = a\n",
                "[Global]\nsecret-name = vsphere-creds\nsecret-namespace = kube-system\n",
                "global: {secretName: s, secretNamespace: n, secretsDirectory: /etc/s}",
                "{\"aadClientSecret\": \"\", \"aadFederatedTokenFile\": \"/var/run/token\"}",
                "[Global]\npassword =\nuser = u\n",
                "password: ''\n",
                "[Global]\ntoken-url = nil\n",
                "[Global]\napplication-credential-id = i\n",
                "[Global]\nuse-clouds = true\nclouds-file = /etc/openstack/secret/clouds.yaml\n",
            })
    void ignoresReferencesAndEmptyValues(String config) {
        assertThat(areIn(config)).isFalse();
    }

    @Test
    void takesTimeInProportionToSize() {
        for (String unit : new String[] {"a", " ", "a ", "a=", "\"", "a.b-", "secret", "secret-name=x "}) {
            String config = unit.repeat((1 << 20) / unit.length());
            assertTimeoutPreemptively(Duration.ofSeconds(10), () -> areIn(config));
        }
    }

    private static boolean areIn(String config) {
        return CredentialKeys.areIn(config.getBytes(StandardCharsets.UTF_8));
    }
}
