// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import java.util.Map;
import java.util.Optional;

/**
 * The images of a release, from images.json.
 *
 * @param byKey key, e.g. cloudControllerManagerAWS, to pull specification
 */
public record ImageReferences(Map<String, String> byKey) {
    public ImageReferences {
        byKey = Map.copyOf(byKey);
    }

    /** The image of a key; none when the key is missing or its value blank. */
    public Optional<String> find(String key) {
        return Optional.ofNullable(byKey.get(key)).filter(image -> !image.isBlank());
    }
}
