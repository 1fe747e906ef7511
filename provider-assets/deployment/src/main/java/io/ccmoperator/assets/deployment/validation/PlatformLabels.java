/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

/** Workloads, their selectors and their pods have the label that says which platform they are for. */
final class PlatformLabels implements ProviderRule {
    private static final String PREFIX = "infrastructure.openshift.io/";

    @Override
    public void check(ParsedProvider provider, Findings findings) {
        provider.validDescriptor()
                .ifPresent(
                        descriptor -> provider.workloads().forEach(pod -> check(pod, descriptor.platform(), findings)));
    }

    private static void check(Pod pod, String platform, Findings findings) {
        String label = PREFIX + (pod.isOf("DaemonSet") ? "cloud-node-manager" : "cloud-controller-manager");
        check(pod.object().field("metadata", "labels", label), platform, findings);
        check(pod.object().field("spec", "selector", "matchLabels", label), platform, findings);
        check(pod.template().field("metadata", "labels", label), platform, findings);
    }

    private static void check(Place label, String platform, Findings findings) {
        if (!label.is(platform)) {
            findings.add(label, "has to be " + platform + ", the descriptor's platform");
        }
    }
}
