// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.payload;

import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.provider.AllowedKind;
import io.ccmoperator.assets.provider.DocumentReader;
import io.ccmoperator.assets.rbac.FormerObject;
import io.ccmoperator.assets.rbac.NamedKind;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the list of objects that former releases applied; an entry that is invalid is found and left out. */
public final class FormerObjects {
    /** The file, from the root of the resources on. */
    public static final String PATH = "former-objects.yaml";

    private static final Set<String> KEYS = Set.of("kind", "namespace", "name");

    private FormerObjects() {}

    /**
     * The valid entries.
     *
     * @param file one document, a map with the list objects of kind, namespace and name; none: no former object
     */
    public static List<FormerObject> read(Optional<SourceFile> file, Findings all) {
        Findings findings = all.of("former-object");
        List<FormerObject> objects = new ArrayList<>();
        file.map(new DocumentReader(findings)::read).orElse(List.of()).forEach(document -> {
            FieldReader list = document.fields().field("objects");
            if (!(list.value() instanceof List)) {
                findings.add(list, "has to be a list of objects with kind, namespace and name; it may be empty: []");
            }
            list.items().forEach(item -> read(item, findings).ifPresent(objects::add));
        });
        return objects;
    }

    private static Optional<FormerObject> read(FieldReader item, Findings findings) {
        Optional<AllowedKind> kind = AllowedKind.ASSETS.stream()
                .filter(known -> item.field("kind").is(known.kind()))
                .findFirst();
        Optional<NamedKind> named = kind.flatMap(known -> NamedKind.of(known.kind()));
        if (named.isEmpty()) {
            findings.add(
                    item.field("kind"),
                    "has to be one of "
                            + Arrays.stream(NamedKind.values())
                                    .map(NamedKind::kind)
                                    .collect(Collectors.joining(", "))
                            + "; objects of other kinds need no entry");
        } else if (item.field("name").string().isEmpty()) {
            findings.add(item.field("name"), "is missing");
        } else if (kind.orElseThrow().namespaced()
                == item.field("namespace").string().isEmpty()) {
            findings.add(
                    item.field("namespace"),
                    kind.orElseThrow().namespaced()
                            ? "is missing"
                            : "an object of kind " + named.get().kind() + " has no namespace");
        } else if (!KEYS.containsAll(item.map().keySet())) {
            findings.add(item, "an entry has kind, namespace and name, and no other key");
        } else {
            return Optional.of(new FormerObject(
                    named.get(),
                    item.field("namespace").string(),
                    item.field("name").string()));
        }
        return Optional.empty();
    }
}
