// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.validation;

import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.provider.AllowedKind;
import io.ccmoperator.assets.provider.ProviderDocument;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.assets.tree.YamlWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What only the build of the operator knows, and by which providers of a folder are judged while the operator runs.
 *
 * @param payload the objects of the release payload that a provider could have, too
 * @param transformers the names of the transformers that are built in
 */
public record BuildFacts(List<ProviderDocument> payload, Set<String> transformers) {
    /** The generated resource that {@link #load} reads. */
    public static final String RESOURCE = ProviderIndex.FOLDER + "build.json";

    private static final Set<String> KINDS =
            AllowedKind.ASSETS.stream().map(AllowedKind::kind).collect(Collectors.toUnmodifiableSet());

    public BuildFacts {
        payload = List.copyOf(payload);
        transformers = Set.copyOf(transformers);
    }

    /**
     * The content of the resource.
     *
     * @param payload the files of a payload that the rules have let through
     */
    public static String json(List<SourceFile> payload, Set<String> transformers) {
        Map<String, Object> files = new LinkedHashMap<>();
        PayloadComparison.objects(payload, new Findings()).stream()
                .filter(document -> KINDS.contains(document.manifest().kind()))
                .collect(Collectors.groupingBy(
                        ProviderDocument::file, LinkedHashMap::new, Collectors.toUnmodifiableList()))
                .forEach((file, documents) -> files.put(
                        file,
                        YamlWriter.writeAll(
                                documents.stream().map(BuildFacts::tree).toList())));
        // In an order of its own: two builds of the same sources have the same resource.
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("payload", files);
        facts.put("transformers", List.copyOf(new TreeSet<>(transformers)));
        return JsonWriter.compact(facts);
    }

    /** Nothing depends on the data of a ConfigMap, such as a dashboard. */
    private static Map<String, Object> tree(ProviderDocument document) {
        Map<String, Object> tree = new LinkedHashMap<>(document.manifest().tree());
        tree.remove("data");
        return tree;
    }

    /**
     * Reads the resource.
     *
     * @throws IllegalStateException if the application was built without the provider assets extension
     */
    public static BuildFacts load() {
        try (InputStream stream = Thread.currentThread().getContextClassLoader().getResourceAsStream(RESOURCE)) {
            if (stream == null) {
                throw new IllegalStateException("the application has no resource " + RESOURCE
                        + "; it has to be built with the extension ccm-provider-assets");
            }
            return read(stream.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the resource " + RESOURCE, e);
        }
    }

    /** What {@link #json} has written. */
    public static BuildFacts read(byte[] json) {
        FieldReader fields = FieldReader.of(JsonReader.read(json));
        List<SourceFile> files = new ArrayList<>();
        fields.map("payload")
                .forEach((path, text) ->
                        files.add(new SourceFile(path, ((String) text).getBytes(StandardCharsets.UTF_8))));
        Findings findings = new Findings();
        List<ProviderDocument> payload = PayloadComparison.objects(files, findings);
        if (!findings.all().isEmpty()) {
            throw new IllegalStateException("the resource " + RESOURCE + " is invalid: " + findings.all());
        }
        return new BuildFacts(payload, Set.copyOf(fields.strings("transformers")));
    }
}
