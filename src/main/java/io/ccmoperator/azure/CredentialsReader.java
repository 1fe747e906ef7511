/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.azure;

import io.ccmoperator.azure.AzureCredentials.ClientSecret;
import io.ccmoperator.azure.AzureCredentials.WorkloadIdentity;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.files.InputFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The directory that the Secret with Azure's credentials is mounted to: one file a value. */
final class CredentialFiles {
    static final String CLIENT_ID = "azure_client_id";
    static final String CLIENT_SECRET = "azure_client_secret";
    static final String TENANT_ID = "azure_tenant_id";
    static final String TOKEN_FILE = "azure_federated_token_file";

    private static final Pattern LINE_ENDS = Pattern.compile("[\\r\\n]+\\z");

    private final Path directory;
    private final List<String> errors = new ArrayList<>();

    private CredentialFiles(Path directory) {
        this.directory = directory;
    }

    /**
     * Reads the credentials. A file that is empty or blank counts as missing; line ends behind a value are not part of it.
     *
     * @throws InvalidInputException with a line for each file that is missing, unreadable or too much; no line shows a value
     */
    static AzureCredentials read(Path directory) {
        return new CredentialFiles(directory).read();
    }

    private AzureCredentials read() {
        Optional<String> tokenFile = find(TOKEN_FILE);
        String clientId = require(CLIENT_ID, "");
        AzureCredentials credentials = tokenFile
                .map(file -> workloadIdentity(clientId, file))
                .orElseGet(() -> new ClientSecret(clientId, require(CLIENT_SECRET, ", or " + TOKEN_FILE)));
        if (!errors.isEmpty()) {
            throw new InvalidInputException(errors);
        }
        return credentials;
    }

    private AzureCredentials workloadIdentity(String clientId, String tokenFile) {
        String tenantId = require(TENANT_ID, ", which " + TOKEN_FILE + " needs");
        if (find(CLIENT_SECRET).isPresent()) {
            errors.add(path(CLIENT_SECRET) + ": stands beside " + TOKEN_FILE + "; remove one of them from the Secret");
        }
        return new WorkloadIdentity(clientId, tenantId, tokenFile);
    }

    /** The value of a file, or the empty text and an error. */
    private String require(String name, String more) {
        int before = errors.size();
        Optional<String> value = find(name);
        if (value.isEmpty() && errors.size() == before) {
            errors.add(path(name) + ": is missing or empty; put " + name + more
                    + " into the Secret that is mounted here, or name another directory with --creds-path");
        }
        return value.orElse("");
    }

    private Optional<String> find(String name) {
        try {
            return InputFile.find(path(name), name)
                    .map(file -> LINE_ENDS.matcher(file.text()).replaceFirst(""))
                    .filter(value -> !value.isBlank());
        } catch (InvalidInputException e) {
            errors.addAll(e.lines());
            return Optional.empty();
        }
    }

    private Path path(String name) {
        return directory.resolve(name);
    }
}
