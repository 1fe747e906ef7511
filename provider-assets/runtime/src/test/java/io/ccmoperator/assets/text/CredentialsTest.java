// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "Passwd",
                "pwd",
                "vcPwd",
                "db-pass",
                "passphrase",
                "aadClientSecret",
                "secret",
                "tokens",
                "bot_token",
                "application-credential-secret",
                "iamApiKey",
                "secret-access-key",
                "key",
                "KMSEncryptionKey",
                "kmsencryptionkey",
                "client-key-data",
                "tls.key",
                "AWS_SECRET_ACCESS_KEY",
                "AccountKey",
                "connectionString",
                "Authorization",
                "sasSignature",
                "PrivateKey",
                "keys2",
                "passwordBase64",
                "OS_PASSWORD",
                "credentials"
            })
    void knowsKeysOfCredentials(String key) {
        assertThat(Credentials.isKey(key)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "user",
                "zone",
                "secretName",
                "secret-namespace",
                "secretsDirectory",
                "clouds-file",
                "aadFederatedTokenFile",
                "tls-private-key-file",
                "access-key-id",
                "application-credential-id",
                "token-url",
                "KubernetesClusterTag",
                "keyVaultName",
                "token-ttl",
                "sshPublicKey",
                "server",
                "monkeys-per-zone",
                "HTTPS_PROXY",
                "AWS_REGION",
                "bypass",
                "configMapKeyRef"
            })
    void knowsKeysOfReferencesAndOthers(String key) {
        assertThat(Credentials.isKey(key)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[Global]\nuser = \"u\"\npassword = \"p\"\n",
                "[Global]\nPassword=p",
                "global:\n  password: p\n",
                "vcenter: {vc: {password: 'p'}}",
                "{\"tenantId\": \"t\", \"aadClientSecret\": \"s\"}",
                "{\"a\": \"\", \"token\": \"\", \"aadClientCertPassword\":\"s\"}",
                "iamApiKey: k",
                "[Global]\nrouter-credential = c\n",
                "[Global]\nKMSEncryptionKey = k\n",
                "password:\n  p\n",
                "endpoint: https://u:p@iaas.test",
                "-----BEGIN RSA PRIVATE KEY-----\nA\n",
                "password = true horse",
            })
    void findsCredentialsOfConfiguration(String config) {
        assertThat(Credentials.areIn(config)).isTrue();
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
                "password:\nuser: u\n",
                "password: ''\n",
                "[Global]\ntoken-url = nil\n",
                "use-clouds = true\nclouds-file = /etc/openstack/secret/clouds.yaml\n",
                "user = administrator@vsphere.local",
            })
    void ignoresReferencesAndEmptyValues(String config) {
        assertThat(Credentials.areIn(config)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "proxy http://u:p@proxy.test:3128 is down | proxy http://***@proxy.test:3128 is down",
                "parse \"http://u:p/a@h\": invalid port | parse \"http://***@h\": invalid port",
                "{\"a\":\"https://u:p@h\",\"b\":\"c@d\"} | {\"a\":\"https://***@h\",\"b\":\"c@d\"}",
                "http://token@h/x http://u:p@ss@h/y?q=a@b | http://***@h/x http://***@b",
                "HTTPS_PROXY=u:p@proxy.test:3128 | HTTPS_PROXY=***@proxy.test:3128",
                "--cloud-password=hunter2 --v=2 | --cloud-password=*** --v=2",
                "{\"password\": \"hunter2 a\", \"user\": \"u\"} | {\"password\": \"***\", \"user\": \"u\"}",
                "quoted \"{\\\"token\\\":\\\"a\\\\\\\"b\\\",\\\"x\\\":1}\" | quoted \"{\\\"token\\\":\\\"***\\\",\\\"x\\\":1}\"",
                "config {User:u Password:hunter2 Zone:a} | config {User:u Password:*** Zone:a}",
                "the line password: hunter2 is invalid | the line password: *** is invalid",
                "line 3: password = correct horse | line 3: password = ***",
                "Authorization: Basic dTpw, retrying | Authorization: ***, retrying",
                "header Bearer abcdef123456 refused | header Bearer *** refused",
                "of eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.sig9 only | of *** only",
                "-----BEGIN EC PRIVATE KEY----- AA -----END EC PRIVATE KEY----- rest | *** rest",
                "token=\"unterminated hunter2 | token=\"***",
                "GET https://a.test/b?sv=1&sig=a%2Fb: 403 | GET https://a.test/b?sv=1&sig=***: 403",
                "https://a.test/b?X-Amz-Date=1&X-Amz-Signature=0a1b failed | https://a.test/b?X-Amz-Date=1&X-Amz-Signature=*** failed",
                "run x --token abcdef.0123 --v 2 | run x --token *** --v 2",
                "run x --client-secret 'a b' | run x --client-secret '***'",
            })
    void masksCredentialsInProse(String text, String masked) {
        assertThat(Credentials.masked(text, any -> "***")).isEqualTo(masked);
    }

    @ParameterizedTest
    @CsvSource({"password, password", "Password:, Password:", "  token =, token =", "\"password\":, \"password\":"})
    void masksValueOnTheNextLine(String key, String kept) {
        assertThat(Credentials.masked("a\n" + key + "\n  hunter2\nb")).isEqualTo("a\n" + kept + "\n  <masked>\nb");
        assertThat(Credentials.masked(key + "\r\nhunter2")).isEqualTo(kept + "\r\n<masked>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cannot read the token\nE0101 10:00:00.000000 1 main.go:1] failed",
                "no password\nexit",
                "flags --token is not known, --token --v=2, --use-service-account-credentials true",
                "ConfigMap openshift-config/a, key token: is missing; add it",
                "users.u.password: must be a string",
                "secrets \"cloud-token\" is forbidden: User \"system:serviceaccount:external-secrets:a\" cannot get resource",
                "User \"oidc:alice@example.com\" cannot list resource \"secrets\" in API group \"\"",
                "failed to list *v1.Secret: secrets is forbidden",
                "spec.volumes[0].secret: Forbidden: may not specify more than 1 volume type",
                "queue=\"service\" key=\"ns/name\" --use-service-account-credentials=true --tls-private-key-file=/a/b",
                "image quay.io/a/b:v1@sha256:0123456789012345678901234567890123456789012345678901234567890123",
                "docker://quay.io:5000/a@sha256:01 and https://api.test:6443/api?a=b",
                "http://<masked>@h and password=<masked>, password=\"<masked 1>\"",
                "no Bearer token was sent; a bearer credential is needed",
                "Bearer passwordpassword:\"<masked>",
                "password ://password:<masked>",
                "GOOGLE_APPLICATION_CREDENTIALS=/etc/cloud-sa/service_account.json",
                "fieldSelector=metadata.name=token, secretName=a, secret=$(SECRET)",
                "the URL ://@ and a == b, c := d, token",
            })
    void keepsProseWithoutCredentials(String text) {
        assertThat(Credentials.masked(text)).isEqualTo(text);
    }

    @Provide
    Arbitrary<String> strings() {
        return Arbitraries.of(
                        "password",
                        "Secret",
                        ":",
                        "=",
                        " ",
                        "\"",
                        "'",
                        "\\",
                        "://",
                        "@",
                        "h",
                        "/",
                        "\n",
                        "Bearer ",
                        "a1b2c3",
                        "}",
                        ",",
                        "<masked>",
                        "true",
                        "-----BEGIN PRIVATE KEY-----",
                        "-----END")
                .list()
                .ofMaxSize(30)
                .map(parts -> String.join("", parts));
    }

    /** The same strings each time: of millions some look like other credentials once they are masked, and are masked further. */
    @Property(tries = 20_000, seed = "1")
    void masksTwiceLikeOnce(@ForAll @From("strings") String text) {
        String once = Credentials.masked(text);

        assertThat(Credentials.masked(once)).isEqualTo(once);
    }

    @Test
    void takesTimeInProportionToSize() {
        for (String unit : new String[] {
            "a",
            " ",
            "a ",
            "a=",
            "\"",
            "a.b-",
            "secret",
            "secret-name=x ",
            "://",
            "://a",
            "secret:\"",
            "password='\n",
            "secret=\\",
            "bearer ",
            "a:",
            "@",
            "://:@",
            "eyJ",
            "aB",
            "-----BEGIN PRIVATE KEY-----",
            "a:b@h",
            "secret: \n",
            "x:\n \n",
            "secret\n",
            "secret:\na",
            "--secret a ",
            "--secret  "
        }) {
            String text = unit.repeat((1 << 16) / unit.length());
            assertTimeoutPreemptively(Duration.ofSeconds(10), () -> Credentials.areIn(text), unit);
            assertTimeoutPreemptively(Duration.ofSeconds(10), () -> Credentials.masked(text), unit);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "<masked>", "<masked"})
    void judgesWordOfMebibyte(String part) {
        String text = "password: " + part.repeat((1 << 20) / part.length()) + " not found";

        assertThat(Credentials.masked(text)).isEqualTo(text);
    }
}
