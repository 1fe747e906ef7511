// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import java.util.Comparator;
import java.util.List;

/** Objects that others refer to come first: policies, access rules, configuration, then workloads. */
final class ApplyOrder {
    private ApplyOrder() {}

    /** Sorted by kind; objects of one kind keep their order. */
    static List<KubernetesObject> sorted(List<KubernetesObject> objects) {
        return objects.stream()
                .sorted(Comparator.comparingInt(object -> ResourceKind.of(object)
                        .map(ResourceKind.OF_PROVIDERS::indexOf)
                        .orElse(-1)))
                .toList();
    }
}
