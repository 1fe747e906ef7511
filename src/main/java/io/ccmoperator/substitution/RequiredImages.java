// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.cluster.DescribedCluster;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.Overrides;
import java.util.ArrayList;
import java.util.List;

/** Whether every container of a provider has an image: of the CloudControllerManager or of images.json. */
final class RequiredImages {
    private RequiredImages() {}

    /** @throws InvalidInputException with one line for each container without an image */
    static void check(
            ProviderDescriptor descriptor,
            List<KubernetesObject> objects,
            ImageReferences images,
            Overrides overrides) {
        List<String> missing = new ArrayList<>();
        for (KubernetesObject object : objects) {
            object.allContainers().forEach(container -> {
                String name = (String) container.get("name");
                String key = descriptor.images().get(name);
                if (key != null
                        && overrides.image(name).isEmpty()
                        && images.find(key).isEmpty()) {
                    missing.add(Overrides.field(name)
                            .filter(field -> overrides.describesCluster())
                            .map(field ->
                                    "%s: spec.%s.image: is missing; set it to the image of provider %s, or add %s to images.json"
                                            .formatted(DescribedCluster.OBJECT, field, descriptor.name(), key))
                            .orElseGet(
                                    () -> "%s: images.json lacks %s, needed by container %s of %s %s; add its reference"
                                            .formatted(descriptor.name(), key, name, object.kind(), object.name())));
                }
            });
        }
        if (!missing.isEmpty()) {
            throw new InvalidInputException(missing);
        }
    }
}
