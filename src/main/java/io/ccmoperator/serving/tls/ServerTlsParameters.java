// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import io.ccmoperator.cluster.CipherSuite;
import io.ccmoperator.cluster.TlsGroup;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.cluster.TlsVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The TLS parameters of a server, by the names of JSSE.
 *
 * @param protocols versions of TLS; an empty list allows no connection
 * @param cipherSuites the most preferred one first; those of TLS 1.3 are always among them
 * @param groups of the key exchange; an empty list leaves them to the library
 * @param leftOut what the settings ask for and the TLS library does not serve: versions, then IANA names of suites, then groups
 */
record ServerTlsParameters(
        List<String> protocols, List<String> cipherSuites, List<String> groups, List<String> leftOut) {
    private static final String TLS_1_3 = "TLSv1.3";

    ServerTlsParameters {
        protocols = List.copyOf(protocols);
        cipherSuites = List.copyOf(cipherSuites);
        groups = List.copyOf(groups);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * The part of the settings that can be served. Where no suite remains for TLS 1.2 and older, TLS 1.3 remains alone: the
     * settings forbid all other suites. Where the library has none of the groups, it chooses: without a group there is no connection.
     * What the settings leave open is as the library has it.
     */
    static ServerTlsParameters of(TlsSettings settings, TlsSupport support) {
        List<String> leftOut = new ArrayList<>();
        List<String> protocols = protocols(settings, support, leftOut);
        List<String> suites = support.cipherSuites();
        if (!settings.cipherSuites().isEmpty() && !protocols.stream().allMatch(TLS_1_3::equals)) {
            List<String> older = olderSuites(settings, support, leftOut);
            if (older.isEmpty()) {
                protocols = protocols.stream().filter(TLS_1_3::equals).toList();
            }
            suites = Stream.concat(newSuites(support), older.stream()).toList();
        } else if (protocols.equals(List.of(TLS_1_3))) {
            suites = newSuites(support).toList();
        }
        return new ServerTlsParameters(protocols, suites, groups(settings, support, leftOut), leftOut);
    }

    private static List<String> groups(TlsSettings settings, TlsSupport support, List<String> leftOut) {
        List<String> groups = new ArrayList<>();
        for (TlsGroup group : settings.groups()) {
            Optional<String> name = support.groups().stream()
                    .filter(group.value()::equalsIgnoreCase)
                    .findFirst();
            name.ifPresent(groups::add);
            if (name.isEmpty()) {
                leftOut.add(group.value());
            }
        }
        return groups;
    }

    /**
     * Whether TLS 1.2 and older, where they are offered, can be spoken with a key.
     *
     * @param algorithm the key's, by its name in Java: RSA, EC
     */
    boolean suits(String algorithm) {
        String expected = algorithm.equals("RSA") ? "_RSA_" : "_ECDSA_";
        List<String> older =
                cipherSuites.stream().filter(suite -> suite.contains("_WITH_")).toList();
        return older.isEmpty() || older.stream().anyMatch(suite -> suite.contains(expected));
    }

    private static List<String> protocols(TlsSettings settings, TlsSupport support, List<String> leftOut) {
        if (settings.minVersion().isEmpty()) {
            return support.protocols();
        }
        List<String> protocols = new ArrayList<>();
        Arrays.stream(TlsVersion.values())
                .filter(version -> version.compareTo(settings.minVersion().get()) >= 0)
                .forEach(version -> {
                    boolean served = support.protocols().contains(nameOf(version));
                    (served ? protocols : leftOut).add(served ? nameOf(version) : shown(version));
                });
        return protocols;
    }

    private static List<String> olderSuites(TlsSettings settings, TlsSupport support, List<String> leftOut) {
        List<String> suites = new ArrayList<>();
        for (CipherSuite suite : settings.cipherSuites()) {
            if (!isOfTls13(suite.name())) {
                Optional<String> name = find(suite, support);
                name.ifPresent(suites::add);
                if (name.isEmpty()) {
                    leftOut.add(suite.name());
                }
            }
        }
        return suites;
    }

    private static Stream<String> newSuites(TlsSupport support) {
        return support.cipherSuites().stream().filter(ServerTlsParameters::isOfTls13);
    }

    /** Suites that are older than TLS have their old name in JSSE. */
    private static Optional<String> find(CipherSuite suite, TlsSupport support) {
        return Stream.of(suite.name(), suite.name().replaceFirst("^TLS_", "SSL_"))
                .filter(support.cipherSuites()::contains)
                .findFirst();
    }

    /** Their names contain no key exchange. The entry of JSSE's list that is not a suite contains none either. */
    private static boolean isOfTls13(String suite) {
        return !suite.contains("_WITH_") && !suite.endsWith("_SCSV");
    }

    private static String nameOf(TlsVersion version) {
        return switch (version) {
            case TLS_1_0 -> "TLSv1";
            case TLS_1_1 -> "TLSv1.1";
            case TLS_1_2 -> "TLSv1.2";
            case TLS_1_3 -> TLS_1_3;
        };
    }

    private static String shown(TlsVersion version) {
        return version.name().replaceFirst("_", " ").replace('_', '.');
    }
}
