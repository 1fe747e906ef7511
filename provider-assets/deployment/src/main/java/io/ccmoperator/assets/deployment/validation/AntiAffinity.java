/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

/** No two pods of a Deployment run on one host. */
final class AntiAffinity implements PodRule {
    private static final String TOPOLOGY = "kubernetes.io/hostname";

    @Override
    public void check(Pod pod, Findings findings) {
        Place terms = pod.spec().field("affinity", "podAntiAffinity", "requiredDuringSchedulingIgnoredDuringExecution");
        Place labels = pod.template().field("metadata", "labels");
        boolean found = terms.items().stream()
                .anyMatch(term -> term.field("topologyKey").is(TOPOLOGY)
                        && term.field("labelSelector", "matchLabels").map().equals(labels.map()));
        if (!found) {
            findings.add(
                    terms,
                    "has to have a term with topologyKey " + TOPOLOGY
                            + " whose labelSelector.matchLabels are the same labels as " + labels.path());
        }
    }
}
