// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import io.ccmoperator.cluster.InvalidInputException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Which certificate is served: the last good one of the folder, and until there has been one, a self-signed one.
 * Errors in the folder are logged once. Used by one thread at a time.
 */
final class ServingCertificate {
    private static final Logger LOG = Logger.getLogger(ServingCertificate.class);
    /** Of a self-signed certificate, before its end. */
    private static final Duration RENEWED = Duration.ofDays(30);

    private final CertificateFolder folder;
    private final Clock clock;
    private Optional<ServerIdentity> ofFolder = Optional.empty();
    private Optional<ServerIdentity> selfSigned = Optional.empty();
    private String warned = "";

    ServingCertificate(CertificateFolder folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    /** Where certificates are looked for. */
    Path file() {
        return folder.certificate();
    }

    /**
     * Looks at the folder again.
     *
     * @param rsa whether a self-signed certificate needs an RSA key
     */
    ServerIdentity look(boolean rsa) {
        warn(fault());
        if (ofFolder.isEmpty() && selfSigned.filter(made -> isUsable(made, rsa)).isEmpty()) {
            selfSigned = Optional.of(SelfSigned.create(rsa, clock.instant()));
        }
        return ofFolder.or(() -> selfSigned).orElseThrow();
    }

    /** Takes what is in the folder. Returns what is wrong with it; empty if nothing is. */
    private String fault() {
        try {
            Optional<ServerIdentity> found = folder.read();
            if (found.isEmpty() && ofFolder.isPresent()) {
                return folder.certificate() + ": does not exist, nor does its key; write both files again." + served();
            }
            ofFolder = found;
            return found.map(this::validity).orElse("");
        } catch (InvalidInputException e) {
            return e.getMessage() + "." + served();
        }
    }

    private String served() {
        return ofFolder.isPresent()
                ? " The certificate that was there before is served"
                : " A self-signed certificate is served";
    }

    private String validity(ServerIdentity identity) {
        Instant now = clock.instant();
        if (now.isAfter(identity.notAfter())) {
            return folder.certificate() + ": has expired at " + identity.notAfter()
                    + "; renew it. It is served nevertheless";
        } else if (now.isBefore(identity.notBefore())) {
            return folder.certificate() + ": is not valid before " + identity.notBefore()
                    + "; check the system clock. It is served nevertheless";
        }
        return "";
    }

    private boolean isUsable(ServerIdentity made, boolean rsa) {
        return made.certificate().getPublicKey().getAlgorithm().equals("RSA") == rsa
                && clock.instant().isBefore(made.notAfter().minus(RENEWED));
    }

    private void warn(String fault) {
        if (!fault.isEmpty() && !fault.equals(warned)) {
            LOG.warn(fault);
        }
        warned = fault;
    }
}
