// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ReleaseTag;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.ReleaseVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Clusters of which only the feature gates matter. */
final class Facts {
    private Facts() {}

    /** A cluster that lists these gates as enabled. */
    static TransformerFacts withGates(String... enabled) {
        return of(Distribution.OPENSHIFT, List.of(enabled), List.of());
    }

    /** A cluster that lists these gates as disabled. */
    static TransformerFacts withoutGates(String... disabled) {
        return of(Distribution.OPENSHIFT, List.of(), List.of(disabled));
    }

    /** A cluster of Kubernetes, of which nothing but that matters. */
    static TransformerFacts onKubernetes() {
        return of(Distribution.KUBERNETES, List.of(), List.of());
    }

    /** The same with an image of a release. */
    static TransformerFacts withRelease(TransformerFacts facts, String tag) {
        return new TransformerFacts(
                facts.distribution(),
                facts.infrastructure(),
                facts.network(),
                facts.features(),
                facts.managedNamespace(),
                facts.credentialsSecret(),
                Optional.of(new ReleaseTag(tag)));
    }

    static TransformerFacts of(Distribution distribution, List<String> enabled, List<String> disabled) {
        return new TransformerFacts(
                distribution,
                new KubernetesObject(Map.of()),
                Optional.empty(),
                new EnabledFeatures(new TreeSet<>(enabled), new TreeSet<>(disabled), ReleaseVersion.UNKNOWN),
                "ccm",
                Optional.of("credentials"));
    }
}
