// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.cluster.Distribution;
import java.util.Optional;

/**
 * The version to reach and the reached one.
 *
 * @param distribution whose terms messages use
 * @param release the release that the operator belongs to
 * @param reached the version {@code operator} in status.versions, if present
 */
record OperatorVersions(Distribution distribution, String release, Optional<String> reached) {
    /** Whether the conditions are those of a ClusterOperator. */
    boolean areOfOpenShift() {
        return distribution == Distribution.OPENSHIFT;
    }

    /** Whether the cluster is still on its way to the release. */
    boolean isChanging() {
        return !reached.equals(Optional.of(release));
    }
}
