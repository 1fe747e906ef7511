// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.provider;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.tree.JsonWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The resources that {@link ProviderIndex} reads: a list of the providers, and one file for each. */
public final class IndexFiles {
    private IndexFiles() {}

    /** Content by path; the same providers give the same content. */
    public static Map<String, String> of(List<ParsedProvider> providers) {
        Map<String, String> files = new LinkedHashMap<>();
        List<Object> entries = new ArrayList<>();
        for (ParsedProvider provider : providers) {
            ProviderIndex.Entry entry = provider.entry();
            entries.add(tree(entry));
            files.put(entry.resource(), JsonWriter.compact(tree(provider)));
        }
        files.put(ProviderIndex.INDEX, JsonWriter.compact(Map.of("providers", entries)));
        return files;
    }

    private static Map<String, Object> tree(ProviderIndex.Entry entry) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", entry.name());
        tree.put("platform", entry.platform());
        tree.put("variant", entry.variant());
        tree.put("bootstrapPods", entry.bootstrapPods());
        return tree;
    }

    private static Map<String, Object> tree(ParsedProvider provider) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("descriptor", provider.descriptorTree());
        tree.put(
                "assets",
                provider.assetManifests().stream().map(KubernetesObject::tree).toList());
        tree.put(
                "bootstrap",
                provider.bootstrapManifests().stream()
                        .map(KubernetesObject::tree)
                        .toList());
        tree.put("featureGates", provider.featureGates());
        Map<String, Object> programFlags = new TreeMap<>();
        provider.programs()
                .forEach((container, program) ->
                        programFlags.put(container, program.known().tree()));
        tree.put("programFlags", programFlags);
        provider.images().ifPresent(images -> tree.put("images", images.value()));
        return tree;
    }
}
