// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Ordered;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.Overrides;
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
}
