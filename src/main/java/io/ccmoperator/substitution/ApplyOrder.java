/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import java.util.Comparator;
import java.util.List;

/** Objects that others refer to come first: policies, access rules, configuration, then what runs. */
final class ApplyOrder {
    private static final List<String> KINDS = List.of(
            "ValidatingAdmissionPolicy",
            "ValidatingAdmissionPolicyBinding",
            "ServiceAccount",
            "ClusterRole",
            "Role",
            "ClusterRoleBinding",
            "RoleBinding",
            "ConfigMap",
            "Service",
            "PodDisruptionBudget",
            "Deployment",
            "DaemonSet");

    private ApplyOrder() {}

    /** Sorted by kind; objects of one kind keep their order. */
    static List<KubernetesObject> sorted(List<KubernetesObject> objects) {
        return objects.stream()
                .sorted(Comparator.comparingInt(object -> KINDS.indexOf(object.kind())))
                .toList();
    }
}
