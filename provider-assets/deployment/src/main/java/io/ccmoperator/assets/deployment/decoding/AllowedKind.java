// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.decoding;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.util.List;

/**
 * A kind of object that a provider or the payload may have.
 *
 * @param model the class that says which fields an object of this kind has
 */
public record AllowedKind(Class<? extends HasMetadata> model) {
    /** The kinds that assets/ may contain. */
    public static final List<AllowedKind> ASSETS = List.of(
            new AllowedKind(Deployment.class),
            new AllowedKind(DaemonSet.class),
            new AllowedKind(ConfigMap.class),
            new AllowedKind(Service.class),
            new AllowedKind(ServiceAccount.class),
            new AllowedKind(PodDisruptionBudget.class),
            new AllowedKind(Role.class),
            new AllowedKind(RoleBinding.class),
            new AllowedKind(ClusterRole.class),
            new AllowedKind(ClusterRoleBinding.class),
            new AllowedKind(ValidatingAdmissionPolicy.class),
            new AllowedKind(ValidatingAdmissionPolicyBinding.class));

    /** The kinds that bootstrap/ may contain. */
    public static final List<AllowedKind> BOOTSTRAP = List.of(new AllowedKind(Pod.class));

    /** The kinds of the payload that have a model class. */
    public static final List<AllowedKind> PAYLOAD = List.of(
            new AllowedKind(Namespace.class),
            new AllowedKind(ConfigMap.class),
            new AllowedKind(Service.class),
            new AllowedKind(ServiceAccount.class),
            new AllowedKind(Deployment.class),
            new AllowedKind(NetworkPolicy.class),
            new AllowedKind(Role.class),
            new AllowedKind(RoleBinding.class),
            new AllowedKind(ClusterRole.class),
            new AllowedKind(ClusterRoleBinding.class));

    /** Whether objects of the kind are in a namespace; false for cluster-scoped kinds. */
    public boolean namespaced() {
        return Namespaced.class.isAssignableFrom(model);
    }

    /** The name of the kind. */
    public String kind() {
        return HasMetadata.getKind(model);
    }

    /** The API version, with its group where it has one. */
    public String apiVersion() {
        return HasMetadata.getApiVersion(model);
    }
}
