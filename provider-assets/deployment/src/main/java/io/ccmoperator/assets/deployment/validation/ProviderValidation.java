/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.assets.deployment.discovery.ProviderFolder;
import io.ccmoperator.assets.deployment.discovery.SourceFile;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.assets.tree.YamlReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads provider folders and judges them by all rules. */
public final class ProviderValidation {
    private static final List<ProviderRule> RULES = List.of();

    private ProviderValidation() {}

    /**
     * The providers of these folders.
     *
     * @param folders sorted by name
     * @param transformers the names of the transformers that exist
     * @throws InvalidProvidersException if any rule is broken; its message names every breach
     */
    public static List<ProviderCandidate> validate(List<ProviderFolder> folders, Set<String> transformers) {
        Findings findings = new Findings();
        List<ProviderCandidate> candidates = new ArrayList<>();
        for (ProviderFolder folder : folders) {
            read(folder, findings).ifPresent(candidates::add);
        }
        for (ProviderCandidate candidate : candidates) {
            RULES.forEach(rule -> rule.check(candidate, findings));
        }
        if (!findings.all().isEmpty()) {
            throw new InvalidProvidersException(findings.all());
        }
        return candidates;
    }

    private static java.util.Optional<ProviderCandidate> read(ProviderFolder folder, Findings findings) {
        List<ProviderDocument> descriptor = folder.descriptor().stream()
                .flatMap(file -> documents(file, findings).stream())
                .toList();
        if (descriptor.isEmpty()) {
            findings.add(folder.descriptorPath(), "is missing");
            return java.util.Optional.empty();
        }
        return java.util.Optional.of(new ProviderCandidate(
                folder,
                descriptor.get(0),
                folder.assets().stream()
                        .flatMap(f -> documents(f, findings).stream())
                        .toList(),
                folder.bootstrap().stream()
                        .flatMap(f -> documents(f, findings).stream())
                        .toList()));
    }

    private static List<ProviderDocument> documents(SourceFile file, Findings findings) {
        List<ProviderDocument> documents = new ArrayList<>();
        try {
            for (YamlDocument yaml : YamlReader.read(file.content())) {
                documents.add(new ProviderDocument(
                        file.path(),
                        documents.size() + 1,
                        yaml,
                        new Manifest(yaml.map().orElse(Map.of()))));
            }
        } catch (SyntaxException e) {
            findings.add(file.path(), e.getMessage());
        }
        return documents;
    }
}
