// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import java.util.Optional;

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
     * The live object has more than the desired one, which may be defaults of the server: {@link #of(KubernetesObject, KubernetesObject,
     * KubernetesObject)} decides by its answer.
     *
     * @param document to replace the object with in a dry run
     */
    record Ask(KubernetesObject document) implements Write {}

    /**
     * Compares with what is there.
     *
     * @throws IllegalArgumentException if it is of a kind that providers do not have
     */
    static Write of(KubernetesObject desired, Optional<KubernetesObject> live) {
        if (live.isEmpty()) {
            return new Create(WriteRequests.toCreate(desired));
        }
        if (Ownership.differInWhatIsImmutable(desired, live.get())) {
            KubernetesObject document = WriteRequests.toRecreate(desired, live.get());
            return new Recreate(document, WriteRequests.underOtherName(document));
        }
        Drift drift = Drift.of(desired, live.get());
        return drift == Drift.UNDETERMINED
                ? new Ask(WriteRequests.toReplace(desired, live.get(), SpecHash.generation(live.get())))
                : of(drift, desired, live.get());
    }

    /**
     * Decides a doubt; neither {@link Ask} nor {@link Create}.
     *
     * @param answer what the server would make of the live object
     */
    static Write of(KubernetesObject desired, KubernetesObject live, KubernetesObject answer) {
        return of(Drift.of(desired, live, answer), desired, live);
    }

    private static Write of(Drift drift, KubernetesObject desired, KubernetesObject live) {
        return drift == Drift.NONE
                ? new None(live)
                : new Replace(WriteRequests.toReplace(desired, live, drift.expectedGeneration(live)));
    }
}
