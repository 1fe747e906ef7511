/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.ProviderDescriptor;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Pods use only ConfigMaps that the operator writes or the provider brings; they would not start for want of another. */
final class ConfigMapReferences implements ProviderRule {
    private static final String CLOUD_CONF = "cloud-conf";
    private static final String TRUSTED_CA = "ccm-trusted-ca";

    @Override
    public void check(ParsedProvider provider, Findings findings) {
        if (!provider.complete()) {
            return;
        }
        Set<String> known = provider.assetsOf("ConfigMap").stream()
                .map(root -> root.field("metadata", "name").text())
                .collect(Collectors.toCollection(TreeSet::new));
        boolean hasCloudConf = provider.validDescriptor()
                .map(ProviderDescriptor::cloudConfig)
                // Nothing is known of a descriptor that cannot be read: it may well say it.
                .map(Optional::isPresent)
                .orElse(true);
        if (hasCloudConf) {
            known.add(CLOUD_CONF);
        }
        known.add(TRUSTED_CA);
        for (Pod pod : provider.workloads()) {
            for (Place name : ObjectReferences.configMaps(pod)) {
                if (!known.contains(name.text())) {
                    findings.add(name, reason(name.text(), known));
                }
            }
        }
    }

    private static String reason(String name, Set<String> known) {
        return name.equals(CLOUD_CONF)
                ? "the operator writes " + name + " for providers whose descriptor has cloudConfig"
                : "nobody writes ConfigMap " + name + "; there are " + String.join(", ", known);
    }
}
