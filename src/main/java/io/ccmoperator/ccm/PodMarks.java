// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.client.ObjectKey;
import java.util.Map;
import java.util.Optional;

/**
 * By what the configuration of a Pod differs from that of another one: an image, or a restart, makes another template, and no other configuration.
 *
 * @param copy the name of the copy of cloud-conf that it mounts; empty if it mounts none
 * @param overrides the hash of what is set of its programs; "" if nothing is
 */
record PodMarks(Optional<String> copy, String overrides) {
    /** Those that the template of a workload gives to its Pods. */
    static PodMarks ofTemplate(KubernetesObject workload) {
        return of(workload.namespace(), workload.podSpec(), workload.fields().field("spec", "template"));
    }

    /** Those of a Pod. */
    static PodMarks ofPod(KubernetesObject pod) {
        return of(pod.namespace(), pod.fields().map("spec"), pod.fields());
    }

    private static PodMarks of(String namespace, Map<String, Object> spec, FieldReader metadata) {
        return new PodMarks(
                ConfigReferences.mounts(spec).stream()
                        .map(mount -> new ObjectKey(mount.kind(), namespace, String.valueOf(mount.name())))
                        .filter(AppliedObjects::isCopy)
                        .map(ObjectKey::name)
                        .findFirst(),
                metadata.string("metadata", "annotations", ConfigurationTrials.OVERRIDES_HASH));
    }
}
