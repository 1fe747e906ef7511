// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.azure;

/** The credentials of a cloud controller manager on Azure. */
sealed interface AzureCredentials {
    /** The client ID of the application that it acts as. */
    String clientId();

    /**
     * By a secret of the application.
     *
     * @param clientId see {@link #clientId()}
     * @param secret never shown
     */
    record ClientSecret(String clientId, String secret) implements AzureCredentials {
        @Override
        public String toString() {
            return "ClientSecret[clientId=" + clientId + "]";
        }
    }

    /**
     * By a token that the cluster issues and Azure trusts.
     *
     * @param clientId see {@link #clientId()}
     * @param tenantId the tenant of the application
     * @param tokenFile where the cloud controller manager finds the token
     */
    record WorkloadIdentity(String clientId, String tenantId, String tokenFile) implements AzureCredentials {}
}
