// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.cluster.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * A value that files have, and that is read again when one of them is replaced: the kubelet replaces a service account's token and
 * certificate authority, and others the certificates and the kubeconfig of a control plane. While they cannot be read or are invalid, the
 * value of before counts, and one warning is logged. Reason: the client reads all of them once.
 */
final class Followed<T> {
    private static final Logger LOG = Logger.getLogger(Followed.class);

    /** The kubelet replaces a token when 80 % of its life are over; the shortest life is 10 minutes. */
    private static final Duration READ_EVERY = Duration.ofSeconds(1);

    private final List<Path> files;
    private final Supplier<T> reading;
    private final Clock clock;
    private List<byte[]> content;
    private T value;
    private Instant readAt = Instant.MIN;
    private boolean unusable;

    private Followed(List<Path> files, Supplier<T> reading, Clock clock) {
        this.files = files;
        this.reading = reading;
        this.clock = clock;
    }

    /**
     * Reads the value for the first time.
     *
     * @param files those to look at; empty: the value stays as it is
     * @param reading reads the files; throws an InvalidInputException that names the file if one cannot be read or is not valid
     */
    static <T> Followed<T> open(List<Path> files, Supplier<T> reading, Clock clock) {
        Followed<T> followed = new Followed<>(files, reading, clock);
        followed.value = reading.get();
        followed.content = followed.read();
        return followed;
    }

    /** The value; the same object as long as the files have the same content. They are looked at once a second at most. */
    synchronized T value() {
        Instant now = clock.instant();
        if (!files.isEmpty() && readAt.plus(READ_EVERY).isBefore(now)) {
            readAt = now;
            refresh();
        }
        return value;
    }

    /** Looks at the files now. Returns whether the value is another one. */
    synchronized boolean refresh() {
        try {
            List<byte[]> found = read();
            if (isSame(found)) {
                return false;
            }
            value = reading.get();
            content = found;
            unusable = false;
            return true;
        } catch (InvalidInputException e) {
            if (!unusable) {
                unusable = true;
                LOG.warnf("%s, still using the previous one", e.getMessage());
            }
            return false;
        }
    }

    private List<byte[]> read() {
        List<byte[]> contents = new ArrayList<>();
        for (Path file : files) {
            try {
                contents.add(Files.readAllBytes(file));
            } catch (IOException e) {
                LOG.debugf(e, "%s: cannot be read", file);
                throw new InvalidInputException(
                        file + ": cannot be read; correct its permissions, or name another file");
            }
        }
        return contents;
    }

    private boolean isSame(List<byte[]> found) {
        for (int i = 0; i < found.size(); i++) {
            if (!Arrays.equals(found.get(i), content.get(i))) {
                return false;
            }
        }
        return true;
    }
}
