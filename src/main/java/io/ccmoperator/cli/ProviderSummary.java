/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cli;

import io.ccmoperator.assets.CloudConfig;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the list of providers says about one. */
record ProviderSummary(
        String name,
        String platform,
        String variant,
        List<String> objects,
        List<String> bootstrapPods,
        List<String> imageKeys,
        String cloudConfigSource,
        String transformer) {

    static ProviderSummary of(Provider provider) {
        return new ProviderSummary(
                provider.descriptor().name(),
                provider.descriptor().platform(),
                provider.descriptor().variant(),
                provider.assets().stream().map(KubernetesObject::display).toList(),
                provider.bootstrap().stream().map(KubernetesObject::name).toList(),
                provider.descriptor().images().values().stream().distinct().toList(),
                provider.descriptor()
                        .cloudConfig()
                        .map(CloudConfig::source)
                        .map(CloudConfig.Source::key)
                        .orElse(""),
                provider.descriptor()
                        .cloudConfig()
                        .flatMap(CloudConfig::transformer)
                        .orElse(""));
    }

    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", name);
        tree.put("platform", platform);
        tree.put("variant", variant);
        tree.put("objects", objects);
        tree.put("bootstrapPods", bootstrapPods);
        tree.put("imageKeys", imageKeys);
        tree.put("cloudConfigSource", cloudConfigSource);
        tree.put("transformer", transformer);
        return tree;
    }
}
