// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.fabric8.kubernetes.client.OAuthTokenProvider;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jboss.logging.Logger;

/**
 * A bearer token in a file that is replaced before the token expires: the kubelet does so with a service account's
 * token. Reason: the client ignores {@code tokenFile} of a kubeconfig's user, and reads a service account's token
 * again only with all of its own configuration, the proxies of the environment included.
 */
final class FileToken implements OAuthTokenProvider {
    private static final Logger LOG = Logger.getLogger(FileToken.class);

    /** The kubelet replaces a token when 80 % of its life are over; the shortest life is 10 minutes. */
    private static final Duration READ_EVERY = Duration.ofSeconds(1);

    private final Path file;
    private final Clock clock;
    private String token = "";
    private Instant readAt = Instant.MIN;
    private boolean unreadable;

    FileToken(Path file, Clock clock) {
        this.file = file;
        this.clock = clock;
    }

    /** The token; while the file cannot be read, the one of before. */
    @Override
    public synchronized String getToken() {
        Instant now = clock.instant();
        if (readAt.plus(READ_EVERY).isBefore(now)) {
            readAt = now;
            read();
        }
        return token;
    }

    private void read() {
        try {
            String found = Files.readString(file, StandardCharsets.UTF_8).strip();
            if (!found.isEmpty()) {
                token = found;
                unreadable = false;
                return;
            }
        } catch (IOException e) {
            LOG.debugf(e, "%s: cannot be read", file);
        }
        if (!unreadable) {
            unreadable = true;
            LOG.warnf("%s: cannot read the token for the API server, still using the previous one", file);
        }
    }
}
