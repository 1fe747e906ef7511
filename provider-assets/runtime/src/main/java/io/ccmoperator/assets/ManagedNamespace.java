/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets;

/** The namespace in which cloud controller managers run, unless the operator is told another one. */
public final class ManagedNamespace {
    /** What manifests name; substitution puts the operator's in its place. */
    public static final String DEFAULT = "openshift-cloud-controller-manager";

    private ManagedNamespace() {}
}
