/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The tree form of a descriptor: the content of provider.yaml and, with the same keys, of the index. The tree has been
 * checked when the application was built; this class only converts.
 */
public final class DescriptorTree {
    private DescriptorTree() {}

    /**
     * Reads a checked tree.
     *
     * @param name the name of the provider's folder
     * @throws IllegalArgumentException if the tree is not one that the build lets through
     */
    public static ProviderDescriptor read(String name, Map<String, Object> tree) {
        return new ProviderDescriptor(
                name,
                text(tree, "platform").orElseThrow(() -> new IllegalArgumentException(name + ": platform is missing")),
                text(tree, "variant").orElse(""),
                strings(tree.get("images")),
                strings(tree.get("kubernetesBinaries")),
                facts(tree.get("environment")),
                flags(tree.get("flags")),
                new ArrayList<>(list(tree.get("proxyInitContainers"))),
                text(tree, "credentialsSecret"),
                !Boolean.FALSE.equals(tree.get("payload")),
                privileges(tree.get("privileges")),
                cloudConfig(tree.get("cloudConfig")));
    }

    private static Optional<String> text(Map<String, Object> tree, String key) {
        return Optional.ofNullable((String) tree.get(key));
    }

    private static Map<String, String> strings(Object tree) {
        Map<String, String> strings = new LinkedHashMap<>();
        map(tree).forEach((key, value) -> strings.put(key, (String) value));
        return strings;
    }

    private static Map<String, ClusterFact> facts(Object tree) {
        Map<String, ClusterFact> facts = new LinkedHashMap<>();
        map(tree).forEach((key, value) -> facts.put(key, fact((String) value)));
        return facts;
    }

    private static ClusterFact fact(String key) {
        return ClusterFact.of(key).orElseThrow(() -> new IllegalArgumentException("unknown fact " + key));
    }

    private static Map<String, Map<String, FlagSource>> flags(Object tree) {
        Map<String, Map<String, FlagSource>> flags = new LinkedHashMap<>();
        map(tree).forEach((container, sources) -> {
            Map<String, FlagSource> ofContainer = new LinkedHashMap<>();
            map(sources).forEach((flag, source) -> ofContainer.put(flag, flagSource(source)));
            flags.put(container, ofContainer);
        });
        return flags;
    }

    private static FlagSource flagSource(Object tree) {
        if (tree instanceof String fact) {
            return new FlagSource.OfFact(fact(fact));
        }
        Map<String, Object> gated = map(tree);
        return new FlagSource.Gated((String) gated.get("value"), (String) gated.get("featureGate"));
    }

    private static List<Privilege> privileges(Object tree) {
        List<Privilege> privileges = new ArrayList<>();
        if (tree instanceof List<?> list) {
            list.forEach(item -> privileges.add(new Privilege(
                    (String) map(item).get("what"), (String) map(item).get("reason"))));
        }
        return privileges;
    }

    private static Optional<CloudConfig> cloudConfig(Object tree) {
        if (tree == null) {
            return Optional.empty();
        }
        String source = (String) map(tree).get("source");
        return Optional.of(new CloudConfig(
                CloudConfig.Source.of(source)
                        .orElseThrow(() -> new IllegalArgumentException("unknown cloudConfig source " + source)),
                text(map(tree), "transformer")));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object tree) {
        return tree == null ? Map.of() : (Map<String, Object>) tree;
    }

    @SuppressWarnings("unchecked")
    private static List<String> list(Object tree) {
        return tree == null ? List.of() : (List<String>) tree;
    }
}
