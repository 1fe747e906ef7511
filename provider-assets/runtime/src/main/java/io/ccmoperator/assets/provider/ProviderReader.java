// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.provider;

import io.ccmoperator.assets.DescriptorTree;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.discovery.ProviderFolder;
import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.schema.DescriptorSchema;
import io.ccmoperator.assets.schema.ShapeFault;
import io.ccmoperator.assets.text.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.TreePath;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the files of a provider's folder; what cannot be read is found, and the rest is handed on to the rules. */
public final class ProviderReader {
    private final Map<String, Map<String, Program>> programs;
    private final Map<String, FieldReader> images;
    private final Findings findings;

    /**
     * @param programs name of a provider to container to program
     * @param images name of a provider to its images.yaml
     */
    public ProviderReader(
            Map<String, Map<String, Program>> programs, Map<String, FieldReader> images, Findings findings) {
        this.programs = programs;
        this.images = images;
        this.findings = findings;
    }

    /** Reads the files of a folder. */
    public ParsedProvider read(ProviderFolder folder) {
        folder.strays().forEach(file -> {
            if (ProviderFolder.isDocumentation(file.path())) {
                findings.remark(file.path() + ": no component reads this file");
            } else {
                findings.of("folder")
                        .add(
                                file.path(),
                                "no component reads this file; a provider's folder has provider.yaml, images.yaml,"
                                        + " assets/*.yaml, bootstrap/*.yaml and programs/*.yaml");
            }
        });
        List<ProviderDocument> descriptors = descriptorDocuments(folder);
        Optional<ProviderDescriptor> descriptor = Optional.empty();
        if (descriptors.size() == 1 && hasShape(descriptors.get(0))) {
            descriptor = Optional.of(DescriptorTree.read(
                    folder.name(), descriptors.get(0).manifest().tree()));
        }
        DocumentReader manifests = new DocumentReader(findings);
        List<ProviderDocument> assets = manifests.read(folder.assets());
        List<ProviderDocument> bootstrap = manifests.read(folder.bootstrap());
        return new ParsedProvider(
                folder,
                descriptors.stream().findFirst(),
                descriptor,
                assets,
                bootstrap,
                programs.getOrDefault(folder.name(), Map.of()),
                Optional.ofNullable(images.get(folder.name())),
                manifests.complete() && !hasMisspeltKind(assets));
    }

    private boolean hasShape(ProviderDocument descriptor) {
        List<ShapeFault> faults = DescriptorSchema.faults(descriptor.fields());
        faults.forEach(fault -> findings.of("descriptor")
                .addDecisive(descriptor, fault.path(), fault.meant().orElse(null), fault.reason()));
        return faults.isEmpty();
    }

    /** The object seems to be missing then. */
    private static boolean hasMisspeltKind(List<ProviderDocument> assets) {
        List<String> kinds = AllowedKind.ASSETS.stream().map(AllowedKind::kind).toList();
        return assets.stream()
                .map(document -> document.manifest().kind())
                .anyMatch(kind ->
                        !kinds.contains(kind) && DidYouMean.nearest(kind, kinds).isPresent());
    }

    private List<ProviderDocument> descriptorDocuments(ProviderFolder folder) {
        Optional<SourceFile> file = folder.descriptor();
        if (file.isEmpty()) {
            findings.of("descriptor")
                    .add(folder.descriptorPath(), "is missing; every provider's folder has a descriptor");
            return List.of();
        }
        List<ProviderDocument> documents = new DocumentReader(findings).read(file.get());
        documents.stream()
                .skip(1)
                .forEach(document -> findings.of("descriptor")
                        .add(document, TreePath.ROOT, "a descriptor is one document; leave this one out"));
        return documents;
    }
}
