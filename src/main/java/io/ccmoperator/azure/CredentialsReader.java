// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.azure;

import static io.ccmoperator.azure.Credential.CLIENT_ID;
import static io.ccmoperator.azure.Credential.CLIENT_SECRET;
import static io.ccmoperator.azure.Credential.TENANT_ID;
import static io.ccmoperator.azure.Credential.TOKEN_FILE;

import io.ccmoperator.azure.AzureCredentials.ClientSecret;
import io.ccmoperator.azure.AzureCredentials.WorkloadIdentity;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Decides which credentials a source has: a workload identity where it names a federated token file, else a client secret. */
final class CredentialsReader {
    private static final Pattern LINE_ENDS = Pattern.compile("[\\r\\n]+\\z");

    private final CredentialSource source;
    private final Map<Credential, Optional<String>> values = new EnumMap<>(Credential.class);
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
        // Also one that is not needed, such as the tenant beside a client secret, has to be a value.
        for (Credential credential : Credential.values()) {
            try {
                values.put(credential, find(credential));
            } catch (InvalidInputException e) {
                errors.addAll(e.lines());
            }
        }
        Optional<String> tokenFile = value(TOKEN_FILE);
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
        if (value(CLIENT_SECRET).isPresent()) {
            errors.add(source.place(CLIENT_SECRET) + ": conflicts with " + source.name(TOKEN_FILE)
                    + "; remove one of them from the Secret");
        }
        return new WorkloadIdentity(clientId, tenantId, tokenFile);
    }

    /** The value of a credential, or the empty string and an error. */
    private String require(Credential credential, String more) {
        Optional<String> value = value(credential);
        if (value.isEmpty() && values.containsKey(credential)) {
            errors.add(source.place(credential) + ": is missing or empty; "
                    + source.remedy(source.name(credential) + more));
        }
        return value.orElse("");
    }

    /** Empty also for one that cannot be read, of which there is an error already. */
    private Optional<String> value(Credential credential) {
        return values.getOrDefault(credential, Optional.empty());
    }

    private Optional<String> find(Credential credential) {
        return source.find(credential)
                .map(value -> LINE_ENDS.matcher(value).replaceFirst(""))
                .filter(value -> !value.isBlank());
    }
}
