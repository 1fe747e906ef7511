// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.azure;

import io.ccmoperator.azure.AzureCredentials.ClientSecret;
import io.ccmoperator.azure.AzureCredentials.WorkloadIdentity;
import io.ccmoperator.cloudconfig.transform.azure.JsonObject;
import io.ccmoperator.cluster.WithWarnings;
import java.util.List;

/** Puts credentials into a configuration: members of the other kind of credentials are removed, all others are kept. */
final class CredentialsInjection {
    private static final String CLIENT_ID = "aadClientId";
    private static final String CLIENT_SECRET = "aadClientSecret";
    private static final String TENANT_ID = "tenantId";
    private static final String TOKEN_FILE = "aadFederatedTokenFile";
    private static final String WORKLOAD_IDENTITY = "useFederatedWorkloadIdentityExtension";
    private static final String MANAGED_IDENTITY = "useManagedIdentityExtension";

    private CredentialsInjection() {}

    /**
     * Makes the configuration with credentials.
     *
     * @param disableManagedIdentity whether the identity of the virtual machine, which would have precedence over the
     * credentials, is
     *     switched off where the configuration speaks of it
     * @return a new configuration, and a warning where the credentials will not be used
     */
    static WithWarnings<JsonObject> into(
            JsonObject conf, AzureCredentials credentials, boolean disableManagedIdentity) {
        JsonObject injected = injected(conf.with(CLIENT_ID, credentials.clientId()), credentials);
        if (!conf.has(MANAGED_IDENTITY)) {
            return WithWarnings.of(injected);
        }
        if (disableManagedIdentity) {
            return WithWarnings.of(injected.with(MANAGED_IDENTITY, false));
        }
        return Boolean.TRUE.equals(conf.get(MANAGED_IDENTITY))
                ? new WithWarnings<>(
                        injected,
                        List.of(MANAGED_IDENTITY + " is true, so the cloud controller manager uses the identity of its"
                                + " virtual machine and not these credentials; set --disable-identity-extension-auth to"
                                + " switch that off"))
                : WithWarnings.of(injected);
    }

    private static JsonObject injected(JsonObject conf, AzureCredentials credentials) {
        if (credentials instanceof WorkloadIdentity identity) {
            return conf.without(CLIENT_SECRET)
                    .with(TENANT_ID, identity.tenantId())
                    .with(TOKEN_FILE, identity.tokenFile())
                    .with(WORKLOAD_IDENTITY, true);
        }
        return conf.without(TOKEN_FILE)
                .without(WORKLOAD_IDENTITY)
                .with(CLIENT_SECRET, ((ClientSecret) credentials).secret());
    }
}
