// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.kubeconfig.ExecPlugin;
import io.ccmoperator.kubeconfig.ExecPlugin.Credential;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.X509KeyManager;
import org.jboss.logging.Logger;

/**
 * Credentials that a program prints. It is run again when they have expired, or the server refuses them; in between requests show what
 * there is, so that none waits for the program on a thread of the network.
 */
final class ExecCredentials implements Authentication.Credentials {
    private static final Logger LOG = Logger.getLogger(ExecCredentials.class);

    private final ExecPlugin plugin;
    private final Clock clock;
    private volatile Issued issued;
    private CompletableFuture<Boolean> running = CompletableFuture.completedFuture(true);

    private record Issued(Credential credential, Optional<X509KeyManager> keys) {}

    private ExecCredentials(ExecPlugin plugin, Clock clock) {
        this.plugin = plugin;
        this.clock = clock;
    }

    /**
     * Runs the program for the first time, and waits for it.
     *
     * @throws InvalidInputException if it prints no credentials
     */
    static ExecCredentials open(ExecPlugin plugin, Clock clock) {
        ExecCredentials credentials = new ExecCredentials(plugin, clock);
        credentials.issued = credentials.read();
        return credentials;
    }

    @Override
    public Optional<String> authorization() {
        Credential credential = issued.credential();
        if (credential.expires().filter(clock.instant()::isAfter).isPresent()) {
            renew();
        }
        return credential.token().isEmpty() ? Optional.empty() : Optional.of("Bearer " + credential.token());
    }

    /** The certificate that the program has printed. */
    Optional<X509KeyManager> keys() {
        return issued.keys();
    }

    /** Runs the program unless it runs. */
    @Override
    public synchronized CompletableFuture<Boolean> renew() {
        if (running.isDone()) {
            Credential before = issued.credential();
            running = CompletableFuture.supplyAsync(() -> {
                try {
                    Issued next = read();
                    if (next.credential().equals(before)) {
                        return false;
                    }
                    issued = next;
                    return true;
                } catch (InvalidInputException e) {
                    LOG.warnf("%s; still using the previous credentials", e.getMessage());
                    return false;
                }
            });
        }
        return running;
    }

    private Issued read() {
        Credential credential = plugin.run();
        HeaderValue.require(
                plugin.place() + ": the token that the program of exec, "
                        + plugin.command().get(0) + ", printed",
                credential.token(),
                "run it to see why");
        Optional<X509KeyManager> keys = credential.certificate().isEmpty()
                ? Optional.empty()
                : Optional.of(ClientKeys.read(
                        plugin.place(),
                        credential.certificate().getBytes(StandardCharsets.UTF_8),
                        credential.key().getBytes(StandardCharsets.UTF_8)));
        return new Issued(credential, keys);
    }
}
