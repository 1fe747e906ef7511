/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.ccm;

import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The objects that OpenShift's cluster-cloud-controller-manager-operator applies. Most have neither a label nor an annotation
 * of an owner, so that an upgrade recognizes them by their names.
 */
final class PreviousOperator {
    private static final String NAMES = """
            ClusterRole azure-cloud-controller-manager
            ClusterRole gcp-cloud-controller-manager
            ClusterRole nutanix-cloud-controller-manager
            ClusterRole vsphere-cloud-controller-manager
            ClusterRoleBinding cloud-controller-manager:azure-cloud-controller-manager
            ClusterRoleBinding gcp-cloud-controller-manager:cloud-provider
            ClusterRoleBinding nutanix-cloud-controller-manager:nutanix-cloud-controller-manager
            ClusterRoleBinding vsphere-cloud-controller-manager:cloud-controller-manager
            ClusterRoleBinding vsphere-cloud-controller-manager:vsphere-cloud-controller-manager
            DaemonSet MANAGED/azure-cloud-node-manager
            Role MANAGED/nutanix-cloud-controller-manager
            Role MANAGED/vsphere-cloud-controller-manager
            Role kube-system/azure-cloud-provider
            RoleBinding MANAGED/nutanix-cloud-controller-manager:nutanix-cloud-controller-manager
            RoleBinding MANAGED/vsphere-cloud-controller-manager:cloud-controller-manager
            RoleBinding MANAGED/vsphere-cloud-controller-manager:vsphere-cloud-controller-manager
            RoleBinding kube-system/azure-cloud-provider:azure-cloud-provider
            ValidatingAdmissionPolicy azure-load-balancer-tcp-idle-timeout-annotation-validation-policy
            ValidatingAdmissionPolicy network-tier-annotation-validation-policy
            ValidatingAdmissionPolicy openshift-cloud-controller-manager-cloud-provider-aws
            ValidatingAdmissionPolicy openshift-cloud-controller-manager-cloud-provider-azure-node-admission
            ValidatingAdmissionPolicyBinding azure-load-balancer-tcp-idle-timeout-validation-annotation-binding
            ValidatingAdmissionPolicyBinding network-tier-annotation-binding
            ValidatingAdmissionPolicyBinding openshift-cloud-controller-manager-cloud-provider-aws
            ValidatingAdmissionPolicyBinding openshift-cloud-controller-manager-cloud-provider-azure-node-admission
            """;

    /** Each platform, or its spelling in names of workloads, has a Service, a PodDisruptionBudget and a Deployment. */
    private static final String PLATFORMS =
            "alibaba alibabacloud aws azure azurestackcloud gcp ibm ibmcloud nutanix openstack powervs vsphere";

    private static final Set<ObjectKey> OBJECTS = objects();

    private PreviousOperator() {}

    /** Whether the previous operator applies an object of that name. */
    static boolean hasApplied(ObjectKey key) {
        return OBJECTS.contains(key);
    }

    private static Set<ObjectKey> objects() {
        Set<ObjectKey> objects = new HashSet<>();
        NAMES.replace("MANAGED", ManagedNamespace.DEFAULT).lines().forEach(line -> objects.add(object(line)));
        for (String platform : PLATFORMS.split(" ")) {
            String name = platform + "-cloud-controller-manager";
            objects.add(new ObjectKey(ResourceKind.DEPLOYMENT, ManagedNamespace.DEFAULT, name));
            objects.add(new ObjectKey(ResourceKind.SERVICE, ManagedNamespace.DEFAULT, name));
            objects.add(new ObjectKey(ResourceKind.POD_DISRUPTION_BUDGET, ManagedNamespace.DEFAULT, name));
        }
        return Set.copyOf(objects);
    }

    private static ObjectKey object(String line) {
        String kind = line.substring(0, line.indexOf(' '));
        String path = line.substring(line.indexOf(' ') + 1);
        int slash = path.indexOf('/');
        return new ObjectKey(
                Arrays.stream(ResourceKind.values())
                        .filter(known -> known.kind().equals(kind))
                        .findFirst()
                        .orElseThrow(),
                path.substring(0, Math.max(slash, 0)),
                path.substring(slash + 1));
    }
}
