/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets;

/** The namespace in which cloud controller managers run. */
public final class ManagedNamespace {
    /** The namespace that manifests name; one that the operator is told to use instead is put in its place. */
    public static final String DEFAULT = "openshift-cloud-controller-manager";

    private ManagedNamespace() {}
}
