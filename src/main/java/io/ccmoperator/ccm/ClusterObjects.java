/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.ccm;

import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.ResourceKind;

/** The cluster's singletons that the controller reads. */
final class ClusterObjects {
    static final ObjectKey INFRASTRUCTURE = ObjectKey.ofCluster(ResourceKind.INFRASTRUCTURE, "cluster");
    static final ObjectKey PROXY = ObjectKey.ofCluster(ResourceKind.PROXY, "cluster");
    static final ObjectKey FEATURE_GATE = ObjectKey.ofCluster(ResourceKind.FEATURE_GATE, "cluster");
    static final ObjectKey API_SERVER = ObjectKey.ofCluster(ResourceKind.API_SERVER, "cluster");
    static final ObjectKey CLUSTER_VERSION = ObjectKey.ofCluster(ResourceKind.CLUSTER_VERSION, "version");
    static final ObjectKey KUBE_CONTROLLER_MANAGER =
            ObjectKey.ofCluster(ResourceKind.KUBE_CONTROLLER_MANAGER, "cluster");

    private ClusterObjects() {}
}
