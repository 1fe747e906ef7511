/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.decoding;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
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
 * @param namespaced false for objects of the cluster
 */
public record ManifestKind(Class<? extends HasMetadata> model, boolean namespaced) {
    /** What may stand in assets/. */
    public static final List<ManifestKind> ASSETS = List.of(
            new ManifestKind(Deployment.class, true),
            new ManifestKind(DaemonSet.class, true),
            new ManifestKind(ConfigMap.class, true),
            new ManifestKind(Service.class, true),
            new ManifestKind(ServiceAccount.class, true),
            new ManifestKind(PodDisruptionBudget.class, true),
            new ManifestKind(Role.class, true),
            new ManifestKind(RoleBinding.class, true),
            new ManifestKind(ClusterRole.class, false),
            new ManifestKind(ClusterRoleBinding.class, false),
            new ManifestKind(ValidatingAdmissionPolicy.class, false),
            new ManifestKind(ValidatingAdmissionPolicyBinding.class, false));

    /** What may stand in bootstrap/. */
    public static final List<ManifestKind> BOOTSTRAP = List.of(new ManifestKind(Pod.class, true));

    /** What may stand in the payload, as far as there is a model of it. */
    public static final List<ManifestKind> PAYLOAD = List.of(
            new ManifestKind(Namespace.class, false),
            new ManifestKind(ConfigMap.class, true),
            new ManifestKind(Service.class, true),
            new ManifestKind(ServiceAccount.class, true),
            new ManifestKind(Deployment.class, true),
            new ManifestKind(NetworkPolicy.class, true),
            new ManifestKind(Role.class, true),
            new ManifestKind(RoleBinding.class, true),
            new ManifestKind(ClusterRole.class, false),
            new ManifestKind(ClusterRoleBinding.class, false));

    /** The name of the kind. */
    public String kind() {
        return HasMetadata.getKind(model);
    }

    /** The API version, with its group where it has one. */
    public String apiVersion() {
        return HasMetadata.getApiVersion(model);
    }
}
