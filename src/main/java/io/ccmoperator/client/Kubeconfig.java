/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.cluster.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A kubeconfig file (client.authentication.k8s.io is not supported): its current context, with what that refers to.
 *
 * @param file the file
 * @param cluster the context's cluster
 * @param user the context's user; empty where the context has none
 */
record Kubeconfig(Path file, Manifest cluster, Manifest user) {
    /**
     * Reads a file.
     *
     * @throws InvalidInputException if it cannot be read, is no kubeconfig, or its current context leads nowhere
     */
    static Kubeconfig read(Path file) {
        Manifest root = root(file);
        String context = root.text("current-context");
        if (context.isEmpty()) {
            throw invalid(file, "current-context is missing; choose one by `kubectl config use-context`");
        }
        Manifest chosen = named(file, root, "contexts", "context", context);
        Manifest cluster = named(file, root, "clusters", "cluster", chosen.text("cluster"));
        String user = chosen.text("user");
        return new Kubeconfig(
                file, cluster, user.isEmpty() ? new Manifest(Map.of()) : named(file, root, "users", "user", user));
    }

    /**
     * The bytes that a field holds in base64, or a file that another field names, relative to the kubeconfig.
     *
     * @param of the cluster or the user
     * @throws InvalidInputException if the field is no base64 or the file cannot be read
     */
    Optional<byte[]> bytes(Manifest of, String dataField, String fileField) {
        String data = of.text(dataField);
        if (!data.isEmpty()) {
            return Optional.of(Base64Text.decode(data).orElseThrow(() -> invalid(file, dataField + " is no base64")));
        }
        String named = of.text(fileField);
        return named.isEmpty() ? Optional.empty() : Optional.of(fileNamedBy(fileField, named));
    }

    InvalidInputException invalid(String reason) {
        return invalid(file, reason);
    }

    private byte[] fileNamedBy(String field, String name) {
        Path named = file.toAbsolutePath().resolveSibling(name);
        try {
            return Files.readAllBytes(named);
        } catch (IOException e) {
            throw invalid(file, field + " names " + named + ", which cannot be read; mend the name or the permissions");
        }
    }

    private static Manifest root(Path file) {
        try {
            List<YamlDocument> documents = YamlReader.read(Files.readAllBytes(file));
            return documents.stream()
                    .findFirst()
                    .flatMap(YamlDocument::map)
                    .map(Manifest::new)
                    .orElseThrow(() -> invalid(file, "is no kubeconfig; name another file"));
        } catch (SyntaxException e) {
            String place = e.position().map(position -> ", " + position).orElse("");
            throw new InvalidInputException(file + place + ": is no YAML; name a kubeconfig");
        } catch (NoSuchFileException e) {
            throw invalid(file, "there is no such file; name a kubeconfig by --kubeconfig or KUBECONFIG");
        } catch (IOException e) {
            throw invalid(file, "cannot be read; name a kubeconfig that this user may read");
        }
    }

    private static Manifest named(Path file, Manifest root, String list, String field, String name) {
        return root.maps(list).stream()
                .map(Manifest::new)
                .filter(entry -> entry.text("name").equals(name))
                .findFirst()
                .map(entry -> new Manifest(entry.map(field)))
                .orElseThrow(() ->
                        invalid(file, list + " has no entry with the name '" + name + "'; mend the current context"));
    }

    private static InvalidInputException invalid(Path file, String reason) {
        return new InvalidInputException(file + ": " + reason);
    }
}
