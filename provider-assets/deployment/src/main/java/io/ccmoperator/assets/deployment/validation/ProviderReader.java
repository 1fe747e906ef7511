/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.DescriptorTree;
import io.ccmoperator.assets.Manifest;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.deployment.discovery.ProviderFolder;
import io.ccmoperator.assets.deployment.discovery.SourceFile;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.assets.tree.YamlReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the files of a provider's folder; what cannot be read is found, and the rest is handed on to the rules. */
final class ProviderReader {
    private final Findings findings;
    private boolean complete;

    ProviderReader(Findings findings) {
        this.findings = findings;
    }

    ProviderCandidate read(ProviderFolder folder) {
        folder.strays()
                .forEach(file -> findings.add(
                        file.path(),
                        "nobody reads this file; a provider's folder has provider.yaml, assets/*.yaml and"
                                + " bootstrap/*.yaml"));
        List<ProviderDocument> descriptors = descriptorDocuments(folder);
        Optional<ProviderDescriptor> descriptor = Optional.empty();
        if (descriptors.size() == 1 && new DescriptorShape(findings).isKeptBy(Place.root(descriptors.get(0)))) {
            descriptor = Optional.of(DescriptorTree.read(
                    folder.name(), descriptors.get(0).manifest().tree()));
        }
        complete = true;
        List<ProviderDocument> assets = documents(folder.assets());
        List<ProviderDocument> bootstrap = documents(folder.bootstrap());
        return new ProviderCandidate(folder, descriptors.stream().findFirst(), descriptor, assets, bootstrap, complete);
    }

    private List<ProviderDocument> descriptorDocuments(ProviderFolder folder) {
        Optional<SourceFile> file = folder.descriptor();
        if (file.isEmpty()) {
            findings.add(folder.descriptorPath(), "is missing; every provider's folder has a descriptor");
            return List.of();
        }
        List<ProviderDocument> documents = documents(file.get());
        documents.stream()
                .skip(1)
                .forEach(document ->
                        findings.add(document, TreePath.ROOT, "a descriptor is one document; leave this one out"));
        return documents;
    }

    private List<ProviderDocument> documents(List<SourceFile> files) {
        return files.stream().flatMap(file -> documents(file).stream()).toList();
    }

    private List<ProviderDocument> documents(SourceFile file) {
        List<ProviderDocument> documents = new ArrayList<>();
        try {
            List<YamlDocument> yamls = YamlReader.read(file.content());
            if (yamls.isEmpty()) {
                findings.add(file.path(), "has no document; fill the file or leave it out");
            }
            for (int number = 1; number <= yamls.size(); number++) {
                YamlDocument yaml = yamls.get(number - 1);
                Manifest manifest = new Manifest(yaml.map().orElse(Map.of()));
                ProviderDocument document = new ProviderDocument(file.path(), number, yaml, manifest);
                if (isObject(document)) {
                    documents.add(document);
                }
            }
        } catch (SyntaxException e) {
            findings.add(file.path(), e.getMessage());
            complete = false;
        }
        return documents;
    }

    private boolean isObject(ProviderDocument document) {
        if (document.yaml().isEmpty()) {
            findings.add(document, TreePath.ROOT, "is empty; fill the document or leave its '---' out");
            return false;
        }
        if (document.yaml().map().isEmpty()) {
            findings.add(document, TreePath.ROOT, "is no map; an object begins with 'key: value' lines");
            return false;
        }
        document.yaml()
                .ambiguous()
                .forEach(scalar -> findings.add(
                        document,
                        scalar.path(),
                        "YAML 1.1 (kubectl) and YAML 1.2 read " + scalar.text()
                                + " differently; put a text in quotes, write a number in decimal digits and a truth"
                                + " value as true or false"));
        return true;
    }
}
