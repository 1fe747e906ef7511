// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.Overrides.Program;
import io.ccmoperator.cluster.PodSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * One judgement of what is set of the Pods of a program; see {@link CheckedOverrides}. What is refused is not valid with any value, so that
 * there is none of a running program to keep.
 *
 * @param workload of the provider, whose template has metadata
 * @param distribution the kind of cluster
 * @param refuse takes a field of the spec and why it is refused
 */
record PodSettingsCheck(KubernetesObject workload, Distribution distribution, BiConsumer<String, String> refuse) {
    private static final List<String> OF_OPERATOR =
            List.of("ccmoperator.io/", "operator.openshift.io/", OwnerLabel.KEY);

    /** A second value would select Pods for a Service and a PodDisruptionBudget, or not select them. */
    private static final String SELECTED = "infrastructure.openshift.io/";

    private static final List<String> OF_CONTROLLERS =
            List.of("pod-template-hash", "controller-revision-hash", "pod-template-generation");

    /** Stays in a template whatever is desired. */
    private static final String RESTARTED_AT = "kubectl.kubernetes.io/restartedAt";

    /** The settings without those that are refused. */
    PodSettings effective(Program program) {
        PodSettings pod = program.pod();
        String metadata = program.field() + ".podMetadata.";
        return pod.withImage(image(program))
                .withMetadata(
                        kept(metadata + "labels", "label", pod.labels(), ofTemplate("labels")),
                        kept(metadata + "annotations", "annotation", pod.annotations(), ofTemplate("annotations")));
    }

    private Optional<String> image(Program program) {
        return program.pod().image().filter(image -> {
            boolean isOfRelease = distribution == Distribution.OPENSHIFT;
            if (isOfRelease) {
                refuse.accept(program.field() + ".image", "the release of OpenShift names the image; remove it");
            }
            return !isOfRelease;
        });
    }

    private Map<String, Object> ofTemplate(String field) {
        return workload.fields().map("spec", "template", "metadata", field);
    }

    private Map<String, Object> kept(
            String field, String word, Map<String, Object> given, Map<String, Object> ofProvider) {
        Map<String, Object> kept = new LinkedHashMap<>();
        given.forEach((key, value) -> refusal(key, word, ofProvider)
                .ifPresentOrElse(reason -> refuse.accept(field + "[" + key + "]", reason), () -> kept.put(key, value)));
        return kept;
    }

    private static Optional<String> refusal(String key, String word, Map<String, Object> ofProvider) {
        if (OF_OPERATOR.stream().anyMatch(key::startsWith)) {
            return Optional.of("the operator sets this " + word + "; remove it");
        }
        if (ofProvider.containsKey(key) || key.startsWith(SELECTED)) {
            return Optional.of("the provider sets this " + word + "; remove it");
        }
        if (OF_CONTROLLERS.contains(key)) {
            return Optional.of("the controller of the workload sets this " + word + "; remove it");
        }
        return key.equals(RESTARTED_AT)
                ? Optional.of("kubectl rollout restart sets this annotation; use another key")
                : Optional.empty();
    }
}
