// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What makes an object of the cluster equal to a desired one: a function of the two, to those who send it and to those who only show it. */
public sealed interface Write {
    /**
     * The object is as desired.
     *
     * @param live the object
     */
    record None(KubernetesObject live) implements Write {}

    /**
     * The object does not exist.
     *
     * @param document what to create
     */
    record Create(KubernetesObject document) implements Write {}

    /**
     * The object has to be replaced.
     *
     * @param document with the version of the live object
     */
    record Replace(KubernetesObject document) implements Write {}

    /**
     * What differs is immutable: the object has to be deleted and created.
     *
     * @param document what to create
     * @param trial the same by another name, of which the server says whether it would take it while the live object is still there
     */
    record Recreate(KubernetesObject document, KubernetesObject trial) implements Write {}

    /**
     * The live object differs from the desired one in what may be of the server, such as defaults: {@link #of(KubernetesObject, KubernetesObject,
     * KubernetesObject)} decides by its answer.
     *
     * @param document to replace the object with in a dry run
     */
    record Ask(KubernetesObject document) implements Write {}

    /**
     * Compares with what is there.
     *
     * @param made what the server has made of this desired object before; empty if that is not known
     * @throws IllegalArgumentException if it is of a kind that providers do not have
     */
    static Write of(KubernetesObject desired, Optional<KubernetesObject> live, Optional<KubernetesObject> made) {
        if (live.isEmpty()) {
            return new Create(WriteRequests.toCreate(desired));
        }
        KubernetesObject current = live.get();
        List<List<String>> paths = Ownership.paths(desired);
        Map<String, Object> found = Ownership.parts(paths, current);
        if (made.filter(before -> Ownership.parts(paths, before).equals(found)).isPresent()) {
            return ofMetadata(desired, current);
        }
        if (Ownership.differInWhatIsImmutable(desired, current)) {
            KubernetesObject document = WriteRequests.toRecreate(desired, current);
            return new Recreate(document, WriteRequests.underOtherName(document));
        }
        Map<String, Object> expected = Ownership.parts(paths, ServerDefaults.of(desired));
        if (expected.equals(found)) {
            return ofMetadata(desired, current);
        }
        KubernetesObject document = WriteRequests.toReplace(desired, current);
        return mayBeOfServer(desired, expected, found) ? new Ask(document) : new Replace(document);
    }

    /**
     * Decides a doubt; neither {@link Ask} nor {@link Create}.
     *
     * @param answer what the server would make of the live object
     */
    static Write of(KubernetesObject desired, KubernetesObject live, KubernetesObject answer) {
        List<List<String>> paths = Ownership.paths(desired);
        return Ownership.parts(paths, answer).equals(Ownership.parts(paths, live))
                ? ofMetadata(desired, live)
                : new Replace(WriteRequests.toReplace(desired, live));
    }

    /** Whether the server may have made a difference: values of a workload it writes in its own way (1000m as 1), and into a ConfigMap it fills nothing. */
    private static boolean mayBeOfServer(
            KubernetesObject desired, Map<String, Object> expected, Map<String, Object> found) {
        return desired.isWorkload()
                || ObjectKey.of(desired).kind() != ResourceKind.CONFIG_MAP && SubsetMatcher.contains(found, expected);
    }

    /** All that is owned is as desired but for labels and annotations. */
    private static Write ofMetadata(KubernetesObject desired, KubernetesObject live) {
        boolean isWanted = Stream.of("labels", "annotations")
                .allMatch(member -> live.fields()
                        .map("metadata", member)
                        .entrySet()
                        .containsAll(desired.fields().map("metadata", member).entrySet()));
        return isWanted ? new None(live) : new Replace(WriteRequests.toReplace(desired, live));
    }
}
