// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import io.ccmoperator.assets.KubernetesObject;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The fields of an object that are the same after every run. */
final class ComparedContent {
    private static final Set<String> OF_THE_SERVER =
            Set.of("resourceVersion", "uid", "creationTimestamp", "managedFields", "deletionTimestamp", "selfLink");

    /** Counts changes, as the generation does. */
    private static final String GENERATION_OF_DAEMON_SET = "deprecated.daemonset.template.generation";

    /** The server sets them only when a Service is created. */
    private static final List<String> DEFAULTS_OF_SERVICE =
            List.of("clusterIP", "clusterIPs", "internalTrafficPolicy", "ipFamilies", "ipFamilyPolicy");

    private static final String CONFIGURATIONS = "ccmoperator.io/configuration";

    private ComparedContent() {}

    /** Without times, versions and addresses that the server gives; empty for an object that does not exist. */
    static Map<String, Object> of(KubernetesObject object) {
        if (object == null) {
            return Map.of();
        }
        KubernetesObject content = withoutServersFields(object);
        remove(content, "generation", "metadata");
        remove(content, GENERATION_OF_DAEMON_SET, "metadata", "annotations");
        remove(content, "observedGeneration", "status");
        removeTimeOfTrial(content);
        removeLabelsOfOthers(content);
        DEFAULTS_OF_SERVICE.forEach(field -> remove(content, field, "spec"));
        content.fields().maps("status", "conditions").forEach(condition -> {
            condition.remove("lastTransitionTime");
            condition.remove("observedGeneration");
        });
        // Lists that are sets of entries.
        List.of("conditions", "relatedObjects", "objects").forEach(list -> {
            if (content.fields().at("status", list) instanceof List<?> entries) {
                content.fields()
                        .map("status")
                        .put(
                                list,
                                entries.stream().map(String::valueOf).sorted().toList());
            }
        });
        return content.tree();
    }

    /** The object as a client may create it. */
    static KubernetesObject withoutServersFields(KubernetesObject object) {
        KubernetesObject copy = object.copy();
        OF_THE_SERVER.forEach(copy.fields().map("metadata")::remove);
        return copy;
    }

    private static void removeTimeOfTrial(KubernetesObject content) {
        Map<String, Object> annotations = content.fields().map("metadata", "annotations");
        if (annotations.get(CONFIGURATIONS) instanceof String text) {
            annotations.put(CONFIGURATIONS, text.replaceFirst("\"at\":\"[^\"]*\"", ""));
        }
    }

    private static void removeLabelsOfOthers(KubernetesObject content) {
        Map<String, Object> labels = content.fields().map("metadata", "labels");
        if (labels.isEmpty()) {
            return;
        }
        labels.keySet().removeIf(label -> label.startsWith(Chaos.OTHERS));
        if (labels.isEmpty()) {
            remove(content, "labels", "metadata");
        }
    }

    private static void remove(KubernetesObject content, String member, String... path) {
        if (!content.fields().map(path).isEmpty()) {
            content.fields().map(path).remove(member);
        }
    }
}
