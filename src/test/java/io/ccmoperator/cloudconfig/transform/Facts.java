// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cluster.EnabledFeatures;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Clusters of which only the feature gates matter. */
final class Facts {
    private Facts() {}

    static TransformerFacts withGates(String... gates) {
        return new TransformerFacts(
                new KubernetesObject(Map.of()),
                Optional.empty(),
                new EnabledFeatures(new TreeSet<>(List.of(gates))),
                "ccm",
                Optional.empty());
    }
}
