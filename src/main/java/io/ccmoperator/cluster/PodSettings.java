// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import io.ccmoperator.assets.Ordered;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an administrator sets of the Pods of a program, in the words of a Pod. What is empty stays as the provider has it.
 *
 * @param image of the container of the program
 * @param imagePullPolicy of that container
 * @param labels further ones of the Pods
 * @param annotations further ones of the Pods
 * @param affinity to be fulfilled beside that of the provider
 * @param priorityClassName in place of the provider's
 * @param hostAliases lines of the hosts file of the Pods
 */
public record PodSettings(
        Optional<String> image,
        Optional<String> imagePullPolicy,
        Map<String, Object> labels,
        Map<String, Object> annotations,
        Map<String, Object> affinity,
        Optional<String> priorityClassName,
        List<Map<String, Object>> hostAliases) {
    /** Nothing is set. */
    public static final PodSettings NONE = of(FieldReader.of(Map.of()));

    /** Copies what can be changed. */
    public PodSettings {
        labels = Ordered.copy(labels);
        annotations = Ordered.copy(annotations);
        affinity = Ordered.copy(affinity);
        hostAliases = List.copyOf(hostAliases);
    }

    /** Reads a program's part of the object. */
    static PodSettings of(FieldReader program) {
        return new PodSettings(
                string(program, "image"),
                string(program, "imagePullPolicy"),
                program.map("podMetadata", "labels"),
                program.map("podMetadata", "annotations"),
                program.map("affinity"),
                string(program, "priorityClassName"),
                program.maps("hostAliases"));
    }

    /** The same with another image, or none. */
    public PodSettings withImage(Optional<String> other) {
        return new PodSettings(other, imagePullPolicy, labels, annotations, affinity, priorityClassName, hostAliases);
    }

    /** The same with other labels and annotations. */
    public PodSettings withMetadata(Map<String, Object> otherLabels, Map<String, Object> otherAnnotations) {
        return new PodSettings(
                image, imagePullPolicy, otherLabels, otherAnnotations, affinity, priorityClassName, hostAliases);
    }

    /** The members that are set, by their names in the object: what {@link #of} reads. */
    Map<String, Object> tree() {
        Map<String, Object> metadata = new LinkedHashMap<>();
        put(metadata, "labels", labels, labels.isEmpty());
        put(metadata, "annotations", annotations, annotations.isEmpty());
        Map<String, Object> tree = new LinkedHashMap<>();
        image.ifPresent(reference -> tree.put("image", reference));
        imagePullPolicy.ifPresent(policy -> tree.put("imagePullPolicy", policy));
        put(tree, "podMetadata", metadata, metadata.isEmpty());
        put(tree, "affinity", affinity, affinity.isEmpty());
        priorityClassName.ifPresent(name -> tree.put("priorityClassName", name));
        put(tree, "hostAliases", hostAliases, hostAliases.isEmpty());
        return tree;
    }

    private static void put(Map<String, Object> tree, String name, Object value, boolean isEmpty) {
        if (!isEmpty) {
            tree.put(name, value);
        }
    }

    private static Optional<String> string(FieldReader program, String field) {
        return Optional.of(program.string(field)).filter(value -> !value.isEmpty());
    }
}
