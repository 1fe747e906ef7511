// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.LinkedHashMap;
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
        FieldReader fields = FieldReader.of(tree);
        return new ProviderDescriptor(
                name,
                text(fields.field("platform"))
                        .orElseThrow(() -> new IllegalArgumentException(name + ": platform is missing")),
                fields.string("variant"),
                strings(fields.map("images")),
                strings(fields.map("kubernetesBinaries")),
                facts(fields.map("environment")),
                flags(fields.field("flags")),
                strings(fields.map("graduatedFeatureGates")),
                fields.strings("proxyInitContainers"),
                text(fields.field("credentialsSecret")),
                text(fields.field("whySecret")).map(String::strip),
                text(fields.field("tokenAudience")),
                strings(fields.map("whyNoSecurePort")),
                !fields.field("payload").is(false),
                fields.items("privileges").stream()
                        .map(item -> new Privilege(item.string("what"), item.string("reason")))
                        .toList(),
                fields.items("accepted").stream()
                        .map(item -> new ProviderDescriptor.Accepted(
                                item.string("rule"), item.string("object"), item.string("reason")))
                        .toList(),
                cloudConfig(fields.field("cloudConfig")),
                bootstrap(fields.field("bootstrap")));
    }

    private static Optional<String> text(FieldReader field) {
        return Optional.ofNullable((String) field.value());
    }

    private static Map<String, String> strings(Map<String, Object> tree) {
        Map<String, String> strings = new LinkedHashMap<>();
        tree.forEach((key, value) -> strings.put(key, (String) value));
        return strings;
    }

    private static Map<String, ClusterFact> facts(Map<String, Object> tree) {
        Map<String, ClusterFact> facts = new LinkedHashMap<>();
        tree.forEach((key, value) -> facts.put(key, fact((String) value)));
        return facts;
    }

    private static ClusterFact fact(String key) {
        return ClusterFact.of(key).orElseThrow(() -> new IllegalArgumentException("unknown fact " + key));
    }

    private static Map<String, Map<String, FlagSource>> flags(FieldReader containers) {
        Map<String, Map<String, FlagSource>> flags = new LinkedHashMap<>();
        for (String container : containers.map().keySet()) {
            Map<String, FlagSource> ofContainer = new LinkedHashMap<>();
            containers.map(container).forEach((flag, source) -> ofContainer.put(flag, flagSource(source)));
            flags.put(container, ofContainer);
        }
        return flags;
    }

    private static FlagSource flagSource(Object tree) {
        if (tree instanceof String fact) {
            return new FlagSource.OfFact(fact(fact));
        }
        FieldReader gated = FieldReader.of(tree);
        return new FlagSource.Gated(
                gated.string("value"), gated.string("featureGate"), text(gated.field("existingNodes")));
    }

    private static Optional<CloudConfig> cloudConfig(FieldReader fields) {
        if (!fields.exists()) {
            return Optional.empty();
        }
        String source = fields.string("source");
        return Optional.of(new CloudConfig(
                CloudConfig.Source.of(source)
                        .orElseThrow(() -> new IllegalArgumentException("unknown cloudConfig source " + source)),
                text(fields.field("transformer"))));
    }

    private static Bootstrap bootstrap(FieldReader fields) {
        FieldReader key = fields.field("kubeconfigKey");
        return new Bootstrap(
                text(fields.field("whyNoPod")).map(String::strip),
                key.exists()
                        ? Optional.of(new Bootstrap.KubeconfigKey(key.string("section"), key.string("key")))
                        : Optional.empty());
    }
}
