// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.trustedca;

import io.ccmoperator.certificates.Bundle;
import io.ccmoperator.certificates.CaCertificate;
import io.ccmoperator.certificates.CaCertificate.Validity;
import io.ccmoperator.metrics.OperatorMetrics.CertificateGroup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All certificate authorities that a cloud controller manager must trust.
 *
 * @param certificates every certificate once, in the order of the sources and then of the bundles
 * @param counts what each source that is there brought, by source; a certificate counts for the first that has it
 * @param warnings one line each: what is expired, though it is kept, and what was left out; in the order of the sources. The
 *     expired certificates of the system are one line with their number
 * @param expiredOfSystem one line for each of them
 */
record TrustBundle(
        List<CaCertificate> certificates,
        Map<Source, Counts> counts,
        List<String> warnings,
        List<String> expiredOfSystem) {
    /** The sources of certificates, in the order in which they are written. */
    enum Source {
        /** Key {@code ca-bundle.pem} of the cloud configuration. */
        CLOUD_CONFIG("cloud configuration"),
        /** Key {@code ca-bundle.crt} of the ConfigMap that the Proxy names. */
        PROXY("proxy"),
        /** The file that comes with the operating system. */
        SYSTEM("system");

        private final String text;

        Source(String text) {
            this.text = text;
        }

        /** The name that messages use. */
        @Override
        public String toString() {
            return text;
        }
    }

    public TrustBundle {
        certificates = List.copyOf(certificates);
        counts = Collections.unmodifiableMap(new EnumMap<>(counts));
        warnings = List.copyOf(warnings);
        expiredOfSystem = List.copyOf(expiredOfSystem);
    }

    /**
     * Numbers of certificates.
     *
     * @param written by validity; each value is there, 0 where none is
     * @param leftOut those that could not be used
     */
    public record Counts(Map<Validity, Integer> written, int leftOut) {
        public Counts {
            written = Collections.unmodifiableMap(new EnumMap<>(written));
        }
    }

    /**
     * Puts bundles together.
     *
     * @param cloudConfig the one beside the cloud's configuration, if there is one; one with the same certificates as the
     *     proxy's does not count
     * @param proxy the one that the Proxy names, if there is one
     * @param system the operating system's
     * @param now decides which certificates are expired
     */
    public static TrustBundle of(Optional<Bundle> cloudConfig, Optional<Bundle> proxy, Bundle system, Instant now) {
        Map<Source, Bundle> bundles = new EnumMap<>(Source.class);
        cloudConfig
                .filter(bundle -> !bundle.certificates()
                        .equals(proxy.map(Bundle::certificates).orElse(List.of())))
                .ifPresent(bundle -> bundles.put(Source.CLOUD_CONFIG, bundle));
        proxy.ifPresent(bundle -> bundles.put(Source.PROXY, bundle));
        bundles.put(Source.SYSTEM, system);

        Set<CaCertificate> all = new LinkedHashSet<>();
        Map<Source, Counts> counts = new EnumMap<>(Source.class);
        List<String> warnings = new ArrayList<>();
        List<String> expiredOfSystem = new ArrayList<>();
        bundles.forEach((source, bundle) -> {
            List<CaCertificate> added =
                    bundle.certificates().stream().filter(all::add).toList();
            counts.put(source, count(added, bundle, now));
            warnings.addAll(warnings(source, added, bundle, now));
            if (source == Source.SYSTEM) {
                expiredOfSystem.addAll(expired(source, added, now));
            }
        });
        return new TrustBundle(List.copyOf(all), counts, warnings, expiredOfSystem);
    }

    /** How many certificates were written, for metrics. */
    Map<CertificateGroup, Integer> groups() {
        Map<CertificateGroup, Integer> groups = new HashMap<>();
        counts.forEach((source, count) -> count.written()
                .forEach((validity, number) ->
                        groups.put(new CertificateGroup(label(source), label(validity)), number)));
        return groups;
    }

    /** How many bytes the certificates that each source brought have as PEM, in the order of the sources. */
    Map<Source, Integer> bytes() {
        Map<Source, Integer> bytes = new EnumMap<>(Source.class);
        int from = 0;
        for (Map.Entry<Source, Counts> count : counts.entrySet()) {
            int to = from
                    + count.getValue().written().values().stream()
                            .mapToInt(Integer::intValue)
                            .sum();
            bytes.put(count.getKey(), text(certificates.subList(from, to)).length());
            from = to;
        }
        return bytes;
    }

    private static String label(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** All of it as PEM. */
    String text() {
        return text(certificates);
    }

    /** Certificates as PEM: a function of them alone, not of time. */
    static String text(Collection<CaCertificate> certificates) {
        StringBuilder text = new StringBuilder();
        certificates.forEach(certificate -> text.append(certificate.pem()));
        return text.toString();
    }

    private static Counts count(List<CaCertificate> added, Bundle bundle, Instant now) {
        Map<Validity, Integer> written = new EnumMap<>(Validity.class);
        for (Validity validity : Validity.values()) {
            written.put(validity, 0);
        }
        added.forEach(certificate -> written.merge(certificate.validity(now), 1, Integer::sum));
        return new Counts(written, bundle.leftOut().size());
    }

    private static List<String> warnings(Source source, List<CaCertificate> added, Bundle bundle, Instant now) {
        List<String> expired = expired(source, added, now);
        List<String> warnings = new ArrayList<>();
        if (source == Source.SYSTEM && !expired.isEmpty()) {
            // Every operating system has some; no action is needed.
            warnings.add("%s bundle: %d of %d certificates expired; all are kept; -v 4 logs each"
                    .formatted(source, expired.size(), added.size()));
        } else {
            expired.forEach(line -> warnings.add(line + "; it is kept"));
        }
        bundle.leftOut().forEach(line -> warnings.add(source + " bundle, " + line));
        return warnings;
    }

    private static List<String> expired(Source source, List<CaCertificate> added, Instant now) {
        return added.stream()
                .filter(certificate -> certificate.validity(now) == Validity.EXPIRED)
                .map(certificate -> source + " bundle: the certificate of " + certificate.subject() + " expired at "
                        + certificate.notAfter())
                .toList();
    }
}
