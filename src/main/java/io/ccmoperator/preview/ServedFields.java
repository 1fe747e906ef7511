// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.preview;

import io.ccmoperator.assets.KubernetesObject;
import java.util.List;
import java.util.Map;

/** Fields that the API server and its controllers count or fill in, and that no write of the operator is about. */
final class ServedFields {
    private static final List<String> METADATA =
            List.of("creationTimestamp", "generation", "managedFields", "resourceVersion", "selfLink", "uid");

    /** Of kubectl: a copy of the object, its credentials included. */
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private ServedFields() {}

    /** A copy without them. */
    static KubernetesObject without(KubernetesObject object) {
        KubernetesObject copy = object.copy();
        copy.tree().remove("status");
        Map<String, Object> metadata = copy.fields().map("metadata");
        metadata.keySet().removeAll(METADATA);
        Map<String, Object> annotations = copy.fields().map("metadata", "annotations");
        if (annotations.containsKey(LAST_APPLIED)) {
            annotations.remove(LAST_APPLIED);
        }
        if (annotations.isEmpty()) {
            metadata.remove("annotations");
        }
        return copy;
    }
}
