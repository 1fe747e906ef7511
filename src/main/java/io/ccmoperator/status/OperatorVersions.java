// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import java.util.Optional;

/**
 * The version to reach and the reached one.
 *
 * @param release the release that the operator belongs to
 * @param reached the version {@code operator} in status.versions, if present
 */
record OperatorVersions(String release, Optional<String> reached) {
    /** Whether the cluster is still on its way to the release. */
    boolean isChanging() {
        return !reached.equals(Optional.of(release));
    }
}
