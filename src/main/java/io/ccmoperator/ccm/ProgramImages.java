// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.status.ProgramImage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which image each program has, and what names it. */
final class ProgramImages {
    private ProgramImages() {}

    /**
     * The images by the field of the program.
     *
     * @param desired the objects of the provider
     * @param effective what is set of them
     * @param references the images of keys
     */
    static Map<String, ProgramImage> of(
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
