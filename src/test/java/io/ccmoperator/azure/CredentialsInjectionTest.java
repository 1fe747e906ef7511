// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.azure;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.azure.AzureCredentials.ClientSecret;
import io.ccmoperator.azure.AzureCredentials.WorkloadIdentity;
import io.ccmoperator.cloudconfig.transform.azure.JsonObject;
import io.ccmoperator.cluster.WithWarnings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CredentialsInjectionTest {
    private static final AzureCredentials SECRET = new ClientSecret("id", "hidden");
    private static final AzureCredentials TOKEN = new WorkloadIdentity("id", "tenant", "/token");

    private static WithWarnings<JsonObject> inject(String conf, AzureCredentials credentials, boolean disable) {
        return CredentialsInjection.into(JsonObject.read(conf), credentials, disable);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                          | {\"aadClientId\":\"id\",\"aadClientSecret\":\"hidden\"}",
                "{\"a\":1E5,\"b\":null}      | {\"a\":1E5,\"b\":null,\"aadClientId\":\"id\",\"aadClientSecret\":\"hidden\"}",
                "{\"AADClientID\":\"old\"}   | {\"aadClientId\":\"id\",\"aadClientSecret\":\"hidden\"}",
                "{\"aadclientsecret\":\"old\",\"aadClientSecret\":\"older\",\"aadClientId\":0}"
                        + " | {\"aadClientSecret\":\"hidden\",\"aadClientId\":\"id\"}",
                "{\"tenantId\":\"mine\"}     | {\"tenantId\":\"mine\",\"aadClientId\":\"id\",\"aadClientSecret\":\"hidden\"}",
                "{\"aadFederatedTokenFile\":\"/old\",\"UseFederatedWorkloadIdentityExtension\":true}"
                        + " | {\"aadClientId\":\"id\",\"aadClientSecret\":\"hidden\"}",
            })
    void setsSecretAndRemovesWorkloadIdentity(String conf, String expected) {
        WithWarnings<JsonObject> result = inject(conf, SECRET, false);

        assertThat(result.value().text()).isEqualTo(expected);
        assertThat(result.warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                           |",
                "{\"AadClientSecret\":\"old\"} |",
                "{\"a\":12345678901234567890} | \"a\":12345678901234567890,",
            })
    void setsWorkloadIdentityAndRemovesStaleSecret(String conf, String kept) {
        WithWarnings<JsonObject> result = inject(conf, TOKEN, false);

        assertThat(result.value().text())
                .isEqualTo("{" + (kept == null ? "" : kept)
                        + "\"aadClientId\":\"id\",\"tenantId\":\"tenant\",\"aadFederatedTokenFile\":\"/token\","
                        + "\"useFederatedWorkloadIdentityExtension\":true}");
        assertThat(result.warnings()).isEmpty();
    }

    @Test
    void replacesMembersOfWorkloadIdentityInPlace() {
        assertThat(inject(
                                "{\"USEFEDERATEDWORKLOADIDENTITYEXTENSION\":false,\"TenantID\":\"x\",\"aadClientID\":\"y\","
                                        + "\"AADFederatedTokenFile\":\"z\"}",
                                TOKEN,
                                false)
                        .value()
                        .text())
                .isEqualTo("{\"useFederatedWorkloadIdentityExtension\":true,\"tenantId\":\"tenant\","
                        + "\"aadClientId\":\"id\",\"aadFederatedTokenFile\":\"/token\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false", "null", "\"true\""})
    void disablesManagedIdentityOnDemand(String value) {
        WithWarnings<JsonObject> result = inject("{\"UseManagedIdentityExtension\":" + value + "}", SECRET, true);

        assertThat(result.value().text()).startsWith("{\"useManagedIdentityExtension\":false,");
        assertThat(result.warnings()).isEmpty();
    }

    @Test
    void addsNoManagedIdentityWhenConfigurationHasNone() {
        assertThat(inject("{}", SECRET, true).value().has("useManagedIdentityExtension"))
                .isFalse();
    }

    @Test
    void warnsWhenManagedIdentityStaysEnabled() {
        WithWarnings<JsonObject> result = inject("{\"useManagedIdentityExtension\":true}", TOKEN, false);

        assertThat(result.value().text()).startsWith("{\"useManagedIdentityExtension\":true,");
        assertThat(result.warnings())
                .containsExactly(
                        "useManagedIdentityExtension is true, so the cloud controller manager uses the identity of"
                                + " its virtual machine and not these credentials; set --disable-identity-extension-auth to"
                                + " switch that off");
    }

    @Test
    void doesNotWarnWhenManagedIdentityIsDisabled() {
        WithWarnings<JsonObject> result = inject("{\"useManagedIdentityExtension\":false}", TOKEN, false);

        assertThat(result.value().text()).startsWith("{\"useManagedIdentityExtension\":false,");
        assertThat(result.warnings()).isEmpty();
    }

    @Test
    void keepsInputUnchangedAndIsIdempotent() {
        JsonObject conf = JsonObject.read("{\"aadClientSecret\":1,\"b\":2}");

        JsonObject once = CredentialsInjection.into(conf, TOKEN, true).value();

        assertThat(conf.text()).isEqualTo("{\"aadClientSecret\":1,\"b\":2}");
        assertThat(CredentialsInjection.into(once, TOKEN, true).value().text()).isEqualTo(once.text());
    }

    @Test
    void hidesSecret() {
        assertThat(SECRET.toString()).isEqualTo("ClientSecret[clientId=id]");
    }
}
