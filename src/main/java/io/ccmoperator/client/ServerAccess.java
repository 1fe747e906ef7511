// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.kubeconfig.Kubeconfig;
import io.ccmoperator.kubeconfig.KubeconfigCluster;
import io.ccmoperator.kubeconfig.KubeconfigFlags;
import io.ccmoperator.kubeconfig.KubeconfigUser;
import io.ccmoperator.kubeconfig.KubeconfigUser.ActsAs;
import io.ccmoperator.kubeconfig.PemSource;
import io.ccmoperator.kubeconfig.ProxyServer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509KeyManager;

/**
 * How the API server is reached, and what it is shown: what kubeconfig files say, or the service account of the Pod. Certificates, keys
 * and tokens are followed where files have them; the address is read once.
 */
final class ServerAccess implements Authentication.Credentials {
    private final Address address;
    private final Followed<CurrentCredentials> current;
    private final Optional<ExecCredentials> exec;

    /**
     * What does not change while the program runs.
     *
     * @param server http or https
     * @param tlsServerName for SNI and the check of the certificate, in place of the server's host
     * @param insecure whether the certificate of the server is not checked
     * @param actsAs the user that requests act as
     */
    record Address(
            URI server,
            Optional<String> tlsServerName,
            boolean insecure,
            Optional<ProxyServer> proxy,
            Optional<ActsAs> actsAs) {}

    /** What may change; empty: there is none. */
    private record CurrentCredentials(
            Optional<X509ExtendedTrustManager> authorities,
            Optional<X509KeyManager> keys,
            Optional<String> authorization) {}

    private ServerAccess(Address address, Followed<CurrentCredentials> current, Optional<ExecCredentials> exec) {
        this.address = address;
        this.current = current;
        this.exec = exec;
    }

    /**
     * Reads the kubeconfig files; where there is none, the service account of the Pod. A program of exec is run.
     *
     * @param environment the value of an environment variable, null where it is not set
     * @param serviceAccount the folder of the service account's ca.crt and token
     * @throws InvalidInputException if a file is invalid, or there is neither a file nor a service account
     */
    static ServerAccess read(
            KubeconfigFlags flags, UnaryOperator<String> environment, Path serviceAccount, Clock clock) {
        Optional<Kubeconfig> kubeconfig = Kubeconfig.find(flags, environment);
        if (kubeconfig.isEmpty()) {
            return ofPod(environment, serviceAccount, clock);
        }
        Kubeconfig.Choice choice = kubeconfig.get().choose(flags);
        KubeconfigCluster cluster = choice.cluster();
        Address address = address(choice, environment);
        Optional<Path> system = cluster.insecure() || cluster.authorities().isPresent()
                ? Optional.empty()
                : SystemAuthorities.file(environment);
        Supplier<CurrentCredentials> reading = () -> {
            Kubeconfig.Choice present = isReplaceable(kubeconfig.get().files())
                    ? Kubeconfig.find(flags, environment)
                            .orElse(kubeconfig.get())
                            .choose(flags)
                    : choice;
            // Credentials of one server are not shown to another.
            if (!address(present, environment).equals(address)) {
                throw new InvalidInputException(present.cluster().place()
                        + ": another server, proxy or user to act as than at the start; restart the program to use it");
            }
            return read(present, system);
        };
        return new ServerAccess(
                address,
                Followed.open(files(kubeconfig.get(), choice, system), reading, clock),
                // Beside a token or a certificate the program has nothing to add.
                choice.user()
                        .filter(user -> authorization(user).isEmpty()
                                && user.certificate().isEmpty())
                        .flatMap(KubeconfigUser::exec)
                        .map(plugin -> ExecCredentials.open(plugin, clock)));
    }

    private static Address address(Kubeconfig.Choice choice, UnaryOperator<String> environment) {
        KubeconfigCluster cluster = choice.cluster();
        return new Address(
                cluster.server(),
                cluster.tlsServerName(),
                cluster.insecure(),
                cluster.proxy().or(() -> ProxyServer.ofEnvironment(cluster.server(), environment)),
                choice.user().flatMap(KubeconfigUser::actsAs));
    }

    /** Those that may be replaced: not a kubeconfig from a pipe, and none where a file that it names is a pipe. */
    private static List<Path> files(Kubeconfig kubeconfig, Kubeconfig.Choice choice, Optional<Path> system) {
        List<Path> files = new ArrayList<>(choice.files());
        system.ifPresent(files::add);
        if (isReplaceable(kubeconfig.files())) {
            files.addAll(0, kubeconfig.files());
        }
        return isReplaceable(files) ? files.stream().distinct().toList() : List.of();
    }

    /** A pipe has its content once, so it is not read a second time. */
    private static boolean isReplaceable(List<Path> files) {
        return files.stream().allMatch(Files::isRegularFile);
    }

    private static CurrentCredentials read(Kubeconfig.Choice choice, Optional<Path> system) {
        KubeconfigCluster cluster = choice.cluster();
        Optional<X509ExtendedTrustManager> authorities = cluster.insecure()
                ? Optional.empty()
                : cluster.authorities()
                        .map(pem -> authorities(cluster.place(), pem))
                        .or(() -> system.map(file -> TrustedAuthorities.read(file.toString(), content(file))));
        return new CurrentCredentials(
                authorities,
                choice.user()
                        .flatMap(user -> user.certificate()
                                .map(certificate -> ClientKeys.read(
                                        user.place(),
                                        certificate.pem(),
                                        user.key().orElseThrow().pem()))),
                choice.user().flatMap(ServerAccess::authorization));
    }

    private static X509ExtendedTrustManager authorities(String place, PemSource pem) {
        return TrustedAuthorities.read(place + ": " + pem.field(), pem.pem());
    }

    private static Optional<String> authorization(KubeconfigUser user) {
        return user.tokenFile()
                .filter(file -> Files.isReadable(file) && !Files.isDirectory(file))
                .map(file -> token(file.toString(), content(file)))
                .filter(token -> !token.isEmpty())
                .or(user::token)
                .map(token -> bearer(user.place() + ": token", token));
    }

    private static ServerAccess ofPod(UnaryOperator<String> environment, Path folder, Clock clock) {
        String host = environment.apply("KUBERNETES_SERVICE_HOST");
        String port = environment.apply("KUBERNETES_SERVICE_PORT");
        if (host == null || port == null) {
            List<Path> looked = Kubeconfig.candidates(environment);
            throw new InvalidInputException(
                    looked.isEmpty()
                            ? "no kubeconfig given and not running in a cluster; name a kubeconfig with --kubeconfig or KUBECONFIG"
                            : looked.stream().map(Path::toString).collect(Collectors.joining(", "))
                                    + ": file does not exist, and this is no Pod; name a kubeconfig with --kubeconfig or KUBECONFIG");
        }
        Path certificates = requireReadable(folder.resolve("ca.crt"));
        Path token = requireReadable(folder.resolve("token"));
        URI server = URI.create("https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port);
        return new ServerAccess(
                new Address(server, Optional.empty(), false, Optional.empty(), Optional.empty()),
                Followed.open(
                        List.of(certificates, token),
                        () -> new CurrentCredentials(
                                Optional.of(TrustedAuthorities.read(certificates.toString(), content(certificates))),
                                Optional.empty(),
                                Optional.of(bearer(token + ": the token", token(token.toString(), content(token))))),
                        clock),
                Optional.empty());
    }

    private static Path requireReadable(Path file) {
        if (!Files.isReadable(file)) {
            throw new InvalidInputException(
                    file + ": cannot be read; let the pod mount its service account (automountServiceAccountToken)");
        }
        return file;
    }

    private static byte[] content(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new InvalidInputException(file + ": cannot be read; correct its permissions, or name another file");
        }
    }

    private static String token(String file, byte[] content) {
        return HeaderValue.require(
                file + ": the token",
                new String(content, StandardCharsets.UTF_8).strip(),
                "write the token alone, on one line");
    }

    private static String bearer(String place, String token) {
        if (token.isEmpty()) {
            throw new InvalidInputException(place + " is empty; write the token alone, on one line");
        }
        return "Bearer " + HeaderValue.require(place, token, "write the token alone, on one line");
    }

    Address address() {
        return address;
    }

    /** Who the server may be; at each handshake those that the files have then. Empty: its certificate is not checked, or it has none. */
    Optional<TrustedAuthorities> trust() {
        return current.value()
                .authorities()
                .map(present -> new TrustedAuthorities(
                        () -> current.value().authorities().orElse(present)));
    }

    /** The certificate that a connection shows that is opened now; the same object as long as it is the same certificate. */
    Optional<X509KeyManager> keys() {
        return current.value().keys().or(() -> exec.flatMap(ExecCredentials::keys));
    }

    @Override
    public Optional<String> authorization() {
        return current.value().authorization().or(() -> exec.flatMap(ExecCredentials::authorization));
    }

    @Override
    public CompletableFuture<Boolean> renew() {
        if (current.refresh()) {
            return CompletableFuture.completedFuture(true);
        }
        return exec.map(ExecCredentials::renew).orElseGet(() -> CompletableFuture.completedFuture(false));
    }
}
