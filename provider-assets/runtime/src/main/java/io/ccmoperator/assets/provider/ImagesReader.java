// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.provider;

import io.ccmoperator.assets.ImageTable;
import io.ccmoperator.assets.discovery.ProviderFolder;
import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.schema.DescriptorSchema;
import io.ccmoperator.assets.schema.ShapeFault;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Reads the files {@code images.yaml} of all providers; what cannot be read is found. A file is for the provider of its folder,
 * and for those that its key {@code providers} names beside it: they run the same images.
 */
public final class ImagesReader {
    private final Findings findings;
    private final Map<String, FieldReader> files = new HashMap<>();

    private ImagesReader(Findings findings) {
        this.findings = findings.of("images-file");
    }

    /** Name of a provider to what its file says. */
    public static Map<String, FieldReader> read(List<ProviderFolder> folders, Findings findings) {
        ImagesReader reader = new ImagesReader(findings);
        Set<String> providers =
                folders.stream().map(ProviderFolder::name).collect(Collectors.toCollection(TreeSet::new));
        for (ProviderFolder folder : folders) {
            folder.images().ifPresent(file -> reader.read(folder, file, providers));
        }
        return reader.files;
    }

    private void read(ProviderFolder folder, SourceFile file, Set<String> providers) {
        DocumentReader.readOne(file, "images.yaml", findings)
                .filter(this::isValid)
                .map(ProviderDocument::fields)
                .ifPresent(fields -> {
                    put(folder.name(), fields, fields);
                    DocumentReader.otherProviders(fields, folder.name(), providers, findings)
                            .forEach(provider -> put(provider.string(), fields, provider));
                });
    }

    private void put(String provider, FieldReader fields, FieldReader place) {
        if (files.putIfAbsent(provider, fields) != null) {
            findings.add(place, "provider " + provider + " has an images.yaml already; leave one of them out");
        }
    }

    private boolean isValid(ProviderDocument document) {
        List<ShapeFault> faults = DescriptorSchema.faultsOfImages(document.fields());
        faults.forEach(fault ->
                findings.addDecisive(document, fault.path(), fault.meant().orElse(null), fault.reason()));
        if (!faults.isEmpty()) {
            return false;
        }
        int before = findings.all().size();
        FieldReader root = document.fields();
        if (root.field("commit").exists() == root.field("release").exists()) {
            findings.add(
                    root.field("commit"),
                    "write either the commit of the source, or release where only pages of releases exist");
        }
        root.field("images").members().forEach(this::tags);
        return findings.all().size() == before;
    }

    private void tags(FieldReader image) {
        FieldReader tags = image.field("tags");
        if (tags.map().isEmpty()) {
            findings.add(
                    tags, "has no version; write the minor version of Kubernetes and the tag, as \"1.36\": v1.31.0");
            return;
        }
        ImageTable table =
                ImageTable.read(FieldReader.of(Map.of("", image.value()))).get("");
        table.tags()
                .forEach((minor, tag) -> table.fault(tag)
                        .ifPresent(fault ->
                                findings.add(tags.field(minor.toString()), "a tag that should not run: " + fault)));
    }
}
