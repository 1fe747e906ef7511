/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.YamlDocument;

/**
 * A document of a file of a provider or the payload.
 *
 * @param file the path of the file
 * @param number the document's place in the file, counted from 1
 * @param yaml the document with its positions
 * @param manifest the same as a Kubernetes object; an empty one when the root is no map
 */
public record ProviderDocument(String file, int number, YamlDocument yaml, KubernetesObject manifest) {
    /** File, document and object as messages show them. */
    public String display() {
        String object = manifest.kind().isEmpty() ? "" : " (" + manifest.display() + ")";
        return file + ", document " + number + object;
    }
}
