// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apiserver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Tokens of one service account, that of the operator. Several processes of the same account are distinguished by the
 * uid that the audit log has of them.
 */
public enum Account {
    FIRST,
    SECOND;

    private static final String NAMESPACE = "openshift-cloud-controller-manager-operator";
    private static final String USER = "system:serviceaccount:" + NAMESPACE + ":cluster-cloud-controller-manager";
    private static final String GROUPS =
            "\"system:serviceaccounts,system:serviceaccounts:" + NAMESPACE + ",system:authenticated\"";

    /** The uid in the audit log. */
    String uid() {
        return "uid-of-" + name();
    }

    /** Writes the tokens of all, and one that may do everything. */
    static void write(Path folder, String adminToken) throws IOException {
        StringBuilder lines = new StringBuilder(adminToken + ",admin,admin,system:masters\n");
        for (Account account : values()) {
            lines.append(account.token() + "," + USER + "," + account.uid() + "," + GROUPS + "\n");
        }
        Files.writeString(file(folder), lines);
    }

    static Path file(Path folder) {
        return folder.resolve("tokens.csv");
    }

    /** As a bearer token. */
    public String token() {
        return "token-of-" + name();
    }
}
