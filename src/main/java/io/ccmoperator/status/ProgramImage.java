// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.Overrides;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The image of a program, as the status of the CloudControllerManager {@code cluster} says it.
 *
 * @param image its reference
 * @param source what names it: a field of the object, a key of images.json, or images.yaml of the provider and the version of Kubernetes
 */
public record ProgramImage(String image, String source) {
    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("image", image);
        tree.put("imageSource", source);
        return tree;
    }

    /**
     * Which image each program has, by the field of the program.
     *
     * @param desired the objects of the provider
     * @param effective what is set of them
     * @param references the images of keys
     */
    public static Map<String, ProgramImage> of(
            List<KubernetesObject> desired,
            ProviderDescriptor descriptor,
            Overrides effective,
            ImageReferences references) {
        Map<String, ProgramImage> images = new LinkedHashMap<>();
        desired.stream()
                .filter(KubernetesObject::isWorkload)
                .flatMap(workload -> workload.containers().stream())
                .forEach(container -> {
                    String name = String.valueOf(container.get("name"));
                    Overrides.field(name)
                            .ifPresent(field -> images.put(
                                    field,
                                    new ProgramImage(
                                            String.valueOf(container.get("image")),
                                            source(name, field, descriptor, effective, references))));
                });
        return images;
    }

    private static String source(
            String container,
            String field,
            ProviderDescriptor descriptor,
            Overrides effective,
            ImageReferences references) {
        return effective.image(container).isPresent()
                ? "spec." + field + ".image"
                : Optional.ofNullable(descriptor.images().get(container))
                        .map(references::source)
                        .orElse("provider " + descriptor.name());
    }
}
