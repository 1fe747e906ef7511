// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import java.util.ArrayList;
import java.util.List;

/**
 * The objects that OpenShift's cluster-cloud-controller-manager-operator applies. Most have neither a label nor an annotation
 * of an owner, so that an upgrade recognizes them by their names; and their names are fixed, since clusters have them.
 */
public final class PreviousOperator {
    /** Which it writes on some of its objects: a hash of the spec. It stays there, and says nothing but whose the object is. */
    public static final String ANNOTATION = "operator.openshift.io/spec-hash";

    private static final String NAMES = """
            AWS ValidatingAdmissionPolicy openshift-cloud-controller-manager-cloud-provider-aws
            AWS ValidatingAdmissionPolicyBinding openshift-cloud-controller-manager-cloud-provider-aws
            Azure ClusterRole azure-cloud-controller-manager
            Azure ClusterRoleBinding cloud-controller-manager:azure-cloud-controller-manager
            Azure DaemonSet MANAGED/azure-cloud-node-manager
            Azure Role kube-system/azure-cloud-provider
            Azure RoleBinding kube-system/azure-cloud-provider:azure-cloud-provider
            Azure ValidatingAdmissionPolicy azure-load-balancer-tcp-idle-timeout-annotation-validation-policy
            Azure ValidatingAdmissionPolicy openshift-cloud-controller-manager-cloud-provider-azure-node-admission
            Azure ValidatingAdmissionPolicyBinding azure-load-balancer-tcp-idle-timeout-validation-annotation-binding
            Azure ValidatingAdmissionPolicyBinding openshift-cloud-controller-manager-cloud-provider-azure-node-admission
            GCP ClusterRole gcp-cloud-controller-manager
            GCP ClusterRoleBinding gcp-cloud-controller-manager:cloud-provider
            GCP ValidatingAdmissionPolicy network-tier-annotation-validation-policy
            GCP ValidatingAdmissionPolicyBinding network-tier-annotation-binding
            Nutanix ClusterRole nutanix-cloud-controller-manager
            Nutanix ClusterRoleBinding nutanix-cloud-controller-manager:nutanix-cloud-controller-manager
            Nutanix Role MANAGED/nutanix-cloud-controller-manager
            Nutanix RoleBinding MANAGED/nutanix-cloud-controller-manager:nutanix-cloud-controller-manager
            VSphere ClusterRole vsphere-cloud-controller-manager
            VSphere ClusterRoleBinding vsphere-cloud-controller-manager:cloud-controller-manager
            VSphere ClusterRoleBinding vsphere-cloud-controller-manager:vsphere-cloud-controller-manager
            VSphere Role MANAGED/vsphere-cloud-controller-manager
            VSphere RoleBinding MANAGED/vsphere-cloud-controller-manager:cloud-controller-manager
            VSphere RoleBinding MANAGED/vsphere-cloud-controller-manager:vsphere-cloud-controller-manager
            """;

    /** Platforms, each with the spellings of it in the names of a Deployment, a Service and a PodDisruptionBudget. */
    private static final String SPELLINGS = """
            AWS aws
            Azure azure azurestackcloud
            GCP gcp
            IBMCloud ibm ibmcloud
            Nutanix nutanix
            OpenStack openstack
            PowerVS powervs
            VSphere vsphere
            """;

    private static final List<ResourceKind> OF_EACH_SPELLING =
            List.of(ResourceKind.DEPLOYMENT, ResourceKind.SERVICE, ResourceKind.POD_DISRUPTION_BUDGET);

    private static final List<Applied> OBJECTS = objects();

    private record Applied(String platform, String kind, String namespace, String name) {}

    private PreviousOperator() {}

    /** Whether the previous operator applies the object on any platform. The namespace is empty for cluster-scoped kinds. */
    public static boolean hasApplied(ResourceKind kind, String namespace, String name) {
        return OBJECTS.stream()
                .anyMatch(object -> object.kind.equals(kind.kind())
                        && object.namespace.equals(namespace)
                        && object.name.equals(name));
    }

    /** Whether the previous operator applies an object of that name on a platform, whatever its kind. */
    public static boolean hasNamed(String platform, String name) {
        return OBJECTS.stream().anyMatch(object -> object.platform.equals(platform) && object.name.equals(name));
    }

    private static List<Applied> objects() {
        List<Applied> objects = new ArrayList<>();
        NAMES.replace("MANAGED", ManagedNamespace.DEFAULT)
                .lines()
                .map(line -> line.split(" "))
                .forEach(words -> {
                    int slash = words[2].indexOf('/');
                    objects.add(new Applied(
                            words[0],
                            words[1],
                            words[2].substring(0, Math.max(slash, 0)),
                            words[2].substring(slash + 1)));
                });
        SPELLINGS.lines().map(line -> line.split(" ")).forEach(words -> {
            for (int i = 1; i < words.length; i++) {
                for (ResourceKind kind : OF_EACH_SPELLING) {
                    objects.add(new Applied(
                            words[0], kind.kind(), ManagedNamespace.DEFAULT, words[i] + "-cloud-controller-manager"));
                }
            }
        });
        return List.copyOf(objects);
    }
}
