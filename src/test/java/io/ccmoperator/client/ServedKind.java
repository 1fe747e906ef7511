// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A kind that {@link StoredObjects} serves, as the API references of Kubernetes and OpenShift have it. The table is not the
 * operator's, so that an error there fails a test.
 *
 * @param apiVersion group and version; the version alone for the core group
 * @param plural the name of the collection in paths
 * @param immutable paths that an update must not change, separated by dots
 */
record ServedKind(String apiVersion, String kind, String plural, boolean namespaced, List<String> immutable) {
    private static final List<ServedKind> SERVED = """
            v1                              ConfigMap                        configmaps                        namespaced
            v1                              Event                            events                            namespaced
            v1                              Node                             nodes                             cluster
            v1                              Pod                              pods                              namespaced
            v1                              Secret                           secrets                           namespaced type
            v1                              Service                          services                          namespaced
            v1                              ServiceAccount                   serviceaccounts                   namespaced
            apps/v1                         DaemonSet                        daemonsets                        namespaced spec.selector
            apps/v1                         Deployment                       deployments                       namespaced spec.selector
            apps/v1                         ReplicaSet                       replicasets                       namespaced
            coordination.k8s.io/v1          Lease                            leases                            namespaced
            policy/v1                       PodDisruptionBudget              poddisruptionbudgets              namespaced
            rbac.authorization.k8s.io/v1    ClusterRole                      clusterroles                      cluster
            rbac.authorization.k8s.io/v1    ClusterRoleBinding               clusterrolebindings               cluster    roleRef
            rbac.authorization.k8s.io/v1    Role                             roles                             namespaced
            rbac.authorization.k8s.io/v1    RoleBinding                      rolebindings                      namespaced roleRef
            admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy        validatingadmissionpolicies       cluster
            admissionregistration.k8s.io/v1 ValidatingAdmissionPolicyBinding validatingadmissionpolicybindings cluster
            config.openshift.io/v1          APIServer                        apiservers                        cluster
            config.openshift.io/v1          ClusterOperator                  clusteroperators                  cluster
            config.openshift.io/v1          ClusterVersion                   clusterversions                   cluster
            config.openshift.io/v1          FeatureGate                      featuregates                      cluster
            config.openshift.io/v1          Infrastructure                   infrastructures                   cluster
            config.openshift.io/v1          Network                          networks                          cluster
            config.openshift.io/v1          Proxy                            proxies                           cluster
            ccmoperator.io/v1beta1         CloudControllerManager           cloudcontrollermanagers           cluster
            """.lines().map(line -> line.split(" +")).map(row -> new ServedKind(
            row[0], row[1], row[2], row[3].equals("namespaced"), List.of(row).subList(4, row.length))).toList();

    /** The kind of an object whose namespace fits to it; fails with 404 or 400. */
    static ServedKind of(KubernetesObject object) {
        ServedKind kind = SERVED.stream()
                .filter(served -> served.apiVersion.equals(object.apiVersion()) && served.kind.equals(object.kind()))
                .findFirst()
                .orElseThrow(() -> new ApiException(
                        404, "no kind " + object.kind() + " in " + object.apiVersion() + " is served", null));
        if (kind.namespaced == object.namespace().isEmpty()) {
            throw new ApiException(
                    400, object.display() + ": is " + (kind.namespaced ? "namespaced" : "cluster-scoped"), null);
        }
        String path = ObjectKey.of(object).path();
        if (!kind.equals(ofPath(path))) {
            throw new ApiException(400, object.display() + ": is sent to " + path, null);
        }
        return kind;
    }

    /** The kind of the objects at a path such as {@code /api/v1/namespaces/a/configmaps/b}; fails with 404. */
    static ServedKind ofPath(String path) {
        return SERVED.stream()
                .filter(served -> path.matches(served.pattern()))
                .findFirst()
                .orElseThrow(() -> new ApiException(404, "path " + path + " is not served", null));
    }

    private String pattern() {
        return Stream.of(
                        apiVersion.contains("/") ? "/apis" : "/api",
                        apiVersion,
                        namespaced ? "namespaces/[^/]+/" + plural : plural,
                        "[^/]+")
                .reduce((start, end) -> start + "/" + end)
                .orElseThrow();
    }

    /** Whether an update changes a field that the server does not let change. */
    boolean differInImmutableFields(KubernetesObject live, KubernetesObject next) {
        return Boolean.TRUE.equals(live.fields().at("immutable"))
                || immutable.stream()
                        .map(path -> path.split("[.]"))
                        .anyMatch(path -> !Objects.equals(
                                withoutEmpty(live.fields().at(path)),
                                withoutEmpty(next.fields().at(path))));
    }

    /** Fields without content are not stored by an API server. */
    private static Object withoutEmpty(Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            return value;
        }
        Map<Object, Object> kept = new HashMap<>();
        map.forEach((key, member) -> {
            Object content = withoutEmpty(member);
            if (content != null && !Set.of("", Map.of(), List.of()).contains(content)) {
                kept.put(key, content);
            }
        });
        return kept;
    }
}
