// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

/** The namespace in which cloud controller managers run. */
public final class ManagedNamespace {
    /** The namespace in manifests; the operator replaces it by the configured one. */
    public static final String DEFAULT = "openshift-cloud-controller-manager";

    /** The one where nothing of OpenShift is: that of the chart. */
    public static final String KUBERNETES = "cloud-controller-manager";

    private ManagedNamespace() {}
}
