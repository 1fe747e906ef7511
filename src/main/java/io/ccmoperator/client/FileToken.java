// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.cluster.InvalidInputException;
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
    private boolean unusable;

    private FileToken(Path file, Clock clock) {
        this.file = file;
        this.clock = clock;
    }

    /**
     * Reads the token for the first time.
     *
     * @throws InvalidInputException if the file cannot be read, or a header cannot have the token
     */
    static FileToken open(Path file, Clock clock) {
        FileToken opened = new FileToken(file, clock);
        try {
            opened.token = opened.content();
            return opened;
        } catch (IOException e) {
            throw new InvalidInputException(file + ": cannot be read; fix the permissions");
        }
    }

    /** The token; while the file cannot be read or has none that a header can have, the one of before. */
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
            String found = content();
            if (!found.isEmpty()) {
                token = found;
                unusable = false;
                return;
            }
            warn(file + ": cannot read the token for the API server");
        } catch (IOException e) {
            LOG.debugf(e, "%s: cannot be read", file);
            warn(file + ": cannot read the token for the API server");
        } catch (InvalidInputException e) {
            warn(e.getMessage());
        }
    }

    private String content() throws IOException {
        return HeaderValue.require(
                file + ": the token",
                new String(Files.readAllBytes(file), StandardCharsets.UTF_8).strip(),
                "write the token alone, on one line");
    }

    private void warn(String cause) {
        if (!unusable) {
            unusable = true;
            LOG.warnf("%s, still using the previous one", cause);
        }
    }
}
