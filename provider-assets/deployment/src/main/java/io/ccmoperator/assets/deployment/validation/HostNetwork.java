/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

/** Pods use the network of their host: they run before the cluster has one. */
final class HostNetwork implements PodRule {
    @Override
    public void check(Pod pod, Findings findings) {
        Place hostNetwork = pod.spec().field("hostNetwork");
        if (!hostNetwork.is(true)) {
            findings.add(hostNetwork, "has to be true; there may be no pod network yet");
        }
    }
}
