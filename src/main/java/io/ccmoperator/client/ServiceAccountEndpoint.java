/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.ccmoperator.cluster.InvalidInputException;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The API server of the cluster that the process runs in, as the pod's service account. */
final class ServiceAccountEndpoint {
    /** Where the kubelet puts the token and the certificates of the API server. */
    static final Path FOLDER = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    /** The kubelet renews a token when a fifth of its life is left, at least two minutes. */
    private static final Duration TOKEN_AGE = Duration.ofMinutes(1);

    private ServiceAccountEndpoint() {}

    /**
     * @param environment variable to value, or to null where it is not set
     * @throws InvalidInputException if the process is in no pod, or the pod has no service account
     */
    static ApiEndpoint read(Path folder, UnaryOperator<String> environment, PemOptions pem, Clock clock) {
        String host = environment.apply("KUBERNETES_SERVICE_HOST");
        String port = environment.apply("KUBERNETES_SERVICE_PORT");
        if (host == null || port == null) {
            throw new InvalidInputException(
                    "no API server is named, and this is no pod of a cluster; name a kubeconfig by --kubeconfig or"
                            + " KUBECONFIG");
        }
        Path certificates = folder.resolve("ca.crt");
        return new ApiEndpoint(
                URI.create("https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port + "/"),
                Optional.of(pem.trust(read(certificates), certificates.toString())),
                false,
                Optional.empty(),
                new Credentials(() -> Optional.of(bearer(folder.resolve("token"))), TOKEN_AGE, clock));
    }

    private static String bearer(Path token) {
        return "Bearer " + new String(read(token), StandardCharsets.UTF_8).strip();
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new InvalidInputException(
                    file + ": cannot be read; let the pod mount its service account (automountServiceAccountToken)");
        }
    }
}
