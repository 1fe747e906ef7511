/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import java.util.List;
import java.util.Optional;

/** What belongs to the host or comes from a ConfigMap or Secret is mounted read-only; and what is mounted is a volume. */
final class ReadOnlyMounts implements PodRule {
    private static final List<String> SOURCES = List.of("hostPath", "configMap", "secret");

    @Override
    public void check(Pod pod, Findings findings) {
        for (Container container : pod.allContainers()) {
            for (Place mount : container.mounts()) {
                Optional<Place> volume = pod.volume(mount.field("name").text());
                if (volume.isEmpty()) {
                    findings.add(
                            mount.field("name"),
                            "the pod has no volume " + mount.field("name").text());
                } else if (isToKeep(volume.get()) && !mount.field("readOnly").is(true)) {
                    findings.add(
                            mount.field("readOnly"),
                            "has to be true for host paths, ConfigMaps and Secrets such as volume "
                                    + mount.field("name").text());
                }
            }
        }
    }

    private static boolean isToKeep(Place volume) {
        return SOURCES.stream().anyMatch(source -> volume.field(source).exists())
                || volume.field("projected", "sources").items().stream()
                        .anyMatch(projected -> SOURCES.stream()
                                .anyMatch(source -> projected.field(source).exists()));
    }
}
