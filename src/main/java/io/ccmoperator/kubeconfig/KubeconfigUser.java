// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.kubeconfig;

import static io.ccmoperator.kubeconfig.KubeconfigCluster.filled;

import io.ccmoperator.cluster.InvalidInputException;
import io.fabric8.kubernetes.api.model.AuthInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The credentials that a kubeconfig names, by the rules of client-go ({@code clientcmd}, validation and getUserIdentificationPartialConfig).
 *
 * @param place the kubeconfig and the entry, for messages
 * @param file the kubeconfig
 * @param token counts where {@code tokenFile} has none
 * @param certificate of the client; there is a key if there is one
 * @param exec the program that prints credentials
 * @param actsAs the user that requests act as
 */
public record KubeconfigUser(
        String place,
        Path file,
        Optional<String> token,
        Optional<Path> tokenFile,
        Optional<PemSource> certificate,
        Optional<PemSource> key,
        Optional<ExecPlugin> exec,
        Optional<ActsAs> actsAs) {

    /**
     * User impersonation (Kubernetes, Authenticating).
     *
     * @param place the kubeconfig and the entry, for messages
     * @param uid empty: none
     */
    public record ActsAs(String place, String user, String uid, List<String> groups, Map<String, List<String>> extra) {}

    /** @throws InvalidInputException if the entry is invalid, or names a file that cannot be read */
    static KubeconfigUser of(Kubeconfig.Entry<AuthInfo> entry, KubeconfigCluster cluster) {
        AuthInfo user = entry.content();
        String place = entry.file() + ": user " + entry.name();
        Optional<PemSource> certificate = PemSource.of(
                place,
                "client-certificate",
                entry.file(),
                user.getClientCertificate(),
                user.getClientCertificateData());
        Optional<Path> tokenFile = tokenFile(place, entry.file(), user);
        // Beside a token a key alone has no effect.
        Optional<PemSource> key =
                certificate.isEmpty() && (filled(user.getToken()).isPresent() || tokenFile.isPresent())
                        ? Optional.empty()
                        : PemSource.of(place, "client-key", entry.file(), user.getClientKey(), user.getClientKeyData());
        requireBoth(place, certificate, key);
        if (user.getAuthProvider() != null) {
            throw new InvalidInputException(
                    place
                            + ": auth-provider is not supported; use a token, a client certificate, or exec with a program such as kubelogin");
        } else if (filled(user.getUsername()).isPresent()
                || filled(user.getPassword()).isPresent()) {
            throw new InvalidInputException(
                    place
                            + ": username and password are not supported, nor by an API server since 1.19; use a token, a client certificate or exec");
        }
        return new KubeconfigUser(
                place,
                entry.file(),
                filled(user.getToken()),
                tokenFile,
                certificate,
                key,
                Optional.ofNullable(user.getExec()).map(exec -> ExecPlugin.of(place, entry.file(), exec, cluster)),
                actsAs(place, user));
    }

    private static void requireBoth(String place, Optional<PemSource> certificate, Optional<PemSource> key) {
        if (certificate.isPresent() && key.isEmpty()) {
            throw new InvalidInputException(place + ": client-key is missing beside client-certificate; add it");
        } else if (key.isPresent() && certificate.isEmpty()) {
            throw new InvalidInputException(place + ": client-certificate is missing beside client-key; add it");
        }
    }

    /** A file that cannot be read matters only where there is no token beside it. */
    private static Optional<Path> tokenFile(String place, Path kubeconfig, AuthInfo user) {
        Optional<Path> file = filled(user.getTokenFile())
                .map(name -> kubeconfig.toAbsolutePath().resolveSibling(name));
        if (filled(user.getToken()).isEmpty()) {
            file.filter(token -> !Files.isReadable(token) || Files.isDirectory(token))
                    .ifPresent(token -> {
                        throw new InvalidInputException(place + ": tokenFile names " + token
                                + ", which cannot be read; correct the name or the permissions");
                    });
        }
        return file;
    }

    private static Optional<ActsAs> actsAs(String place, AuthInfo user) {
        List<String> groups = strings(user.getAsGroups());
        Map<String, List<String>> extra = new LinkedHashMap<>();
        Objects.requireNonNullElse(user.getAsUserExtra(), Map.<String, List<String>>of())
                .forEach((key, values) -> extra.put(key, strings(values)));
        String uid = Objects.requireNonNullElse(user.getAsUid(), "");
        if (filled(user.getAs()).isPresent()) {
            return Optional.of(new ActsAs(place, user.getAs(), uid, groups, extra));
        } else if (!uid.isEmpty() || !groups.isEmpty() || !extra.isEmpty()) {
            throw new InvalidInputException(
                    place + ": as is missing beside as-uid, as-groups or as-user-extra; name the user to act as");
        }
        return Optional.empty();
    }

    /** Null is an empty list or text, as Go reads it. */
    static List<String> strings(List<String> values) {
        return Objects.requireNonNullElse(values, List.<String>of()).stream()
                .map(value -> Objects.requireNonNullElse(value, ""))
                .toList();
    }
}
