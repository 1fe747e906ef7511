/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.tree.TreePath;
import java.util.ArrayList;
import java.util.List;

/** Collects what the rules find, in the order in which they find it. */
public final class Findings {
    private final List<Finding> findings = new ArrayList<>();

    /** Something is wrong with a file as a whole. */
    public void add(String file, String reason) {
        findings.add(new Finding(file, reason));
    }

    /** Something is wrong at a path of a document; where that path does not exist, its nearest parent gives the line. */
    public void add(ProviderDocument document, TreePath path, String reason) {
        StringBuilder place = new StringBuilder(document.display());
        if (!path.equals(TreePath.ROOT)) {
            place.append(", ").append(path);
        }
        document.yaml()
                .nearestPosition(path)
                .ifPresent(position ->
                        place.append(" (line ").append(position.line()).append(")"));
        findings.add(new Finding(place.toString(), reason));
    }

    /** A field of a document is invalid or missing. */
    void add(FieldReader field, String reason) {
        add(field.document(), field.path(), reason);
    }

    /** All findings so far. */
    public List<Finding> all() {
        return List.copyOf(findings);
    }
}
