/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.deployment.decoding.DidYouMean;
import java.util.Set;
import java.util.stream.Collectors;

/** Each image that the payload names has a tag in image-references; the release tooling would leave any other as it is. */
final class TaggedImages implements PayloadRule {
    @Override
    public void check(Payload payload, Findings findings) {
        Set<String> tagged = payload.imageTags().stream()
                .map(tag -> tag.field("from", "name").text())
                .collect(Collectors.toSet());
        if (tagged.isEmpty()) {
            return;
        }
        payload.imagesJson()
                .ifPresent(json ->
                        payload.images().forEach((key, image) -> check(json, key + ": ", image, tagged, findings)));
        payload.manifests()
                .flatMap(document -> Pod.of(document).stream())
                .flatMap(pod -> pod.allContainers().stream())
                .map(container -> container.place().field("image"))
                .forEach(image -> check(image, "", image.text(), tagged, findings));
    }

    private static void check(Place place, String which, String image, Set<String> tagged, Findings findings) {
        if (!tagged.contains(image)) {
            findings.add(
                    place,
                    which + "image-references has no tag for image " + image + "; "
                            + DidYouMean.nearestFirst(image, tagged));
        }
    }
}
