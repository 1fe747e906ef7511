/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.HashSet;
import java.util.Set;

/** image-references has the form that the release tooling reads: each tag stands once and has the image of its name. */
final class ImageTags implements PayloadRule {
    private static final String REPOSITORY = "quay.io/openshift/origin-";

    @Override
    public void check(Payload payload, Findings findings) {
        if (payload.objects("ImageStream").findAny().isEmpty() && payload.complete()) {
            findings.add(Payload.IMAGE_REFERENCES, "is missing; the release tooling takes the images from it");
        }
        Set<String> seen = new HashSet<>();
        for (Place tag : payload.imageTags()) {
            Place name = tag.field("name");
            if (name.text().isEmpty()) {
                findings.add(name, "is missing; a tag has the name of an image of the release");
            } else if (!seen.add(name.text())) {
                findings.add(name, "there is a tag " + name.text() + " already; leave one of them out");
            }
            expect(tag.field("from", "kind"), "DockerImage", findings);
            expect(tag.field("from", "name"), REPOSITORY + name.text(), findings);
        }
    }

    private static void expect(Place place, String value, Findings findings) {
        if (!place.is(value)) {
            findings.add(place, "has to be " + value);
        }
    }
}
