// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.OPERATOR;
import static io.ccmoperator.operator.OpenShiftCluster.accepted;
import static io.ccmoperator.operator.OpenShiftCluster.key;

import io.ccmoperator.apiserver.ApiUser;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.payload.PayloadFolder;
import java.util.List;

/** The service account of the payload, and a token of it as the kubelet gives it to the Pod. */
public record OperatorAccount(OpenShiftCluster cluster, String uid, String token) {
    static final String NAME = "cluster-cloud-controller-manager";

    public static OperatorAccount of(OpenShiftCluster cluster) {
        PayloadFolder.ofKind("ServiceAccount").forEach(cluster::apply);
        String uid = cluster.live(key("v1", "ServiceAccount", OPERATOR, NAME))
                .fields()
                .string("metadata", "uid");
        String token = accepted(cluster.admin().token(OPERATOR, NAME))
                .object()
                .fields()
                .string("status", "token");
        return new OperatorAccount(cluster, uid, token);
    }

    public static ApiUser user() {
        return ApiUser.serviceAccount(OPERATOR, NAME);
    }

    public List<AuditedRequest> requests() {
        return cluster.server().audit().of(uid);
    }
}
