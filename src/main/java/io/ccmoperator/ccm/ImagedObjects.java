// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesMinor;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.plan.Snapshot;
import io.ccmoperator.status.FailureReason;
import io.ccmoperator.status.InputFinding;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.substitution.DesiredResources;
import io.ccmoperator.substitution.ImageChoice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The objects of a provider with the images of its programs, as far as these are known: a container without one has that of the running
 * workload, and without that the workload waits.
 *
 * @param objects as they have to be
 * @param waits workloads without an image of a program, with what is missing
 * @param findings what is missing of single images
 */
record ImagedObjects(List<KubernetesObject> objects, Map<ObjectKey, String> waits, List<InputFinding> findings) {
    private static final String NO_VERSION =
            "the version of the API server cannot be read, and with it the image of the provider is chosen; permit the operator"
                    + " to get /version, or set spec.controllerManager.image of CloudControllerManager cluster";

    /**
     * The images, as far as they are known.
     *
     * @param choice which one each program has
     * @param faults why no image is known; empty if the fault is of keys, where one is missing
     */
    record Images(ImageChoice choice, List<InputFinding> faults) {
        private static final ImageReferences NONE = new ImageReferences(Map.of());

        /** Chooses. */
        static Images of(Snapshot snapshot, CcmPlan.Inputs inputs, Provider provider, ClusterFacts facts) {
            Supplier<Optional<KubernetesMinor>> version =
                    () -> snapshot.given(inputs.cluster().kubernetes());
            try {
                return of(snapshot.given(inputs.images()), version, provider, facts);
            } catch (InvalidInputException e) {
                Images without = of(NONE, version, provider, facts);
                List<InputFinding> faults = new ArrayList<>(without.faults);
                faults.add(InputFinding.lasting(String.join("; ", e.lines())));
                return new Images(without.choice, faults);
            }
        }

        private static Images of(
                ImageReferences given,
                Supplier<Optional<KubernetesMinor>> server,
                Provider provider,
                ClusterFacts facts) {
            boolean isChosen = ImageChoice.dependsOnVersion(provider, facts, given);
            Optional<KubernetesMinor> version = isChosen ? server.get() : Optional.empty();
            return isChosen && version.isEmpty()
                    ? new Images(
                            new ImageChoice(given, List.of()),
                            List.of(new InputFinding(
                                    NO_VERSION, ReconcileResult.Kind.TRANSIENT, FailureReason.IMAGE_MISSING)))
                    : new Images(ImageChoice.of(provider, facts, given, version), List.of());
        }
    }

    /**
     * Makes them.
     *
     * @param name of these objects in the memory of the snapshot
     */
    static ImagedObjects of(Snapshot snapshot, String name, Provider provider, ClusterFacts facts, Images images) {
        ImageReferences known = images.choice.images();
        List<KubernetesObject> made = snapshot.result(
                name, List.of(provider, facts, known), unused -> DesiredResources.asFarAsKnown(provider, facts, known));
        List<KubernetesObject> objects = new ArrayList<>();
        Map<ObjectKey, String> waits = new LinkedHashMap<>();
        List<InputFinding> findings = new ArrayList<>();
        for (KubernetesObject object : made) {
            Map<String, String> missing = DesiredResources.missingImages(provider, object, known, facts.overrides());
            objects.add(missing.isEmpty() ? object : withRunningImages(snapshot, object, missing, waits));
            missing.values().stream()
                    .map(line -> InputFinding.lasting(line, FailureReason.IMAGE_MISSING))
                    .forEach(findings::add);
        }
        return new ImagedObjects(objects, waits, images.faults.isEmpty() ? findings : List.of());
    }

    private static KubernetesObject withRunningImages(
            Snapshot snapshot, KubernetesObject workload, Map<String, String> missing, Map<ObjectKey, String> waits) {
        ObjectKey key = ObjectKey.of(workload);
        Map<String, Object> running = new HashMap<>();
        snapshot.lastSeen(key)
                .ifPresent(live -> live.allContainers()
                        .forEach(container ->
                                running.put(String.valueOf(container.get("name")), container.get("image"))));
        KubernetesObject copy = workload.copy();
        copy.allContainers().forEach(container -> {
            String name = String.valueOf(container.get("name"));
            if (missing.containsKey(name) && running.containsKey(name)) {
                container.put("image", running.get(name));
            } else if (missing.containsKey(name)) {
                waits.put(key, missing.get(name));
            }
        });
        return copy;
    }
}
