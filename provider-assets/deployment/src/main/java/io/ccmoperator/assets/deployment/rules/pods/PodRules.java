// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.rules.pods;

import static io.ccmoperator.assets.deployment.findings.Rule.rule;

import io.ccmoperator.assets.deployment.findings.Findings;
import io.ccmoperator.assets.deployment.findings.Rule;
import io.ccmoperator.assets.deployment.provider.Container;
import io.ccmoperator.assets.deployment.provider.Pod;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Optional;

/** Rules on every pod of a provider: the pods of workloads and the static Pods of the bootstrap VM. */
public final class PodRules {
    /** For each pod. */
    public static final List<Rule<Pod>> RULES =
            List.of(rule("mount", PodRules::mounts), rule("volume-device", PodRules::devices));

    private static final List<String> READ_ONLY_SOURCES = List.of("hostPath", "configMap", "secret");

    private PodRules() {}

    private static void mounts(Pod pod, Findings findings) {
        for (Container container : pod.allContainers()) {
            for (FieldReader mount : container.mounts()) {
                FieldReader name = mount.field("name");
                Optional<FieldReader> volume = pod.volume(name.string());
                if (volume.isEmpty()) {
                    findings.add(name, "the pod has no volume " + name.string());
                } else if (isReadOnlySource(volume.get())
                        && !mount.field("readOnly").is(true)) {
                    findings.add(
                            mount.field("readOnly"),
                            "has to be true for host paths, ConfigMaps and Secrets such as volume " + name.string());
                }
            }
        }
    }

    private static void devices(Pod pod, Findings findings) {
        for (Container container : pod.allContainers()) {
            for (FieldReader device : container.fields().items("volumeDevices")) {
                FieldReader name = device.field("name");
                boolean claimed = pod.volume(name.string())
                        .filter(volume -> volume.field("persistentVolumeClaim").exists()
                                || volume.field("ephemeral").exists())
                        .isPresent();
                if (!claimed) {
                    findings.add(name, "the pod has no volume " + name.string() + " of a PersistentVolumeClaim");
                }
            }
        }
    }

    private static boolean isReadOnlySource(FieldReader volume) {
        return READ_ONLY_SOURCES.stream()
                        .anyMatch(source -> volume.field(source).exists())
                || volume.field("projected", "sources").items().stream()
                        .anyMatch(projected -> READ_ONLY_SOURCES.stream()
                                .anyMatch(source -> projected.field(source).exists()));
    }

    /** Adds a finding for each taint that a pod does not tolerate. */
    static void tolerate(Pod pod, List<Taint> taints, Findings findings) {
        FieldReader tolerations = pod.spec().field("tolerations");
        for (Taint taint : taints) {
            if (tolerations.items().stream().noneMatch(taint::isToleratedBy)) {
                findings.add(
                        tolerations,
                        "the taint " + String.join(" or ", taint.keys())
                                + " with effect NoSchedule has to be tolerated (operator Exists)");
            }
        }
    }
}
