// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A Pod, or the template of pods in a workload.
 *
 * @param object the Pod, Deployment or DaemonSet
 * @param template the Pod itself or the workload's template
 */
record Pod(FieldReader object, FieldReader template) {
    /** The pods of a document, if its kind has any. */
    static Optional<Pod> of(ProviderDocument document) {
        FieldReader root = document.fields();
        if (document.manifest().isWorkload()) {
            return Optional.of(new Pod(root, root.field("spec", "template")));
        }
        return document.manifest().kind().equals("Pod") ? Optional.of(new Pod(root, root)) : Optional.empty();
    }

    boolean isOf(String kind) {
        return kind().equals(kind);
    }

    String kind() {
        return object.field("kind").string();
    }

    FieldReader spec() {
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

    /** The containers that run a cloud's controllers. */
    List<Container> cloudContainers() {
        return containers().stream().filter(Container::isOfCloud).toList();
    }

    List<FieldReader> volumes() {
        return spec().field("volumes").items();
    }

    Optional<FieldReader> volume(String name) {
        return volumes().stream()
                .filter(volume -> volume.field("name").is(name))
                .findFirst();
    }

    /** The names of the ConfigMaps that volumes and environment variables refer to. */
    List<FieldReader> configMaps() {
        return references("configMap", "name", "configMapKeyRef", "configMapRef");
    }

    /** The names of the Secrets that volumes and environment variables refer to. */
    List<FieldReader> secrets() {
        return references("secret", "secretName", "secretKeyRef", "secretRef");
    }

    private List<FieldReader> references(String source, String nameInVolume, String keyRef, String ref) {
        Stream<FieldReader> inVolumes = volumes().stream()
                .map(volume -> volume.field(source))
                .filter(FieldReader::exists)
                .map(volume -> volume.field(nameInVolume));
        Stream<FieldReader> projected = volumes().stream()
                .flatMap(volume -> volume.field("projected", "sources").items().stream())
                .map(projection -> projection.field(source));
        Stream<FieldReader> environment = allContainers().stream()
                .map(Container::fields)
                .flatMap(container -> Stream.concat(
                        container.field("env").items().stream().map(variable -> variable.field("valueFrom", keyRef)),
                        container.field("envFrom").items().stream().map(variables -> variables.field(ref))));
        return Stream.concat(
                        inVolumes,
                        Stream.concat(projected, environment)
                                .filter(FieldReader::exists)
                                .map(reference -> reference.field("name")))
                .toList();
    }
}
