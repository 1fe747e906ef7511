// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.assets.CloudConfig;
import io.ccmoperator.assets.ImageTable;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Ordered;
import io.ccmoperator.assets.Privilege;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderDescriptor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A provider in the list of providers. */
record ProviderSummary(
        String name,
        String platform,
        String variant,
        List<String> objects,
        List<String> bootstrapPods,
        List<String> imageKeys,
        String cloudConfigSource,
        String transformer,
        List<Privilege> privileges,
        List<ProviderDescriptor.Accepted> accepted,
        Map<String, ImageTable> images) {
    ProviderSummary {
        objects = List.copyOf(objects);
        bootstrapPods = List.copyOf(bootstrapPods);
        imageKeys = List.copyOf(imageKeys);
        privileges = List.copyOf(privileges);
        accepted = List.copyOf(accepted);
        images = Ordered.copy(images);
    }

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
                        .orElse(""),
                provider.descriptor().privileges(),
                provider.descriptor().accepted(),
                provider.images());
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
        tree.put("privileges", privileges.stream().map(ProviderSummary::tree).toList());
        tree.put("accepted", accepted.stream().map(ProviderSummary::tree).toList());
        Map<String, Object> tables = new LinkedHashMap<>();
        images.forEach((key, table) -> tables.put(key, tree(table)));
        tree.put("images", tables);
        return tree;
    }

    private static Map<String, Object> tree(ProviderDescriptor.Accepted accepted) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("rule", accepted.rule());
        tree.put("object", accepted.object());
        tree.put("reason", accepted.reason());
        return tree;
    }

    /** As images.yaml has it. */
    private static Map<String, Object> tree(ImageTable table) {
        Map<String, Object> tags = new LinkedHashMap<>();
        table.tags().forEach((version, tag) -> tags.put(version.toString(), tag.text()));
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("repository", table.repository());
        tree.put("tags", tags);
        table.oldest().ifPresent(oldest -> tree.put("oldest", oldest.text()));
        tree.put("dead", table.dead().stream().map(ProviderSummary::tree).toList());
        return tree;
    }

    private static Map<String, Object> tree(ImageTable.Dead dead) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("before", dead.before().text());
        tree.put("since", dead.since());
        tree.put("reason", dead.reason());
        return tree;
    }

    private static Map<String, Object> tree(Privilege privilege) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("what", privilege.what());
        tree.put("reason", privilege.reason());
        return tree;
    }
}
