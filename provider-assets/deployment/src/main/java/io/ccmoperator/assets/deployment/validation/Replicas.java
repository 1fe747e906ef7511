/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

/** A Deployment has a replica to fall back on. */
final class Replicas implements PodRule {
    @Override
    public void check(Pod pod, Findings findings) {
        Place replicas = pod.object().field("spec", "replicas");
        if (!(replicas.value() instanceof Long number) || number < 2) {
            findings.add(replicas, "has to be 2 or more; on a single control plane node the operator makes it 1");
        }
    }
}
