// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The images of a release, from images.json, and those that were chosen for keys that it lacks.
 *
 * @param byKey key, e.g. cloudControllerManagerAWS, to pull specification
 * @param sources key to what names its image, where that is not images.json
 */
public record ImageReferences(Map<String, String> byKey, Map<String, String> sources) {
    public ImageReferences {
        byKey = Map.copyOf(byKey);
        sources = Map.copyOf(sources);
    }

    /** Those of images.json. */
    public ImageReferences(Map<String, String> byKey) {
        this(byKey, Map.of());
    }

    /** The same with more images, and what names these. */
    public ImageReferences with(Map<String, String> more, Map<String, String> sourcesOfMore) {
        Map<String, String> all = new HashMap<>(byKey);
        all.putAll(more);
        return new ImageReferences(all, sourcesOfMore);
    }

    /** What names the image of a key. */
    public String source(String key) {
        return sources.getOrDefault(key, "images.json, " + key);
    }

    /** The image of a key; none when the key is missing or its value blank. */
    public Optional<String> find(String key) {
        return Optional.ofNullable(byKey.get(key)).filter(image -> !image.isBlank());
    }
}
