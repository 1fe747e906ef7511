// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import static io.ccmoperator.operator.OpenShiftCluster.MANAGED;

import java.util.List;
import java.util.Map;

/**
 * Objects of a kind that a snapshot holds.
 *
 * @param apiVersion of the objects
 * @param kind of the objects
 * @param path that lists them
 */
record StoredKind(String apiVersion, String kind, String path) {
    private static final String OPENSHIFT = "config.openshift.io/v1";
    private static final String RBAC = "rbac.authorization.k8s.io/v1";
    private static final String ADMISSION = "admissionregistration.k8s.io/v1";

    static final StoredKind CLOUD_CONTROLLER_MANAGER =
            of("ccmoperator.io/v1beta1", "CloudControllerManager", "", "cloudcontrollermanagers");

    /** What the operator reads and writes, without Events. */
    static final List<StoredKind> ALL = List.of(
            of("v1", "ConfigMap", MANAGED, "configmaps"),
            of("v1", "ConfigMap", "openshift-config", "configmaps"),
            of("v1", "ConfigMap", "openshift-config-managed", "configmaps"),
            of("v1", "Secret", MANAGED, "secrets"),
            of("v1", "Service", MANAGED, "services"),
            of("apps/v1", "Deployment", MANAGED, "deployments"),
            of("apps/v1", "DaemonSet", MANAGED, "daemonsets"),
            of("v1", "Pod", MANAGED, "pods"),
            of("policy/v1", "PodDisruptionBudget", MANAGED, "poddisruptionbudgets"),
            of(RBAC, "Role", "", "roles"),
            of(RBAC, "RoleBinding", "", "rolebindings"),
            of(RBAC, "ClusterRole", "", "clusterroles"),
            of(RBAC, "ClusterRoleBinding", "", "clusterrolebindings"),
            of(ADMISSION, "ValidatingAdmissionPolicyBinding", "", "validatingadmissionpolicybindings"),
            of(ADMISSION, "ValidatingAdmissionPolicy", "", "validatingadmissionpolicies"),
            of(OPENSHIFT, "Infrastructure", "", "infrastructures"),
            of(OPENSHIFT, "Network", "", "networks"),
            of(OPENSHIFT, "Proxy", "", "proxies"),
            of(OPENSHIFT, "APIServer", "", "apiservers"),
            of(OPENSHIFT, "FeatureGate", "", "featuregates"),
            of(OPENSHIFT, "ClusterOperator", "", "clusteroperators"),
            CLOUD_CONTROLLER_MANAGER);

    private static StoredKind of(String apiVersion, String kind, String namespace, String resource) {
        String group = (apiVersion.contains("/") ? "/apis/" : "/api/") + apiVersion;
        return new StoredKind(
                apiVersion, kind, group + (namespace.isEmpty() ? "/" : "/namespaces/" + namespace + "/") + resource);
    }

    /** Whether the server keeps the status apart from the rest. */
    boolean hasStatus() {
        return List.of(
                        "Deployment",
                        "DaemonSet",
                        "ClusterOperator",
                        "Infrastructure",
                        "FeatureGate",
                        CLOUD_CONTROLLER_MANAGER.kind)
                .contains(kind);
    }

    /** An item of a list, in which kinds that are built into the server have no names. */
    Map<String, Object> complete(Map<String, Object> item) {
        item.put("apiVersion", apiVersion);
        item.put("kind", kind);
        return item;
    }
}
