// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import io.ccmoperator.YamlText;
import io.ccmoperator.cluster.TlsFlags;
import io.ccmoperator.cluster.TlsSecurityProfile;
import io.ccmoperator.cluster.TlsSettings;
import java.util.List;

/** TLS settings as clusters and flags have them. */
public final class SampleSettings {
    static final TlsSettings INTERMEDIATE = TlsSecurityProfile.usual();
    static final TlsSettings OLD = profile("{type: Old}");
    static final TlsSettings MODERN = profile("{type: Modern}");

    private SampleSettings() {}

    public static TlsSettings profile(String profile) {
        return TlsSecurityProfile.read(YamlText.tree(
                        "{spec: {tlsAdherence: StrictAllComponents, tlsSecurityProfile: " + profile + "}}"))
                .value();
    }

    /** Suites of TLS 1.2. */
    public static TlsSettings suites(String... names) {
        return TlsFlags.read(null, List.of(names)).orElseThrow();
    }

    public static TlsSettings version(String name) {
        return TlsFlags.read(name, List.of()).orElseThrow();
    }
}
