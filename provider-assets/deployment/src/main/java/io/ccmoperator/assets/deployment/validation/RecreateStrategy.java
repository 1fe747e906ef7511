/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

/** A Deployment stops its old pods first: with the network of the host, two cannot listen on one port. */
final class RecreateStrategy implements PodRule {
    @Override
    public void check(Pod pod, Findings findings) {
        Place type = pod.object().field("spec", "strategy", "type");
        if (!type.is("Recreate")) {
            findings.add(type, "has to be Recreate; old and new pods would want the same port of the host");
        }
    }
}
