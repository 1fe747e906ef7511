/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.tree.FieldReader;
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
        findings.add(new Finding(document.locate(path), reason));
    }

    /** A field of a document is invalid or missing. */
    void add(FieldReader field, String reason) {
        findings.add(new Finding(field.location(), reason));
    }

    /** All findings so far. */
    public List<Finding> all() {
        return List.copyOf(findings);
    }
}
