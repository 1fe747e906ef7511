// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialLinesTest {
    private static String masked(String text) {
        return Credentials.maskedConfiguration(text, any -> "***");
    }

    @Test
    void masksValuesOfIni() {
        assertThat(masked("""
                [Global]
                user = u
                password = "a \\
                b"
                Secret-Name = vsphere-creds
                application-credential-secret=s
                """)).isEqualTo("""
                [Global]
                user = u
                password = ***
                Secret-Name = vsphere-creds
                application-credential-secret=***
                """);
    }

    @Test
    void masksValuesOfYamlOverSeveralLines() {
        assertThat(masked("""
                global:
                  password: |-
                    first
                    second
                  user: u
                vcenter:
                  - token: "x
                  y"
                    server: s
                  - api-key:
                      - first
                    server: t
                """)).isEqualTo("""
                global:
                  password: ***
                  user: u
                vcenter:
                  - token: ***
                    server: s
                  - api-key: ***
                    server: t
                """);
    }

    @Test
    void masksMembersOfJson() {
        assertThat(masked("""
                {
                  "aadClientSecret": "s",
                  "aadFederatedTokenFile": "/var/run/token",
                  "tokens":
                  ["a"],
                  "vmType": "standard"
                }
                """)).isEqualTo("""
                {
                  "aadClientSecret": ***
                  "aadFederatedTokenFile": "/var/run/token",
                  "tokens": ***
                  "vmType": "standard"
                }
                """);
    }

    @Test
    void masksUserInformationOfUrls() {
        assertThat(masked("auth-url = https://u:p@keystone.test:5000/v3\nzone = a\n"))
                .isEqualTo("auth-url = https://***@keystone.test:5000/v3\nzone = a\n");
    }

    @Test
    void showsThatCredentialIsEmpty() {
        String config = "password = \"\"\npwd =\ntoken: null\nsecret: $(SECRET)\n{\"key\": \"\", \"zone\": \"a\"}\n";

        assertThat(masked(config)).isEqualTo(config);
    }

    @Test
    void masksRestOfLineAfterCredential() {
        assertThat(masked("{user: u, password: p, other: o}")).isEqualTo("{user: u, password: ***");
    }

    @Test
    void masksPrivateKeysAndKeepsCertificates() {
        assertThat(masked("""
                -----BEGIN CERTIFICATE-----
                AAAA
                -----END CERTIFICATE-----
                -----BEGIN RSA PRIVATE KEY-----
                BBBB
                -----END RSA PRIVATE KEY-----
                end
                """)).isEqualTo("""
                -----BEGIN CERTIFICATE-----
                AAAA
                -----END CERTIFICATE-----
                ***
                end
                """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "a\n\nb",
                "[Global]\nZone = first\n",
                "secretsDirectory: /etc",
                "token-url = u",
                "password"
            })
    void keepsStringWithoutCredential(String text) {
        assertThat(masked(text)).isEqualTo(text);
    }
}
