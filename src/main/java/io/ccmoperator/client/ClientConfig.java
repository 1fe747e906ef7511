// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import com.fasterxml.jackson.databind.JsonMappingException;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.cluster.InvalidInputException;
import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Context;
import io.fabric8.kubernetes.api.model.ExecConfig;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.internal.KubeConfigUtils;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The client's configuration: a kubeconfig file, read by the client, or the service account of the pod. Quarkus' properties for
 * the client do not suffice, since flags are read before they are.
 */
final class ClientConfig {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    /**
     * The first pause of the SDK's informers before they watch again; it doubles five times. A server that answers each of their
     * watches with 410 is asked each time after the first pause: the client counts a list that came before it as success.
     */
    private static final Duration INFORMER_RECONNECT = Duration.ofMillis(500);

    private static final Duration RETRY_BACKOFF = Duration.ofMillis(100);

    private ClientConfig() {}

    /**
     * Reads the configuration.
     *
     * @param kubeconfig a kubeconfig file; empty: the one that the environment variable KUBECONFIG names, and where that is
     *     not set the service account of the pod
     * @param environment the value of an environment variable, null where it is not set
     * @param serviceAccount the folder of the service account's ca.crt and token
     * @param timings of which that of a request is used
     * @throws InvalidInputException if there is no such file, it is invalid, or there is neither a file nor a service account
     */
    static Config read(
            Optional<Path> kubeconfig,
            UnaryOperator<String> environment,
            Path serviceAccount,
            ClientTimings timings,
            Clock clock) {
        String named = environment.apply("KUBECONFIG");
        Optional<Path> file =
                kubeconfig.or(() -> named == null || named.isEmpty() ? Optional.empty() : Optional.of(Path.of(named)));
        Config config = file.map(path -> kubeconfig(path, clock))
                .orElseGet(() -> serviceAccount(environment, serviceAccount, clock));
        config.setUserAgent("ccm-operator");
        config.setRequestTimeout((int) timings.request().toMillis());
        config.setConnectionTimeout((int) CONNECT_TIMEOUT.toMillis());
        config.setWatchReconnectInterval((int) INFORMER_RECONNECT.toMillis());
        config.setWatchReconnectLimit(-1);
        // A WebSocket would be a connection of its own.
        config.setOnlyHttpWatches(true);
        config.setRequestRetryBackoffInterval((int) RETRY_BACKOFF.toMillis());
        config.setRequestRetryBackoffLimit(1);
        return config;
    }

    private static Config kubeconfig(Path file, Clock clock) {
        checkSyntax(file);
        try {
            var content = KubeConfigUtils.parseConfig(file.toFile());
            Optional<AuthInfo> user = currentUser(file, content);
            Config config = Config.empty();
            KubeConfigUtils.merge(config, null, content);
            requireUrl(file, config.getMasterUrl());
            user.map(AuthInfo::getExec).ifPresent(exec -> requireCredentials(file, exec, config));
            user.flatMap(named -> tokenFile(named, file))
                    .ifPresent(token -> config.setOauthTokenProvider(FileToken.open(token, clock)));
            user.ifPresent(named -> Impersonation.configure(config, named, file));
            return config;
        } catch (KubernetesClientException | IllegalArgumentException e) {
            throw invalid(file, "is not a valid kubeconfig" + misplaced(e) + "; correct it, or name another file");
        }
    }

    /** The client's own messages about a file that is not YAML quote it, and a kubeconfig holds secrets. */
    private static void checkSyntax(Path file) {
        try {
            if (YamlReader.read(Files.readAllBytes(file)).stream()
                    .findFirst()
                    .flatMap(YamlDocument::map)
                    .isEmpty()) {
                throw invalid(file, "is not a kubeconfig; name another file");
            }
        } catch (SyntaxException e) {
            String place = e.position().map(position -> ", " + position).orElse("");
            throw new InvalidInputException(file + place + ": is not valid YAML; name a kubeconfig");
        } catch (NoSuchFileException e) {
            throw invalid(file, "file does not exist; name a kubeconfig with --kubeconfig or KUBECONFIG");
        } catch (IOException e) {
            throw invalid(file, "cannot be read; name a kubeconfig that this user may read");
        }
    }

    /** The field that has another type, without its value. */
    private static String misplaced(RuntimeException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof JsonMappingException mapping) {
                return mapping.getPath().stream()
                        .map(JsonMappingException.Reference::getFieldName)
                        .filter(Objects::nonNull)
                        .reduce((outer, inner) -> outer + "." + inner)
                        .map(field -> ": " + field + " has the wrong type")
                        .orElse("");
            }
        }
        return "";
    }

    /** The client leaves out what the current context names and the file does not have; requests would go anywhere. */
    private static Optional<AuthInfo> currentUser(Path file, io.fabric8.kubernetes.api.model.Config content) {
        String current = content.getCurrentContext();
        if (current == null || current.isEmpty()) {
            throw invalid(file, "current-context is missing; choose one with `kubectl config use-context`");
        }
        Context context = named(
                file, "contexts", current, content.getContexts(), NamedContext::getName, NamedContext::getContext);
        Cluster cluster = named(
                file,
                "clusters",
                context.getCluster(),
                content.getClusters(),
                NamedCluster::getName,
                NamedCluster::getCluster);
        if (cluster.getServer() == null) {
            throw invalid(file, "the cluster's server is missing; write https://host:port");
        }
        refuse(file, "proxy-url", cluster.getProxyUrl(), "name a cluster that is reached directly");
        refuse(file, "tls-server-name", cluster.getTlsServerName(), "name a cluster that is reached directly");
        if (isEmpty(context.getUser())) {
            return Optional.empty();
        }
        AuthInfo user = named(
                file, "users", context.getUser(), content.getUsers(), NamedAuthInfo::getName, NamedAuthInfo::getUser);
        check(file, user);
        return Optional.of(user);
    }

    /** What the client would ignore, or fails at without naming it. */
    private static void check(Path file, AuthInfo user) {
        if (user.getExec() != null && isEmpty(user.getExec().getCommand())) {
            throw invalid(file, "exec has no command; name the program that prints the credentials");
        }
        refuse(file, "auth-provider", user.getAuthProvider(), "use a token or a client certificate");
        if (!isEmpty(user.getToken())) {
            HeaderValue.require(file + ": token", user.getToken(), "write the token alone, on one line");
        }
        boolean certificate = !isEmpty(user.getClientCertificate()) || !isEmpty(user.getClientCertificateData());
        boolean key = !isEmpty(user.getClientKey()) || !isEmpty(user.getClientKeyData());
        if (certificate && !key) {
            throw invalid(file, "client-key is missing beside client-certificate; add it");
        } else if (key && !certificate) {
            throw invalid(file, "client-certificate is missing beside client-key; add it");
        }
    }

    /** The client has run the program, logged how it failed, and would continue without credentials. */
    private static void requireCredentials(Path file, ExecConfig exec, Config config) {
        if (isEmpty(config.getAutoOAuthToken()) && isEmpty(config.getClientCertData())) {
            throw invalid(
                    file,
                    "the program of exec, %s, printed no ExecCredential of apiVersion %s with a token or a certificate; run it to see why"
                            .formatted(exec.getCommand(), exec.getApiVersion()));
        }
        if (!isEmpty(config.getAutoOAuthToken())) {
            HeaderValue.require(
                    file + ": the token that the program of exec, " + exec.getCommand() + ", printed",
                    config.getAutoOAuthToken(),
                    "run it to see why");
        }
    }

    private static void refuse(Path file, String field, Object value, String remedy) {
        if (value != null && !value.equals("")) {
            throw invalid(file, field + " is not supported; " + remedy);
        }
    }

    private static void requireUrl(Path file, String server) {
        if (!isUrl(server)) {
            throw invalid(file, "the cluster's server is not a URL; write https://host:port");
        }
    }

    private static boolean isUrl(String server) {
        try {
            URI uri = URI.create(server);
            return List.of("http", "https").contains(uri.getScheme()) && uri.getHost() != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isEmpty(String value) {
        return value == null || value.isEmpty();
    }

    static InvalidInputException invalid(Path file, String reason) {
        return new InvalidInputException(file + ": " + reason);
    }

    private static <N, T> T named(
            Path file,
            String list,
            String name,
            List<N> entries,
            Function<N, String> nameOf,
            Function<N, T> contentOf) {
        return Optional.ofNullable(entries).orElse(List.of()).stream()
                .filter(entry -> Objects.equals(nameOf.apply(entry), name))
                .findFirst()
                .map(contentOf)
                .orElseThrow(() ->
                        invalid(file, list + " has no entry with the name '" + name + "'; fix the current context"));
    }

    private static Optional<Path> tokenFile(AuthInfo user, Path file) {
        if (isEmpty(user.getTokenFile()) || !isEmpty(user.getToken())) {
            return Optional.empty();
        }
        Path token = file.toAbsolutePath().resolveSibling(user.getTokenFile());
        if (!Files.isReadable(token)) {
            throw invalid(file, "tokenFile names " + token + ", which cannot be read; fix the name or the permissions");
        }
        return Optional.of(token);
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
        config.setOauthTokenProvider(FileToken.open(token, clock));
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
