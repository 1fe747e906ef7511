// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.provider;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.Position;
import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.assets.tree.YamlDocument;

/**
 * A document of a file of a provider or the payload.
 *
 * @param file the path of the file
 * @param number the document's place in the file, counted from 1
 * @param yaml the document with its positions
 * @param manifest the same as a Kubernetes object; an empty one when the root is not a map
 */
public record ProviderDocument(String file, int number, YamlDocument yaml, KubernetesObject manifest)
        implements FieldReader.Origin {
    /** File, document and object as messages show them. */
    public String display() {
        String object = manifest.kind().isEmpty() ? "" : " (" + manifest.display() + ")";
        return file + ", document " + number + object;
    }

    /** The object as {@link #display()} has it; the name of the file where the document is not an object. */
    @Override
    public String object() {
        return manifest.kind().isEmpty() ? file.substring(file.lastIndexOf('/') + 1) : manifest.display();
    }

    /** The line of the file at which the root begins, counted from 1. */
    public int line() {
        return yaml.position(TreePath.ROOT).map(Position::line).orElse(1);
    }

    /** File, document, object, path and line; where the path does not exist, its nearest parent gives the line. */
    @Override
    public String locate(TreePath path) {
        StringBuilder location = new StringBuilder(display());
        if (!path.equals(TreePath.ROOT)) {
            location.append(", ").append(path);
        }
        yaml.nearestPosition(path)
                .ifPresent(position ->
                        location.append(" (line ").append(position.line()).append(")"));
        return location.toString();
    }

    /** The fields of the document. */
    public FieldReader fields() {
        return new FieldReader(this, TreePath.ROOT, manifest.tree());
    }
}
