// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apiserver;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was asked of an API server, by whom. */
public final class AuditLog {
    private final Path file;

    AuditLog(Path folder) {
        file = file(folder);
    }

    /**
     * The requests of an account so far, in the order in which they were answered or, for watches, began.
     *
     * @param account whose
     */
    public List<AuditedRequest> of(Account account) {
        return of(account.uid());
    }

    /**
     * The same of a user of any kind.
     *
     * @param uid the user's, that of the object for a service account
     */
    public List<AuditedRequest> of(String uid) {
        Map<String, AuditedRequest> requests = new LinkedHashMap<>();
        for (KubernetesObject event : eventsWith(uid)) {
            if (event.fields().string("user", "uid").equals(uid)) {
                requests.putIfAbsent(event.fields().string("auditID"), AuditedRequest.of(event));
            }
        }
        return List.copyOf(requests.values());
    }

    /** The events of requests whose user acted as another one, by the name of that one. */
    public List<KubernetesObject> actingAs(String name) {
        return eventsWith(name).stream()
                .filter(event ->
                        event.fields().string("impersonatedUser", "username").equals(name))
                .toList();
    }

    /** As whom the requests so far were answered, in their order: the user, or the one that it acted as. */
    public List<String> users() {
        return eventsWith("").stream()
                .map(event -> event.fields().field("impersonatedUser").exists()
                        ? event.fields().string("impersonatedUser", "username")
                        : event.fields().string("user", "username"))
                .toList();
    }

    static Path file(Path folder) {
        return folder.resolve("audit.log");
    }

    static Path policy(Path folder) {
        return folder.resolve("audit-policy.yaml");
    }

    /** Writes down who, what and when of each request, not its content. */
    static void configure(Path folder) {
        try {
            Files.writeString(policy(folder), """
                    apiVersion: audit.k8s.io/v1
                    kind: Policy
                    omitStages: [RequestReceived]
                    rules: [{level: Metadata}]
                    """);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The events in whose line a string is: most of thousands of lines are of other users, and need not be parsed at each look. The
     * last line may be half written; it is left to the next look.
     */
    @SuppressWarnings("unchecked")
    private List<KubernetesObject> eventsWith(String part) {
        try {
            String text = Files.exists(file) ? Files.readString(file) : "";
            return text.substring(0, text.lastIndexOf('\n') + 1)
                    .lines()
                    .filter(line -> line.contains(part))
                    .map(line -> new KubernetesObject((Map<String, Object>) JsonReader.read(line)))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
