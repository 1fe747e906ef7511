// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.provider;

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
public record Pod(FieldReader object, FieldReader template) {
    /** The pods of a document, if its kind has any. */
    public static Optional<Pod> of(ProviderDocument document) {
        FieldReader root = document.fields();
        if (document.manifest().isWorkload()) {
            return Optional.of(new Pod(root, root.field("spec", "template")));
        }
        return document.manifest().kind().equals("Pod") ? Optional.of(new Pod(root, root)) : Optional.empty();
    }

    /** Whether the object with the pod is of a kind. */
    public boolean isOf(String kind) {
        return kind().equals(kind);
    }

    /** The kind of the object with the pod. */
    public String kind() {
        return object.field("kind").string();
    }

    /** Whether the pod says that it is for nodes with Windows. */
    public boolean isForWindows() {
        return spec().field("os", "name").is("windows");
    }

    /** The spec of the pod. */
    public FieldReader spec() {
        return template.field("spec");
    }

    /** The containers that are not init containers. */
    public List<Container> containers() {
        return spec().field("containers").items().stream().map(Container::new).toList();
    }

    /** The init containers. */
    public List<Container> initContainers() {
        return spec().field("initContainers").items().stream()
                .map(Container::new)
                .toList();
    }

    /** The init containers, then the containers. */
    public List<Container> allContainers() {
        return Stream.concat(initContainers().stream(), containers().stream()).toList();
    }

    /** The first container with a name of {@link Container#CLOUD}. */
    public Optional<Container> cloudContainer() {
        return containers().stream().filter(Container::isOfCloud).findFirst();
    }

    /** The containers that run a cloud's controllers. */
    public List<Container> cloudContainers() {
        return containers().stream().filter(Container::isOfCloud).toList();
    }

    /** The volumes of the pod. */
    public List<FieldReader> volumes() {
        return spec().field("volumes").items();
    }

    /** The volume of a name, if the pod has it. */
    public Optional<FieldReader> volume(String name) {
        return volumes().stream()
                .filter(volume -> volume.field("name").is(name))
                .findFirst();
    }

    /** The names of the ConfigMaps that volumes and environment variables refer to. */
    public List<FieldReader> configMaps() {
        return references("configMap", "name", "configMapKeyRef", "configMapRef");
    }

    /** The names of the Secrets that volumes and environment variables refer to. */
    public List<FieldReader> secrets() {
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
