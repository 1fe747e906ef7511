// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;

/** OpenShift's predefined TLS security profiles (APIServer spec.tlsSecurityProfile.type), as the resource {@code tls-profiles.yaml} has them. */
final class TlsProfile {
    private static final FieldReader PROFILES = YamlReader.resource(TlsProfile.class, "/tls-profiles.yaml");

    /** For servers that speak to any but very old clients. */
    static final TlsSettings INTERMEDIATE = of("Intermediate");

    /** For very old clients. */
    static final TlsSettings OLD = of("Old");

    /** For clients that all speak TLS 1.3. */
    static final TlsSettings MODERN = of("Modern");

    private TlsProfile() {}

    private static TlsSettings of(String name) {
        FieldReader profile = PROFILES.field(name);
        return TlsSettings.of(
                TlsVersion.of(profile.string("minVersion")).orElseThrow(),
                profile.strings("ciphers").stream()
                        .map(suite -> CipherSuite.of(suite).orElseThrow())
                        .toList());
    }
}
