// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.operator.OpenShiftCluster;
import io.ccmoperator.operator.Platform;
import java.util.function.Consumer;

/**
 * A change and what the operator has to make of it.
 *
 * @param name one word
 * @param start the platform on which the cluster has converged before; null: nothing of the operator is there
 * @param change what happens before the operator starts
 * @param release the version of the operator
 * @param end of a run
 * @param distribution of the operator; the cluster has the kinds of OpenShift in any case
 */
record Scenario(
        String name,
        Platform start,
        Consumer<OpenShiftCluster> change,
        Release release,
        End end,
        Distribution distribution) {
    Scenario(String name, Platform start, Consumer<OpenShiftCluster> change, Release release, End end) {
        this(name, start, change, release, end, Distribution.OPENSHIFT);
    }

    /** What the operator comes to. */
    enum End {
        /** Another state than the one before the change. */
        CHANGED,
        /** The state before the change. */
        REPAIRED,
        /** What was changed does not work, and is not used. */
        TAKEN_BACK
    }

    /** A release, by its images. */
    enum Release {
        CURRENT(OpenShiftCluster.VERSION, "1"),
        NEXT("4.21.0", "2");

        private final String version;
        private final String tag;

        Release(String version, String tag) {
            this.version = version;
            this.tag = tag;
        }

        String version() {
            return version;
        }

        /** Of all images. */
        String tag() {
            return tag;
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
