/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

/** Each pod has a container by whose name the operator knows that the cloud's controllers run in it. */
final class CloudContainers implements PodRule {
    @Override
    public void check(Pod pod, Findings findings) {
        if (pod.cloudContainer().isEmpty()) {
            findings.add(
                    pod.spec().field("containers"),
                    "has to have a container named " + String.join(" or ", Container.CLOUD));
        }
    }
}
