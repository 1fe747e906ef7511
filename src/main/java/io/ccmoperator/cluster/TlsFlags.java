// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** TLS settings from the flags --tls-min-version and --tls-cipher-suites. Either one replaces the cluster's profile. */
public final class TlsFlags {
    private TlsFlags() {}

    /**
     * The settings that the flags ask for: suites without a version mean TLS 1.2 at least, a version without suites leaves
     * the suites to the server.
     *
     * @param minVersion the flag's value; null or empty when it is not given
     * @param cipherSuites the flag's values; null or empty when it is not given
     * @return none when neither is given
     * @throws InvalidInputException if a name is not known; the message lists those that are
     */
    public static Optional<TlsSettings> read(String minVersion, List<String> cipherSuites) {
        boolean noVersion = minVersion == null || minVersion.isEmpty();
        boolean noSuites = cipherSuites == null || cipherSuites.isEmpty();
        if (noVersion && noSuites) {
            return Optional.empty();
        }
        TlsVersion version = noVersion ? TlsVersion.TLS_1_2 : version(minVersion);
        return Optional.of(TlsSettings.of(version, noSuites ? List.of() : suites(cipherSuites)));
    }

    private static TlsVersion version(String name) {
        return TlsVersion.of(name)
                .orElseThrow(() -> new InvalidInputException("--tls-min-version: '" + name
                        + "' is not a version of TLS; it is one of " + String.join(", ", TlsVersion.flags())));
    }

    private static List<CipherSuite> suites(List<String> names) {
        List<CipherSuite> suites = new ArrayList<>();
        for (String name : names) {
            if (!CipherSuite.flags().contains(name)) {
                throw new InvalidInputException("--tls-cipher-suites: '" + name
                        + "' is not a cipher suite that cloud controller managers know; they know "
                        + String.join(", ", CipherSuite.flags()));
            }
            suites.add(CipherSuite.valueOf(name));
        }
        return suites;
    }
}
