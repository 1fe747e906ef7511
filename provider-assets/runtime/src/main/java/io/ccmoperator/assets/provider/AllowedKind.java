// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.provider;

import java.util.List;

/**
 * A kind of object that a provider may have.
 *
 * @param apiVersion the API version, with its group where it has one
 * @param kind the name of the kind
 * @param namespaced whether objects of the kind are in a namespace; false for cluster-scoped kinds
 */
public record AllowedKind(String apiVersion, String kind, boolean namespaced) {
    private static final String RBAC = "rbac.authorization.k8s.io/v1";
    private static final String ADMISSION = "admissionregistration.k8s.io/v1";

    /** The kinds that assets/ may contain. */
    public static final List<AllowedKind> ASSETS = List.of(
            new AllowedKind("apps/v1", "Deployment", true),
            new AllowedKind("apps/v1", "DaemonSet", true),
            new AllowedKind("v1", "ConfigMap", true),
            new AllowedKind("v1", "Service", true),
            new AllowedKind("v1", "ServiceAccount", true),
            new AllowedKind("policy/v1", "PodDisruptionBudget", true),
            new AllowedKind(RBAC, "Role", true),
            new AllowedKind(RBAC, "RoleBinding", true),
            new AllowedKind(RBAC, "ClusterRole", false),
            new AllowedKind(RBAC, "ClusterRoleBinding", false),
            new AllowedKind(ADMISSION, "ValidatingAdmissionPolicy", false),
            new AllowedKind(ADMISSION, "ValidatingAdmissionPolicyBinding", false));

    /** The kinds that bootstrap/ may contain. */
    public static final List<AllowedKind> BOOTSTRAP = List.of(new AllowedKind("v1", "Pod", true));
}
