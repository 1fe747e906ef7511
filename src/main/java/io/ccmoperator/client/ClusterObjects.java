// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.assets.ResourceKind;

/** The cluster's singletons that controllers read. */
public final class ClusterObjects {
    public static final ObjectKey INFRASTRUCTURE = ObjectKey.ofCluster(ResourceKind.INFRASTRUCTURE, "cluster");
    public static final ObjectKey NETWORK = ObjectKey.ofCluster(ResourceKind.NETWORK, "cluster");
    public static final ObjectKey PROXY = ObjectKey.ofCluster(ResourceKind.PROXY, "cluster");
    public static final ObjectKey FEATURE_GATE = ObjectKey.ofCluster(ResourceKind.FEATURE_GATE, "cluster");
    public static final ObjectKey API_SERVER = ObjectKey.ofCluster(ResourceKind.API_SERVER, "cluster");
    public static final ObjectKey CLUSTER_VERSION = ObjectKey.ofCluster(ResourceKind.CLUSTER_VERSION, "version");

    /** The operator's own: what administrators set. */
    public static final ObjectKey CLOUD_CONTROLLER_MANAGER =
            ObjectKey.ofCluster(ResourceKind.CLOUD_CONTROLLER_MANAGER, "cluster");

    private ClusterObjects() {}
}
