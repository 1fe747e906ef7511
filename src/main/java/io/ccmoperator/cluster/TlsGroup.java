// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A group of the key exchange of TLS. The names are those of TLSSecurityProfile in config.openshift.io/v1, the numbers those of IANA's
 * registry "TLS Supported Groups". Source: openshift/api 2a3d7391 of 2026-08-22, config/v1/types_tlssecurityprofile.go.
 */
public enum TlsGroup {
    X25519("X25519", 29),
    SECP256R1("secp256r1", 23),
    SECP384R1("secp384r1", 24),
    SECP521R1("secp521r1", 25),
    X25519_MLKEM768("X25519MLKEM768", 4588),
    SECP256R1_MLKEM768("SecP256r1MLKEM768", 4587),
    SECP384R1_MLKEM1024("SecP384r1MLKEM1024", 4589);

    private final String value;
    private final int number;

    TlsGroup(String value, int number) {
        this.value = value;
        this.number = number;
    }

    /** The name, which JSSE and IANA have in other letter case. */
    public String value() {
        return value;
    }

    /** By its number a flag of a program in Go names it ({@code tls.CurveID}). */
    int number() {
        return number;
    }

    static Optional<TlsGroup> of(String value) {
        return Arrays.stream(values())
                .filter(group -> group.value.equals(value))
                .findFirst();
    }

    /** @throws InvalidInputException if there is no group of that name; the message lists those that are known */
    static TlsGroup required(String value) {
        return of(value)
                .orElseThrow(() -> new InvalidInputException(DescribedCluster.TLS_GROUPS + ": '" + value
                        + "' is not known; it is one of "
                        + Arrays.stream(values()).map(TlsGroup::value).collect(Collectors.joining(", "))));
    }
}
