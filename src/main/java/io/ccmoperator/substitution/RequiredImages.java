// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.ArrayList;
import java.util.List;

/** Whether images.json has every image that a provider's containers need. */
final class RequiredImages {
    private RequiredImages() {}

    /** @throws InvalidInputException with one line for each container without an image */
    static void check(ProviderDescriptor descriptor, List<KubernetesObject> objects, ImageReferences images) {
        List<String> missing = new ArrayList<>();
        for (KubernetesObject object : objects) {
            object.allContainers().forEach(container -> {
                String name = (String) container.get("name");
                String key = descriptor.images().get(name);
                if (key != null && images.find(key).isEmpty()) {
                    missing.add("%s: images.json lacks %s, needed by container %s of %s %s; add its reference"
                            .formatted(descriptor.name(), key, name, object.kind(), object.name()));
                }
            });
        }
        if (!missing.isEmpty()) {
            throw new InvalidInputException(missing);
        }
    }
}
