// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The TLS settings of servers.
 *
 * @param minVersion the oldest version; none leaves it to the server
 * @param cipherSuites in order of preference; an empty list leaves them to the server
 * @param groups of the key exchange; an empty list leaves them to the server
 */
public record TlsSettings(Optional<TlsVersion> minVersion, List<CipherSuite> cipherSuites, List<TlsGroup> groups) {
    /** Nothing is set. */
    public static final TlsSettings UNSET = new TlsSettings(Optional.empty(), List.of(), List.of());

    public TlsSettings {
        cipherSuites = List.copyOf(cipherSuites);
        groups = List.copyOf(groups);
    }

    static TlsSettings of(TlsVersion minVersion, List<CipherSuite> cipherSuites) {
        return new TlsSettings(Optional.of(minVersion), cipherSuites, List.of());
    }

    /** The flag --tls-min-version of a cloud controller manager; empty to leave it out. */
    public String minVersionFlag() {
        return minVersion.map(TlsVersion::flag).orElse("");
    }

    /**
     * The flag --tls-cipher-suites of a cloud controller manager; empty to leave it out. Go chooses the suites of TLS 1.3
     * itself, so with that as the minimum there is nothing to say; a suite that Go does not have would stop it.
     */
    public String cipherSuitesFlag() {
        if (minVersion.equals(Optional.of(TlsVersion.TLS_1_3))) {
            return "";
        }
        return cipherSuites.stream()
                .filter(CipherSuite::isKnownToGo)
                .map(CipherSuite::name)
                .collect(Collectors.joining(","));
    }

    /**
     * The flag --disable-http2-serving of a cloud controller manager; empty to leave it out. A server of HTTP/2 in Go
     * (net/http) does not start with a list of suites that has neither of two which HTTP/2 requires (RFC 9113, 9.2.2), unless
     * its minimum is TLS 1.3; a cloud controller manager would end.
     */
    public String disableHttp2Flag() {
        boolean refused = !cipherSuitesFlag().isEmpty()
                && !cipherSuites.contains(CipherSuite.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256)
                && !cipherSuites.contains(CipherSuite.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256);
        return refused ? "true" : "";
    }

    /** The flag --tls-curve-preferences of a cloud controller manager; empty to leave it out. */
    public String curvePreferencesFlag() {
        return groups.stream().map(group -> String.valueOf(group.number())).collect(Collectors.joining(","));
    }
}
