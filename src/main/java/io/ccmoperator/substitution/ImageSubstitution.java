// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Ordered;
import io.ccmoperator.cluster.ImageReferences;
import java.util.Map;
import java.util.Optional;

/**
 * The image of each container that the descriptor maps to a key; others keep theirs.
 *
 * @param keys container to key of images.json
 * @param images the release's images, known to have each key that is needed
 */
record ImageSubstitution(Map<String, String> keys, ImageReferences images) implements Substitution {
    ImageSubstitution {
        keys = Ordered.copy(keys);
    }

    @Override
    public void apply(KubernetesObject object) {
        object.allContainers()
                .forEach(container -> Optional.ofNullable(keys.get(container.get("name")))
                        .flatMap(images::find)
                        .ifPresent(image -> container.put("image", image)));
    }
}
