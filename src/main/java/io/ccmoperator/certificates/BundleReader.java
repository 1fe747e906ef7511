// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.certificates;

import io.ccmoperator.cluster.InvalidInputException;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads bundles: blocks of PEM of the type CERTIFICATE, with any content before, between and after them. Other
 * content is skipped; content that looks like such a block but is not one (a private key, an incomplete block, bad
 * base64) makes a bundle invalid.
 */
public final class BundleReader {
    /** One event or condition has to hold them. */
    private static final int MAX_FAULTS = 10;

    private BundleReader() {}

    /**
     * Reads a bundle that an administrator put together: every certificate has to be usable.
     *
     * @param text PEM; a byte order mark, line ends of any kind and blanks around lines do not count
     * @throws InvalidInputException if it is not valid, with a line for each fault (the first ten), such as {@code line 7:
     *     this block is cut off ...}. The caller adds the object of the bundle. No line shows any content
     */
    public static Bundle strict(String text) {
        Collected collected = collect(text);
        List<String> faults = new ArrayList<>(collected.faults);
        faults.addAll(collected.unusable);
        return complete(collected, faults, List.of());
    }

    /**
     * Reads a bundle that comes with the system: a certificate that cannot be used is left out and named in the result.
     *
     * @param text PEM; a byte order mark, line ends of any kind and blanks around lines do not count
     * @throws InvalidInputException if a block is not complete, or if no certificate can be
     *     used; the lines are like those of {@link #strict}
     */
    public static Bundle lenient(String text) {
        Collected collected = collect(text);
        List<String> faults =
                collected.certificates.isEmpty() && collected.faults.isEmpty() ? collected.unusable : collected.faults;
        return complete(collected, faults, collected.unusable);
    }

    private static Bundle complete(Collected collected, List<String> faults, List<String> leftOut) {
        if (!faults.isEmpty()) {
            throw new InvalidInputException(shortened(faults));
        }
        if (collected.certificates.isEmpty()) {
            throw new InvalidInputException(
                    "there is no certificate; put in blocks of PEM that begin with " + PemScanner.Block.BEGIN);
        }
        return new Bundle(List.copyOf(collected.certificates), leftOut);
    }

    private record Collected(Set<CaCertificate> certificates, List<String> faults, List<String> unusable) {}

    private static Collected collect(String text) {
        PemScanner scanner = new PemScanner(text);
        Collected collected = new Collected(new LinkedHashSet<>(), scanner.faults(), new ArrayList<>());
        for (PemScanner.Block block : scanner.blocks()) {
            try {
                collected.certificates.add(new CaCertificate(DerCertificate.read(block.content())));
            } catch (CertificateException e) {
                String place = "line " + block.line() + (block.title().isEmpty() ? "" : ", " + block.title());
                collected.unusable.add(place + ": this certificate cannot be used, " + e.getMessage());
            }
        }
        return collected;
    }

    private static List<String> shortened(List<String> faults) {
        if (faults.size() <= MAX_FAULTS) {
            return faults;
        }
        List<String> first = new ArrayList<>(faults.subList(0, MAX_FAULTS));
        first.add("there are " + (faults.size() - MAX_FAULTS) + " more faults");
        return first;
    }
}
