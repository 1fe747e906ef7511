/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.assets.deployment.decoding.ManifestKind;
import io.ccmoperator.assets.deployment.decoding.StrictDecoder;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Each document is an object of a kind that its folder takes, with fields that the kind has and values of their types. */
record KnownKinds(String folder, Function<ParsedProvider, List<ProviderDocument>> documents, List<ManifestKind> kinds)
        implements ProviderRule {

    /** The kind of a document, if the folder takes it. */
    static Optional<ManifestKind> find(List<ManifestKind> kinds, Manifest manifest) {
        return kinds.stream()
                .filter(known -> known.kind().equals(manifest.kind())
                        && known.apiVersion().equals(manifest.apiVersion()))
                .findFirst();
    }

    @Override
    public void check(ParsedProvider provider, Findings findings) {
        for (ProviderDocument document : documents.apply(provider)) {
            find(kinds, document.manifest())
                    .ifPresentOrElse(
                            kind -> decode(document, kind, findings),
                            () -> refuse(Place.root(document), document.manifest(), findings));
        }
    }

    static void decode(ProviderDocument document, ManifestKind kind, Findings findings) {
        StrictDecoder.faults(document.manifest(), kind.model())
                .forEach(fault -> findings.add(document, fault.path(), fault.reason()));
    }

    private void refuse(Place root, Manifest manifest, Findings findings) {
        Optional<ManifestKind> sameName = kinds.stream()
                .filter(known -> known.kind().equals(manifest.kind()))
                .findFirst();
        if (sameName.isPresent()) {
            findings.add(
                    root.field("apiVersion"), "has to be " + sameName.get().apiVersion() + " for a " + manifest.kind());
        } else {
            findings.add(
                    root.field("kind"),
                    folder + " takes only "
                            + kinds.stream().map(ManifestKind::kind).collect(Collectors.joining(", ")));
        }
    }
}
