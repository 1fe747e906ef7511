/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import static io.ccmoperator.assets.deployment.validation.FieldCheck.rule;
import static io.ccmoperator.assets.deployment.validation.NameFormats.optional;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Rules on names, keys, labels and paths, as the API server has them. */
final class NameRules {
    private static final Set<String> ROLES = Set.of("Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding");

    /** For each object. */
    static final List<Rule<ProviderDocument>> OF_OBJECTS = List.of(
            NameRules::objectName,
            rule(
                    ProviderDocument::fields,
                    List.of(
                            new FieldCheck("metadata.labels{}", NameFormats::labelEntry),
                            new FieldCheck("metadata.annotations{}", NameFormats::annotationEntry))),
            NameRules::portsOfService,
            NameRules::keysOfConfigMap);

    /** For each pod. */
    static final List<Rule<Pod>> OF_PODS = List.of(
            rule(
                    Pod::template,
                    List.of(
                            new FieldCheck("metadata.labels{}", NameFormats::labelEntry),
                            new FieldCheck("metadata.annotations{}", NameFormats::annotationEntry))),
            rule(Pod::object, List.of(new FieldCheck("spec.selector.matchLabels{}", NameFormats::labelEntry))),
            rule(
                    Pod::spec,
                    List.of(
                            new FieldCheck("nodeSelector{}", NameFormats::labelEntry),
                            new FieldCheck("serviceAccountName", NameFormats::subdomain),
                            new FieldCheck("priorityClassName", NameFormats::subdomain),
                            new FieldCheck("hostname", NameFormats::label),
                            new FieldCheck("subdomain", NameFormats::label),
                            new FieldCheck("runtimeClassName", NameFormats::subdomain),
                            new FieldCheck("tolerations[].key", optional(NameFormats::qualified)),
                            new FieldCheck("tolerations[].value", NameFormats::labelValue),
                            new FieldCheck("imagePullSecrets[].name", NameFormats::subdomain),
                            new FieldCheck("volumes[].name", NameFormats::label),
                            new FieldCheck("volumes[].emptyDir.medium", NameRules::medium),
                            new FieldCheck("volumes[].hostPath.path", NameFormats::absolutePath),
                            new FieldCheck("volumes[].configMap.name", NameFormats::subdomain),
                            new FieldCheck("volumes[].configMap.items[].key", NameFormats::key),
                            new FieldCheck("volumes[].configMap.items[].path", NameFormats::relativePath),
                            new FieldCheck("volumes[].secret.secretName", NameFormats::subdomain),
                            new FieldCheck("volumes[].secret.items[].key", NameFormats::key),
                            new FieldCheck("volumes[].secret.items[].path", NameFormats::relativePath),
                            new FieldCheck(
                                    "volumes[].projected.sources[].serviceAccountToken.path",
                                    NameFormats::relativePath),
                            new FieldCheck(
                                    "affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution[].topologyKey",
                                    NameFormats::qualified))),
            NameRules::containers);

    private static final List<FieldCheck> OF_CONTAINERS = List.of(
            new FieldCheck("name", NameFormats::label),
            new FieldCheck("image", NameRules::image),
            new FieldCheck("ports[].name", NameFormats::port),
            new FieldCheck("env[].name", NameFormats::variable),
            new FieldCheck("env[].valueFrom.configMapKeyRef.key", NameFormats::key),
            new FieldCheck("env[].valueFrom.configMapKeyRef.name", NameFormats::subdomain),
            new FieldCheck("env[].valueFrom.secretKeyRef.key", NameFormats::key),
            new FieldCheck("env[].valueFrom.secretKeyRef.name", NameFormats::subdomain),
            new FieldCheck("envFrom[].prefix", optional(NameFormats::variable)),
            new FieldCheck("volumeMounts[].mountPath", NameFormats::absolutePath),
            new FieldCheck("volumeMounts[].subPath", NameFormats::relativePath));

    private NameRules() {}

    private static void objectName(ProviderDocument document, Findings findings) {
        Function<FieldReader, Optional<String>> format = switch (document.manifest()
                .kind()) {
            case "Service" -> NameFormats::service;
            case "Namespace" -> NameFormats::label;
            default -> ROLES.contains(document.manifest().kind()) ? NameFormats::segment : NameFormats::subdomain;
        };
        new FieldCheck("metadata.name", optional(format)).check(document.fields(), findings);
    }

    private static void portsOfService(ProviderDocument document, Findings findings) {
        if (document.manifest().kind().equals("Service")) {
            new FieldCheck("spec.ports[].name", NameFormats::label).check(document.fields(), findings);
            new FieldCheck("spec.selector{}", NameFormats::labelEntry).check(document.fields(), findings);
        }
    }

    private static void keysOfConfigMap(ProviderDocument document, Findings findings) {
        if (document.manifest().kind().equals("ConfigMap")) {
            new FieldCheck("data{}", NameFormats::memberKey).check(document.fields(), findings);
            new FieldCheck("binaryData{}", NameFormats::memberKey).check(document.fields(), findings);
        }
    }

    private static void containers(Pod pod, Findings findings) {
        pod.allContainers()
                .forEach(container -> OF_CONTAINERS.forEach(check -> check.check(container.fields(), findings)));
    }

    /** The kubelet knows these media; for a Pod with another one it cannot mount the volume. */
    private static Optional<String> medium(FieldReader medium) {
        return medium.is("") || medium.is("Memory") || medium.string().matches("HugePages(-\\w+)?")
                ? Optional.empty()
                : Optional.of("unknown value '" + medium.string() + "'; valid values: \"\", Memory, HugePages");
    }

    private static Optional<String> image(FieldReader image) {
        return image.string().chars().anyMatch(Character::isWhitespace)
                        && !image.string().isBlank()
                ? Optional.of("'" + image.string() + "' is not a valid image; leave the blanks out")
                : Optional.empty();
    }
}
