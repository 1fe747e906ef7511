/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

/** Each container names an image, even if another is put in its place: the API server takes no container without one. */
final class Images implements PodRule {
    @Override
    public void check(Pod pod, Findings findings) {
        pod.allContainers().stream()
                .filter(container -> container.place().field("image").text().isBlank())
                .forEach(container -> findings.add(
                        container.place().field("image"),
                        "has to name an image; any name does for a container that has a key in images"));
    }
}
