// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.accepted;

/** Service accounts that read metrics, or try to. */
final class MetricsReader {
    private MetricsReader() {}

    /** The token of a new account that may read metrics. */
    static String token(OpenShiftCluster cluster, String namespace, String account) {
        cluster.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: %s}
                rules: [{nonResourceURLs: [/metrics], verbs: [get]}]
                """, account);
        cluster.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: %1$s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: %1$s}
                subjects: [{kind: ServiceAccount, namespace: %2$s, name: %1$s}]
                """, account, namespace);
        return tokenWithoutPermission(cluster, namespace, account);
    }

    /** The token of a new account without any permission. */
    static String tokenWithoutPermission(OpenShiftCluster cluster, String namespace, String account) {
        cluster.apply(
                "{apiVersion: v1, kind: ServiceAccount, metadata: {namespace: %s, name: %s}}", namespace, account);
        return accepted(cluster.admin().token(namespace, account))
                .object()
                .fields()
                .string("status", "token");
    }
}
