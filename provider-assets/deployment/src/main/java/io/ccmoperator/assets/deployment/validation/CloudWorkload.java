/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

/** A provider runs something in the cluster. */
final class CloudWorkload implements ProviderRule {
    @Override
    public void check(ParsedProvider provider, Findings findings) {
        if (provider.complete() && provider.workloads().isEmpty()) {
            findings.add(
                    provider.folder().descriptorPath(),
                    "the provider's assets/ has neither a Deployment nor a DaemonSet");
        }
    }
}
