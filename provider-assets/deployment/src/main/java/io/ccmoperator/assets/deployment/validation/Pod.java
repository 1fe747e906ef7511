/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A Pod, or the template of pods in a workload.
 *
 * @param object the Pod, Deployment or DaemonSet
 * @param template the Pod itself or the workload's template
 */
record Pod(Place object, Place template) {
    /** The pods of a document, if its kind has any. */
    static Optional<Pod> of(ProviderDocument document) {
        Place root = Place.root(document);
        if (document.manifest().isWorkload()) {
            return Optional.of(new Pod(root, root.field("spec", "template")));
        }
        return document.manifest().kind().equals("Pod") ? Optional.of(new Pod(root, root)) : Optional.empty();
    }

    boolean isOf(String kind) {
        return kind().equals(kind);
    }

    String kind() {
        return object.field("kind").text();
    }

    Place spec() {
        return template.field("spec");
    }

    List<Container> containers() {
        return spec().field("containers").items().stream().map(Container::new).toList();
    }

    List<Container> initContainers() {
        return spec().field("initContainers").items().stream()
                .map(Container::new)
                .toList();
    }

    List<Container> allContainers() {
        return Stream.concat(initContainers().stream(), containers().stream()).toList();
    }

    Optional<Container> cloudContainer() {
        return containers().stream().filter(Container::isOfCloud).findFirst();
    }

    List<Place> volumes() {
        return spec().field("volumes").items();
    }

    Optional<Place> volume(String name) {
        return volumes().stream()
                .filter(volume -> volume.field("name").is(name))
                .findFirst();
    }
}
