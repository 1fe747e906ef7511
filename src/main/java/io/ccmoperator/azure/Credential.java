// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.azure;

/** A value of the Secret that the Cloud Credential Operator creates for a component on Azure. */
enum Credential {
    /** The application that acts. */
    CLIENT_ID("azure_client_id", "AZURE_CLIENT_ID"),
    /** Its secret, without a workload identity. */
    CLIENT_SECRET("azure_client_secret", "AZURE_CLIENT_SECRET"),
    /** Its tenant, with a workload identity. */
    TENANT_ID("azure_tenant_id", "AZURE_TENANT_ID"),
    /** Path of the token of a workload identity. */
    TOKEN_FILE("azure_federated_token_file", "AZURE_FEDERATED_TOKEN_FILE");

    private final String key;
    private final String variable;

    Credential(String key, String variable) {
        this.key = key;
        this.variable = variable;
    }

    /** The key of the Secret, and the file where the Secret is mounted. */
    public String key() {
        return key;
    }

    /** The environment variable to which pods of older releases bind the key. */
    String variable() {
        return variable;
    }
}
