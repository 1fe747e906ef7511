// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The kinds of objects that the operator reads or writes, and of reviews that it creates. */
public enum ResourceKind {
    INFRASTRUCTURE("config.openshift.io/v1", "Infrastructure", "infrastructures", false),
    NETWORK("config.openshift.io/v1", "Network", "networks", false),
    PROXY("config.openshift.io/v1", "Proxy", "proxies", false),
    FEATURE_GATE("config.openshift.io/v1", "FeatureGate", "featuregates", false),
    API_SERVER("config.openshift.io/v1", "APIServer", "apiservers", false),
    CLUSTER_VERSION("config.openshift.io/v1", "ClusterVersion", "clusterversions", false),
    CLUSTER_OPERATOR("config.openshift.io/v1", "ClusterOperator", "clusteroperators", false),
    NODE("v1", "Node", "nodes", false),
    CLOUD_CONTROLLER_MANAGER("ccmoperator.io/v1beta1", "CloudControllerManager", "cloudcontrollermanagers", false),
    CUSTOM_RESOURCE_DEFINITION(
            "apiextensions.k8s.io/v1", "CustomResourceDefinition", "customresourcedefinitions", false),
    CONFIG_MAP("v1", "ConfigMap", "configmaps", true),
    SECRET("v1", "Secret", "secrets", true),
    POD("v1", "Pod", "pods", true),
    SERVICE("v1", "Service", "services", true),
    SERVICE_ACCOUNT("v1", "ServiceAccount", "serviceaccounts", true),
    EVENT("v1", "Event", "events", true),
    LEASE("coordination.k8s.io/v1", "Lease", "leases", true),
    POD_DISRUPTION_BUDGET("policy/v1", "PodDisruptionBudget", "poddisruptionbudgets", true),
    ROLE("rbac.authorization.k8s.io/v1", "Role", "roles", true),
    ROLE_BINDING("rbac.authorization.k8s.io/v1", "RoleBinding", "rolebindings", true),
    CLUSTER_ROLE("rbac.authorization.k8s.io/v1", "ClusterRole", "clusterroles", false),
    CLUSTER_ROLE_BINDING("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", "clusterrolebindings", false),
    DEPLOYMENT("apps/v1", "Deployment", "deployments", true),
    DAEMON_SET("apps/v1", "DaemonSet", "daemonsets", true),
    REPLICA_SET("apps/v1", "ReplicaSet", "replicasets", true),
    VALIDATING_ADMISSION_POLICY(
            "admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", "validatingadmissionpolicies", false),
    VALIDATING_ADMISSION_POLICY_BINDING(
            "admissionregistration.k8s.io/v1",
            "ValidatingAdmissionPolicyBinding",
            "validatingadmissionpolicybindings",
            false),
    TOKEN_REVIEW("authentication.k8s.io/v1", "TokenReview", "tokenreviews", false),
    SUBJECT_ACCESS_REVIEW("authorization.k8s.io/v1", "SubjectAccessReview", "subjectaccessreviews", false);

    /** No two of them have the same name. */
    private static final Map<String, ResourceKind> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(ResourceKind::kind, Function.identity()));

    private final String apiVersion;
    private final String kind;
    private final String plural;
    private final boolean namespaced;

    ResourceKind(String apiVersion, String kind, String plural, boolean namespaced) {
        this.apiVersion = apiVersion;
        this.kind = kind;
        this.plural = plural;
        this.namespaced = namespaced;
    }

    /**
     * The kinds that providers have, in the order in which they are applied: objects that others refer to come first:
     * policies, access rules, configuration, then what runs. Of these kinds, objects that are no longer desired are
     * pruned.
     */
    public static final List<ResourceKind> OF_PROVIDERS = List.of(
            VALIDATING_ADMISSION_POLICY,
            VALIDATING_ADMISSION_POLICY_BINDING,
            SERVICE_ACCOUNT,
            CLUSTER_ROLE,
            ROLE,
            CLUSTER_ROLE_BINDING,
            ROLE_BINDING,
            CONFIG_MAP,
            SERVICE,
            POD_DISRUPTION_BUDGET,
            DEPLOYMENT,
            DAEMON_SET);

    /** The kind of an object, if it is one of these. */
    public static Optional<ResourceKind> of(KubernetesObject object) {
        return Optional.ofNullable(BY_NAME.get(object.kind()))
                .filter(kind -> kind.apiVersion.equals(object.apiVersion()));
    }

    /** API group and version, such as {@code apps/v1}; {@code v1} for the core group. */
    public String apiVersion() {
        return apiVersion;
    }

    /** The name in an object's field kind. */
    public String kind() {
        return kind;
    }

    /** The name of the collection in paths, such as {@code deployments}. */
    public String plural() {
        return plural;
    }

    /** The API group; empty for the core group. */
    public String group() {
        return apiVersion.contains("/") ? apiVersion.substring(0, apiVersion.indexOf('/')) : "";
    }

    /** The path of the field that the API server allows no update of; empty where a kind has none. */
    public List<String> immutableField() {
        return switch (this) {
            case DEPLOYMENT, DAEMON_SET -> List.of("spec", "selector");
            case ROLE_BINDING, CLUSTER_ROLE_BINDING -> List.of("roleRef");
            default -> List.of();
        };
    }

    /** Whether the kind is namespaced. */
    public boolean isNamespaced() {
        return namespaced;
    }

    /**
     * The path of the kind's collection on an API server, such as {@code /apis/apps/v1/namespaces/x/deployments}.
     *
     * @param namespace the namespace; empty: all of them. Ignored for a cluster-scoped kind
     */
    public String path(String namespace) {
        String root = (apiVersion.contains("/") ? "/apis/" : "/api/") + apiVersion;
        return root + (namespaced && !namespace.isEmpty() ? "/namespaces/" + namespace : "") + "/" + plural;
    }
}
