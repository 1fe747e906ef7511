/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.azure;

import static io.ccmoperator.azure.Credential.CLIENT_ID;
import static io.ccmoperator.azure.Credential.CLIENT_SECRET;
import static io.ccmoperator.azure.Credential.TENANT_ID;
import static io.ccmoperator.azure.Credential.TOKEN_FILE;

import io.ccmoperator.azure.AzureCredentials.ClientSecret;
import io.ccmoperator.azure.AzureCredentials.WorkloadIdentity;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Decides which credentials a source has: a workload identity where it names a federated token file, else a client secret. */
final class CredentialsReader {
    private static final Pattern LINE_ENDS = Pattern.compile("[\\r\\n]+\\z");

    private final CredentialSource source;
    private final List<String> errors = new ArrayList<>();

    private CredentialsReader(CredentialSource source) {
        this.source = source;
    }

    /**
     * Reads the credentials. A value that is empty or blank counts as missing; line ends after a value are not part of it.
     *
     * @throws InvalidInputException with a line for each value that is missing, unreadable or not allowed; no line shows a value
     */
    static AzureCredentials read(CredentialSource source) {
        return new CredentialsReader(source).read();
    }

    private AzureCredentials read() {
        Optional<String> tokenFile = find(TOKEN_FILE);
        String clientId = require(CLIENT_ID, "");
        AzureCredentials credentials = tokenFile
                .map(file -> workloadIdentity(clientId, file))
                .orElseGet(() -> new ClientSecret(clientId, require(CLIENT_SECRET, ", or " + source.name(TOKEN_FILE))));
        if (!errors.isEmpty()) {
            throw new InvalidInputException(errors);
        }
        return credentials;
    }

    private AzureCredentials workloadIdentity(String clientId, String tokenFile) {
        String tenantId = require(TENANT_ID, ", which " + source.name(TOKEN_FILE) + " needs");
        if (find(CLIENT_SECRET).isPresent()) {
            errors.add(source.place(CLIENT_SECRET) + ": conflicts with " + source.name(TOKEN_FILE)
                    + "; remove one of them from the Secret");
        }
        return new WorkloadIdentity(clientId, tenantId, tokenFile);
    }

    /** The value of a credential, or the empty string and an error. */
    private String require(Credential credential, String more) {
        int before = errors.size();
        Optional<String> value = find(credential);
        if (value.isEmpty() && errors.size() == before) {
            errors.add(source.place(credential) + ": is missing or empty; "
                    + source.remedy(source.name(credential) + more));
        }
        return value.orElse("");
    }

    private Optional<String> find(Credential credential) {
        try {
            return source.find(credential)
                    .map(value -> LINE_ENDS.matcher(value).replaceFirst(""))
                    .filter(value -> !value.isBlank());
        } catch (InvalidInputException e) {
            errors.addAll(e.lines());
            return Optional.empty();
        }
    }
}
