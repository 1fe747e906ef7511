// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import static io.ccmoperator.cluster.CipherSuite.*;

import java.util.List;
import java.util.stream.Stream;

/** OpenShift's predefined TLS security profiles (APIServer spec.tlsSecurityProfile.type). */
final class TlsProfile {
    private static final List<CipherSuite> TLS_1_3 =
            List.of(TLS_AES_128_GCM_SHA256, TLS_AES_256_GCM_SHA384, TLS_CHACHA20_POLY1305_SHA256);

    /** For servers that speak to any but very old clients. */
    static final TlsSettings INTERMEDIATE = TlsSettings.of(
            TlsVersion.TLS_1_2,
            and(
                    TLS_1_3,
                    TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
                    TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
                    TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,
                    TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
                    TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
                    TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256));

    /** For very old clients. */
    static final TlsSettings OLD = TlsSettings.of(
            TlsVersion.TLS_1_0,
            and(
                    INTERMEDIATE.cipherSuites(),
                    TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256,
                    TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256,
                    TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA,
                    TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA,
                    TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384,
                    TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384,
                    TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA,
                    TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA,
                    TLS_RSA_WITH_AES_128_GCM_SHA256,
                    TLS_RSA_WITH_AES_256_GCM_SHA384,
                    TLS_RSA_WITH_AES_128_CBC_SHA256,
                    TLS_RSA_WITH_AES_256_CBC_SHA256,
                    TLS_RSA_WITH_AES_128_CBC_SHA,
                    TLS_RSA_WITH_AES_256_CBC_SHA,
                    TLS_RSA_WITH_3DES_EDE_CBC_SHA));

    /** For clients that all speak TLS 1.3. */
    static final TlsSettings MODERN = TlsSettings.of(TlsVersion.TLS_1_3, TLS_1_3);

    private TlsProfile() {}

    private static List<CipherSuite> and(List<CipherSuite> first, CipherSuite... more) {
        return Stream.concat(first.stream(), Stream.of(more)).toList();
    }
}
