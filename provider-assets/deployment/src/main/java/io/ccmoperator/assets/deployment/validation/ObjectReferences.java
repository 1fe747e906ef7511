/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.List;
import java.util.stream.Stream;

/** Where pods name objects of the API. */
final class ObjectReferences {
    private ObjectReferences() {}

    /** The names of the ConfigMaps that volumes and environments of a pod use. */
    static List<Place> configMaps(Pod pod) {
        return names(pod, "configMap", "name", "configMapKeyRef", "configMapRef");
    }

    /** The names of the Secrets that volumes and environments of a pod use. */
    static List<Place> secrets(Pod pod) {
        return names(pod, "secret", "secretName", "secretKeyRef", "secretRef");
    }

    private static List<Place> names(Pod pod, String source, String nameInVolume, String keyRef, String ref) {
        Stream<Place> volumes = pod.volumes().stream()
                .map(volume -> volume.field(source))
                .filter(Place::exists)
                .map(volume -> volume.field(nameInVolume));
        Stream<Place> projected = pod.volumes().stream()
                .flatMap(volume -> volume.field("projected", "sources").items().stream())
                .map(projection -> projection.field(source));
        Stream<Place> environment = pod.allContainers().stream()
                .flatMap(container -> Stream.concat(
                        container.place().field("env").items().stream()
                                .map(variable -> variable.field("valueFrom", keyRef)),
                        container.place().field("envFrom").items().stream().map(variables -> variables.field(ref))));
        return Stream.concat(
                        volumes,
                        Stream.concat(projected, environment)
                                .filter(Place::exists)
                                .map(reference -> reference.field("name")))
                .toList();
    }
}
