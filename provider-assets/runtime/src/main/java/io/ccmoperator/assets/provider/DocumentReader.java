// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.provider;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.text.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.assets.tree.YamlReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads files into documents; what cannot be read is found and left out. */
public final class DocumentReader {
    private static final String MERGE = "<<";
    private static final String NO_MERGE = "YAML 1.2 has no merge keys; write the keys of the other map here";

    private final Findings findings;
    private boolean complete = true;

    /** @param findings gets what cannot be read */
    public DocumentReader(Findings findings) {
        this.findings = findings.of("yaml");
    }

    /** False when a file could not be read so far: then nothing can be said of objects that seem to be missing. */
    public boolean complete() {
        return complete;
    }

    /** The documents of all files, in their order. */
    public List<ProviderDocument> read(List<SourceFile> files) {
        return files.stream().flatMap(file -> read(file).stream()).toList();
    }

    /** The documents of a file that are maps. */
    public List<ProviderDocument> read(SourceFile file) {
        List<ProviderDocument> documents = new ArrayList<>();
        try {
            List<YamlDocument> yamls = YamlReader.read(file.content());
            if (yamls.isEmpty()) {
                findings.add(file.path(), "has no document; fill the file or leave it out");
            }
            for (int number = 1; number <= yamls.size(); number++) {
                YamlDocument yaml = yamls.get(number - 1);
                KubernetesObject manifest = new KubernetesObject(yaml.map().orElse(Map.of()));
                ProviderDocument document = new ProviderDocument(file.path(), number, yaml, manifest);
                if (isObject(document)) {
                    documents.add(document);
                }
            }
        } catch (SyntaxException e) {
            findings.add(
                    file.path(),
                    UnquotedTemplate.of(file, e)
                            .map(template -> template.display())
                            .orElseGet(e::getMessage));
            complete = false;
        }
        return documents;
    }

    /**
     * The document of a file that has one. More of them are found.
     *
     * @param what the file is, as the sentence about another document begins with it
     */
    static Optional<ProviderDocument> readOne(SourceFile file, String what, Findings findings) {
        List<ProviderDocument> documents = new DocumentReader(findings).read(file);
        documents.stream()
                .skip(1)
                .forEach(more -> findings.add(more, TreePath.ROOT, what + " is one document; leave this one out"));
        return documents.stream().findFirst();
    }

    /** The other providers that a file of a provider is for, by its key {@code providers}. One that does not exist is found. */
    static List<FieldReader> otherProviders(FieldReader fields, String own, Set<String> providers, Findings findings) {
        List<FieldReader> others = new ArrayList<>();
        for (FieldReader provider : fields.items("providers")) {
            if (!providers.contains(provider.string())) {
                findings.add(
                        provider,
                        "there is no provider " + provider.string() + "; "
                                + DidYouMean.hint(provider.string(), providers));
            } else if (!provider.is(own)) {
                others.add(provider);
            }
        }
        return others;
    }

    private boolean isObject(ProviderDocument document) {
        if (document.yaml().isEmpty()) {
            findings.add(document, TreePath.ROOT, "is empty; fill the document or leave its '---' out");
            return false;
        }
        if (document.yaml().map().isEmpty()) {
            findings.add(document, TreePath.ROOT, "is not a map; an object begins with 'key: value' lines");
            return false;
        }
        document.yaml().ambiguous().forEach(scalar -> {
            if (scalar.text().equals(MERGE)) {
                // What is merged seems to be missing.
                findings.addDecisive(document, scalar.path(), null, NO_MERGE);
                findings.decide(document, scalar.path().parent());
                return;
            }
            findings.addDecisive(
                    document,
                    scalar.path(),
                    null,
                    "YAML 1.1 (kubectl) and YAML 1.2 read " + scalar.text()
                            + " differently; put a string in quotes, write a number in decimal digits and a boolean"
                            + " as true or false");
        });
        return true;
    }
}
