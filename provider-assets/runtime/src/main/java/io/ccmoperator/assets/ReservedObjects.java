// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Names that no object of a provider has. The build rejects a provider with one of them. An operator that has such a provider
 * all the same neither writes nor deletes the object, whatever labels the object has, and does not create a missing one.
 */
public final class ReservedObjects {
    /** ConfigMaps and Secrets that other controllers of the operator write. */
    private static final Set<String> OF_OPERATOR = Set.of("cloud-conf", "ccm-trusted-ca", "kube-cloud-config");

    /** The copies of cloud-conf that Pods mount, each of which may exist. They are fixed, so that permissions can name them. */
    public static final List<String> COPIES = List.of("cloud-conf-a", "cloud-conf-b", "cloud-conf-c");

    /** What Kubernetes and OpenShift make in each namespace, as kind and name. */
    private static final Set<List<String>> OF_EACH_NAMESPACE = Set.of(
            List.of("ConfigMap", "kube-root-ca.crt"),
            List.of("ConfigMap", "openshift-service-ca.crt"),
            List.of("ServiceAccount", "default"),
            List.of("ServiceAccount", "builder"),
            List.of("ServiceAccount", "deployer"));

    /** Names of roles, and of their bindings. */
    private static final Set<String> ROLES = Set.of(
            "admin",
            "basic-user",
            "cluster-admin",
            "cluster-reader",
            "cluster-status",
            "edit",
            "extension-apiserver-authentication-reader",
            "self-access-reviewer",
            "self-provisioner",
            "storage-admin",
            "sudoer",
            "view");

    /** Objects of the release payload, of the kinds that providers have; but those whose names are reserved anyway. */
    private static final Set<String> OF_PAYLOAD = """
            ClusterRole /cloud-controller-manager
            ClusterRole /cloud-node-manager
            ClusterRole /openstack-cloud-controller-manager
            ClusterRoleBinding /cloud-controller-manager
            ClusterRoleBinding /cloud-node-manager
            ClusterRoleBinding /openstack-cloud-controller-manager
            ConfigMap openshift-cloud-controller-manager-operator/cloud-controller-manager-images
            ConfigMap openshift-config-managed/ccm-operator-dashboard
            Deployment openshift-cloud-controller-manager-operator/cluster-cloud-controller-manager-operator
            Role kube-system/cloud-controller-manager
            Role kube-system/cluster-cloud-controller-manager
            Role openshift-cloud-controller-manager-operator/cluster-cloud-controller-manager
            Role openshift-cloud-controller-manager-operator/prometheus-k8s
            Role openshift-cloud-controller-manager/cloud-controller-manager
            Role openshift-cloud-controller-manager/cluster-cloud-controller-manager
            Role openshift-cloud-controller-manager/prometheus-k8s
            Role openshift-config-managed/cluster-cloud-controller-manager
            Role openshift-config/cluster-cloud-controller-manager
            RoleBinding kube-system/cloud-controller-manager
            RoleBinding kube-system/cloud-controller-manager:apiserver-authentication-reader
            RoleBinding kube-system/cloud-node-manager:apiserver-authentication-reader
            RoleBinding kube-system/cluster-cloud-controller-manager
            RoleBinding kube-system/cluster-cloud-controller-manager:apiserver-authentication-reader
            RoleBinding openshift-cloud-controller-manager-operator/cluster-cloud-controller-manager
            RoleBinding openshift-cloud-controller-manager-operator/prometheus-k8s
            RoleBinding openshift-cloud-controller-manager/cloud-controller-manager
            RoleBinding openshift-cloud-controller-manager/cluster-cloud-controller-manager-provider
            RoleBinding openshift-cloud-controller-manager/prometheus-k8s
            RoleBinding openshift-config-managed/cluster-cloud-controller-manager
            RoleBinding openshift-config/cluster-cloud-controller-manager
            Service openshift-cloud-controller-manager-operator/cloud-controller-manager-operator
            Service openshift-cloud-controller-manager/cloud-controller-manager
            Service openshift-cloud-controller-manager/cloud-node-manager
            ServiceAccount kube-system/cloud-controller-manager
            ServiceAccount openshift-cloud-controller-manager-operator/cluster-cloud-controller-manager
            ServiceAccount openshift-cloud-controller-manager/cloud-controller-manager
            ServiceAccount openshift-cloud-controller-manager/cloud-node-manager
            """.lines().collect(Collectors.toUnmodifiableSet());

    private static final String KUBE_SYSTEM = "kube-system";

    /** With which names of the chart's roles and bindings begin on Kubernetes, in the cluster and in kube-system. */
    private static final String OF_CHART = "ccm-operator:";

    private ReservedObjects() {}

    /** Whether the operator itself makes the objects of that name, for whatever provider: its other controllers, or {@link #areCopies}. */
    public static boolean areOfOperator(String kind, String name) {
        return isConfiguration(kind) && OF_OPERATOR.contains(name) || areCopies(kind, name);
    }

    /** Whether the objects of that name are copies of cloud-conf. */
    public static boolean areCopies(String kind, String name) {
        return isConfiguration(kind) && COPIES.contains(name);
    }

    private static boolean isConfiguration(String kind) {
        return kind.equals("ConfigMap") || kind.equals("Secret");
    }

    /** Whether Kubernetes or OpenShift itself makes the objects of that name. */
    public static boolean areOfCluster(String kind, String name) {
        return name.startsWith("system:")
                || kind.contains("Role") && ROLES.contains(name)
                || OF_EACH_NAMESPACE.contains(List.of(kind, name));
    }

    /**
     * Whether the Cluster Version Operator, or Helm, applies the object before the operator runs.
     *
     * @param namespace empty for cluster-scoped kinds; any other managed namespace is like the default one
     */
    public static boolean areOfPayload(String kind, String namespace, String name) {
        String managed = namespace.isEmpty() || namespace.equals(KUBE_SYSTEM) ? namespace : ManagedNamespace.DEFAULT;
        return kind.contains("Role") && name.startsWith(OF_CHART)
                || OF_PAYLOAD.contains(kind + " " + namespace + "/" + name)
                || OF_PAYLOAD.contains(kind + " " + managed + "/" + name);
    }
}
