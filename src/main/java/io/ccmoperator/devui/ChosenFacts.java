// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.devui;

import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.ClusterNetworks;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.cluster.ProxySettings;
import io.ccmoperator.cluster.TlsSecurityProfile;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The facts of a cluster that differs from the sample cluster of development mode in what was chosen on the page. */
record ChosenFacts(Map<String, String> chosen) {
    /** Those of the sample cluster. */
    private static final String NAME = "sample-7xk2p";

    private static final ClusterNetworks NETWORKS =
            new ClusterNetworks(List.of("10.128.0.0/14"), List.of("172.30.0.0/16"));

    ClusterFacts facts() {
        return new ClusterFacts(
                Infrastructure.of(infrastructure()),
                fact("distribution").isEmpty()
                        ? Distribution.OPENSHIFT
                        : Distribution.valueOf(fact("distribution").toUpperCase(Locale.ROOT)),
                ManagedNamespace.DEFAULT,
                new ProxySettings(fact("httpProxy"), fact("httpsProxy"), fact("noProxy")),
                NETWORKS,
                EnabledFeatures.NONE,
                TlsSecurityProfile.read(apiServer()).value(),
                Overrides.NONE);
    }

    /** Read as that of a cluster is, so that the same fields decide. */
    private Map<String, Object> infrastructure() {
        Map<String, Object> status = new HashMap<>();
        status.put("infrastructureName", NAME);
        status.put("controlPlaneTopology", fact("topology"));
        status.put(
                "platformStatus",
                Map.of(
                        "type", fact("platform"),
                        "azure", Map.of("cloudName", fact("variant")),
                        "external", Map.of("cloudControllerManager", Map.of("state", "External"))));
        return Map.of(
                "metadata",
                Map.of("name", "cluster"),
                "spec",
                Map.of("platformSpec", Map.of("external", Map.of("platformName", fact("variant")))),
                "status",
                status);
    }

    /** With the adherence that makes a cloud controller manager follow the profile. */
    private Map<String, Object> apiServer() {
        return Map.of(
                "spec",
                Map.of(
                        "tlsAdherence",
                        "StrictAllComponents",
                        "tlsSecurityProfile",
                        Map.of("type", fact("tlsProfile"))));
    }

    private String fact(String name) {
        return chosen.getOrDefault(name, "");
    }
}
