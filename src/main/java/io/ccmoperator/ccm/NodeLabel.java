// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.FlagSource;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.cluster.EnabledFeatures;
import java.util.Map;
import java.util.Optional;

/**
 * A label that the cloud controller manager gives to Nodes when it initializes them, and that Nodes lack which were initialized before.
 *
 * @param key its key
 * @param value its value
 * @param providerIds the prefix of spec.providerID of the Nodes that get it
 */
record NodeLabel(String key, String value, String providerIds) {
    /** The label of a provider; none where it has none, or the feature gate of the label is off. */
    static Optional<NodeLabel> of(ProviderDescriptor descriptor, EnabledFeatures features) {
        EnabledFeatures on = features.withGraduated(descriptor.graduatedFeatureGates());
        return descriptor.flags().values().stream()
                .flatMap(flags -> flags.values().stream())
                .filter(FlagSource.Gated.class::isInstance)
                .map(FlagSource.Gated.class::cast)
                .filter(flag -> flag.existingNodes().isPresent() && on.isEnabled(flag.featureGate()))
                .findFirst()
                .map(flag -> {
                    int end = flag.value().indexOf('=');
                    return new NodeLabel(
                            flag.value().substring(0, end),
                            flag.value().substring(end + 1),
                            flag.existingNodes().get());
                });
    }

    /** Selects the Nodes without it, whatever its value. */
    String selector() {
        return "!" + key;
    }

    /** Whether a Node is to get it. A Node that has it with another value is left as it is. */
    boolean isMissingOn(KubernetesObject node) {
        return node.fields().string("spec", "providerID").startsWith(providerIds)
                && !node.fields().map("metadata", "labels").containsKey(key);
    }

    /** The change of a Node that gives it the label; a conflict if the Node has changed since. */
    Map<String, Object> patch(KubernetesObject node) {
        return Map.of(
                "metadata",
                Map.of(
                        "resourceVersion",
                        node.fields().string("metadata", "resourceVersion"),
                        "labels",
                        Map.of(key, value)));
    }

    /** As a selector has it. */
    @Override
    public String toString() {
        return key + "=" + value;
    }
}
