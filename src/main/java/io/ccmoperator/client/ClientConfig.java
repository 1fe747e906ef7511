/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.ccmoperator.cluster.InvalidInputException;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Context;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The client's configuration: a kubeconfig file, read by the client, or the service account of the pod. Quarkus' properties for
 * the client do not suffice, since flags are read before they are.
 */
final class ClientConfig {
    /** Twice what a slow but working server takes (5 s). */
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    /** The first pause before a watch is started again; it doubles five times, to 4 s. */
    static final Duration WATCH_RECONNECT = Duration.ofMillis(125);

    private static final Duration RETRY_BACKOFF = Duration.ofMillis(100);

    private ClientConfig() {}

    /**
     * Reads the configuration.
     *
     * @param kubeconfig a kubeconfig file; empty: the one that the environment variable KUBECONFIG names, and where that is
     *     not set the service account of the pod
     * @param environment the value of an environment variable, null where it is not set
     * @param serviceAccount the folder of the service account's ca.crt and token
     * @throws InvalidInputException if there is no such file, it is invalid, or there is neither a file nor a service account
     */
    static Config read(Optional<Path> kubeconfig, UnaryOperator<String> environment, Path serviceAccount, Clock clock) {
        String named = environment.apply("KUBECONFIG");
        Optional<Path> file =
                kubeconfig.or(() -> named == null || named.isEmpty() ? Optional.empty() : Optional.of(Path.of(named)));
        Config config = file.map(path -> kubeconfig(path, clock))
                .orElseGet(() -> serviceAccount(environment, serviceAccount, clock));
        config.setUserAgent("ccm-operator");
        config.setRequestTimeout((int) REQUEST_TIMEOUT.toMillis());
        config.setConnectionTimeout((int) CONNECT_TIMEOUT.toMillis());
        config.setWatchReconnectInterval((int) WATCH_RECONNECT.toMillis());
        config.setWatchReconnectLimit(-1);
        config.setRequestRetryBackoffInterval((int) RETRY_BACKOFF.toMillis());
        config.setRequestRetryBackoffLimit(1);
        return config;
    }

    private static Config kubeconfig(Path file, Clock clock) {
        try {
            // The client does not tell a missing file from an invalid one.
            Files.newInputStream(file).close();
            Config config = Config.fromKubeconfig(file.toFile());
            tokenFile(currentUser(file), file)
                    .ifPresent(token -> config.setOauthTokenProvider(new FileToken(token, clock)));
            return config;
        } catch (NoSuchFileException e) {
            throw new InvalidInputException(
                    file + ": file does not exist; name a kubeconfig with --kubeconfig or KUBECONFIG");
        } catch (IOException e) {
            throw new InvalidInputException(file + ": cannot be read; name a kubeconfig that this user may read");
        } catch (KubernetesClientException e) {
            throw new InvalidInputException(file + ": is not a valid kubeconfig: " + ConnectionFault.innermost(e));
        }
    }

    /** The client leaves out what the current context names and the file does not have; requests would go anywhere. */
    private static Optional<AuthInfo> currentUser(Path file) {
        io.fabric8.kubernetes.api.model.Config content = KubeConfigUtils.parseConfig(file.toFile());
        String current = content.getCurrentContext();
        if (current == null || current.isEmpty()) {
            throw new InvalidInputException(
                    file + ": current-context is missing; choose one with `kubectl config use-context`");
        }
        Context context = named(file, "contexts", current, content.getContexts(), NamedContext::getName)
                .getContext();
        Cluster cluster = named(file, "clusters", context.getCluster(), content.getClusters(), NamedCluster::getName)
                .getCluster();
        refuse(file, "proxy-url", cluster.getProxyUrl());
        refuse(file, "tls-server-name", cluster.getTlsServerName());
        return context.getUser() == null || context.getUser().isEmpty()
                ? Optional.empty()
                : Optional.of(named(file, "users", context.getUser(), content.getUsers(), NamedAuthInfo::getName)
                        .getUser());
    }

    /** What would be ignored silently. */
    private static void refuse(Path file, String field, String value) {
        if (value != null && !value.isEmpty()) {
            throw new InvalidInputException(
                    file + ": " + field + " is not supported; name a cluster that is reached directly");
        }
    }

    private static <T> T named(Path file, String list, String name, List<T> entries, Function<T, String> nameOf) {
        return Optional.ofNullable(entries).orElse(List.of()).stream()
                .filter(entry -> nameOf.apply(entry).equals(name))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        file + ": " + list + " has no entry with the name '" + name + "'; fix the current context"));
    }

    private static Optional<Path> tokenFile(Optional<AuthInfo> user, Path file) {
        return user.map(AuthInfo::getTokenFile)
                .filter(token -> !token.isEmpty())
                .map(token -> file.toAbsolutePath().resolveSibling(token));
    }

    private static Config serviceAccount(UnaryOperator<String> environment, Path folder, Clock clock) {
        String host = environment.apply("KUBERNETES_SERVICE_HOST");
        String port = environment.apply("KUBERNETES_SERVICE_PORT");
        if (host == null || port == null) {
            throw new InvalidInputException("no kubeconfig given and not running in a cluster;"
                    + " name a kubeconfig with --kubeconfig or KUBECONFIG");
        }
        Path certificates = requireReadable(folder.resolve("ca.crt"));
        Path token = requireReadable(folder.resolve("token"));
        Config config = Config.empty();
        config.setMasterUrl("https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port + "/");
        config.setCaCertFile(certificates.toString());
        config.setOauthTokenProvider(new FileToken(token, clock));
        return config;
    }

    private static Path requireReadable(Path file) {
        if (!Files.isReadable(file)) {
            throw new InvalidInputException(
                    file + ": cannot be read; let the pod mount its service account (automountServiceAccountToken)");
        }
        return file;
    }
}
