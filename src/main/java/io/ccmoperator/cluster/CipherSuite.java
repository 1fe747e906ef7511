// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A TLS cipher suite. The constants have the names of the IANA registry; TLS security profiles use OpenSSL's names, too. Those of former
 * releases of OpenShift's API stay. Source: openshift/library-go 93ac9206 of 2026-08-21, pkg/crypto/crypto.go.
 */
public enum CipherSuite {
    TLS_AES_128_GCM_SHA256("TLS_AES_128_GCM_SHA256"),
    TLS_AES_256_GCM_SHA384("TLS_AES_256_GCM_SHA384"),
    TLS_CHACHA20_POLY1305_SHA256("TLS_CHACHA20_POLY1305_SHA256"),
    TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256("ECDHE-ECDSA-AES128-GCM-SHA256"),
    TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256("ECDHE-RSA-AES128-GCM-SHA256"),
    TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384("ECDHE-ECDSA-AES256-GCM-SHA384"),
    TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384("ECDHE-RSA-AES256-GCM-SHA384"),
    TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256("ECDHE-ECDSA-CHACHA20-POLY1305"),
    TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256("ECDHE-RSA-CHACHA20-POLY1305"),
    TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256("ECDHE-ECDSA-AES128-SHA256"),
    TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256("ECDHE-RSA-AES128-SHA256"),
    TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA("ECDHE-ECDSA-AES128-SHA"),
    TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA("ECDHE-RSA-AES128-SHA"),
    TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384("ECDHE-ECDSA-AES256-SHA384", false),
    TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384("ECDHE-RSA-AES256-SHA384", false),
    TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA("ECDHE-ECDSA-AES256-SHA"),
    TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA("ECDHE-RSA-AES256-SHA"),
    TLS_RSA_WITH_AES_128_GCM_SHA256("AES128-GCM-SHA256"),
    TLS_RSA_WITH_AES_256_GCM_SHA384("AES256-GCM-SHA384"),
    TLS_RSA_WITH_AES_128_CBC_SHA256("AES128-SHA256"),
    TLS_RSA_WITH_AES_256_CBC_SHA256("AES256-SHA256", false),
    TLS_RSA_WITH_AES_128_CBC_SHA("AES128-SHA"),
    TLS_RSA_WITH_AES_256_CBC_SHA("AES256-SHA"),
    TLS_RSA_WITH_3DES_EDE_CBC_SHA("DES-CBC3-SHA"),
    TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA("ECDHE-RSA-DES-CBC3-SHA"),
    TLS_ECDHE_ECDSA_WITH_RC4_128_SHA("ECDHE-ECDSA-RC4-SHA"),
    TLS_ECDHE_RSA_WITH_RC4_128_SHA("ECDHE-RSA-RC4-SHA"),
    TLS_RSA_WITH_RC4_128_SHA("RC4-SHA"),
    TLS_DHE_RSA_WITH_AES_128_GCM_SHA256("DHE-RSA-AES128-GCM-SHA256", false),
    TLS_DHE_RSA_WITH_AES_256_GCM_SHA384("DHE-RSA-AES256-GCM-SHA384", false),
    TLS_DHE_RSA_WITH_CHACHA20_POLY1305_SHA256("DHE-RSA-CHACHA20-POLY1305", false),
    TLS_DHE_RSA_WITH_AES_128_CBC_SHA256("DHE-RSA-AES128-SHA256", false),
    TLS_DHE_RSA_WITH_AES_256_CBC_SHA256("DHE-RSA-AES256-SHA256", false);

    private final String openSslName;
    private final boolean knownToGo;

    CipherSuite(String openSslName) {
        this(openSslName, true);
    }

    CipherSuite(String openSslName, boolean knownToGo) {
        this.openSslName = openSslName;
        this.knownToGo = knownToGo;
    }

    /** Whether Go's crypto/tls has it. A cloud controller manager does not start with a suite that it has not. */
    boolean isKnownToGo() {
        return knownToGo;
    }

    /** The suite of an IANA or OpenSSL name, if it is known here. */
    public static Optional<CipherSuite> of(String name) {
        return Arrays.stream(values())
                .filter(suite -> suite.name().equals(name) || suite.openSslName.equals(name))
                .findFirst();
    }

    /** The IANA names that the flag of a cloud controller manager takes. */
    public static List<String> flags() {
        return Arrays.stream(values())
                .filter(CipherSuite::isKnownToGo)
                .map(CipherSuite::name)
                .toList();
    }
}
