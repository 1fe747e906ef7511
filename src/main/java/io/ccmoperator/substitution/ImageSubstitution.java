// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Ordered;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.cluster.DescribedCluster;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.Overrides;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The image of each container: the one that an administrator sets for its program, else the one of the key that the descriptor maps it to; others
 * keep theirs.
 *
 * @param keys container to key of images.json
 * @param images the release's images, known to have each key that is needed
 * @param overrides what an administrator sets
 */
record ImageSubstitution(Map<String, String> keys, ImageReferences images, Overrides overrides)
        implements Substitution {
    ImageSubstitution {
        keys = Ordered.copy(keys);
    }

    @Override
    public void apply(KubernetesObject object) {
        object.allContainers()
                .forEach(container -> overrides
                        .image(String.valueOf(container.get("name")))
                        .or(() -> Optional.ofNullable(keys.get(container.get("name")))
                                .flatMap(images::find))
                        .ifPresent(image -> container.put("image", image)));
    }

    /**
     * The containers of a workload that have no image, neither of the CloudControllerManager nor of images.json.
     *
     * @return a line for each, by its name
     */
    static Map<String, String> missing(
            ProviderDescriptor descriptor, KubernetesObject object, ImageReferences images, Overrides overrides) {
        Map<String, String> missing = new LinkedHashMap<>();
        object.allContainers().forEach(container -> {
            String name = (String) container.get("name");
            String key = descriptor.images().get(name);
            if (key != null
                    && overrides.image(name).isEmpty()
                    && images.find(key).isEmpty()) {
                missing.put(
                        name,
                        Overrides.field(name)
                                .filter(field -> overrides.describesCluster())
                                .map(field ->
                                        "%s: spec.%s.image: is missing; set it to the image of provider %s, or add %s to images.json"
                                                .formatted(DescribedCluster.OBJECT, field, descriptor.name(), key))
                                .orElseGet(() ->
                                        "%s: images.json lacks %s, needed by container %s of %s %s; add its reference"
                                                .formatted(
                                                        descriptor.name(), key, name, object.kind(), object.name())));
            }
        });
        return missing;
    }

    /**
     * Whether every container has an image.
     *
     * @throws InvalidInputException with one line for each container without an image
     */
    static void check(
            ProviderDescriptor descriptor,
            List<KubernetesObject> objects,
            ImageReferences images,
            Overrides overrides) {
        List<String> missing = objects.stream()
                .flatMap(object -> missing(descriptor, object, images, overrides).values().stream())
                .toList();
        if (!missing.isEmpty()) {
            throw new InvalidInputException(missing);
        }
    }
}
