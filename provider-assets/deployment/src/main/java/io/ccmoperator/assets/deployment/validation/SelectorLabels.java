/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

/** A workload selects its pods by all of their labels, so that it takes no pod of another. */
final class SelectorLabels implements PodRule {
    @Override
    public void check(Pod pod, Findings findings) {
        Place selector = pod.object().field("spec", "selector", "matchLabels");
        Place labels = pod.template().field("metadata", "labels");
        if (!selector.map().equals(labels.map()) || labels.map().isEmpty()) {
            findings.add(selector, "has to be the same labels as " + labels.path());
        }
    }
}
