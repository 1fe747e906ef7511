// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.Ordered;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The fields of the ClusterOperator's status that this process owns. All others are kept.
 *
 * @param conditions by type
 * @param removed types of conditions that must not be there
 * @param version the version {@code operator} that was reached; empty: leave status.versions alone
 * @param relatedObjects all of them; empty: leave status.relatedObjects alone, unless there is none
 * @param usualRelatedObjects those of a status that has none; empty: leave them away
 */
record StatusPatch(
        Map<String, Condition> conditions,
        Set<String> removed,
        Optional<String> version,
        Optional<SortedSet<RelatedObject>> relatedObjects,
        SortedSet<RelatedObject> usualRelatedObjects) {
    StatusPatch {
        conditions = Ordered.copy(conditions);
        removed = Set.copyOf(removed);
        relatedObjects = relatedObjects.map(objects -> Collections.unmodifiableSortedSet(new TreeSet<>(objects)));
        usualRelatedObjects = Collections.unmodifiableSortedSet(new TreeSet<>(usualRelatedObjects));
    }
}
