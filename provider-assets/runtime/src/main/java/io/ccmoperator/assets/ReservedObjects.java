/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets;

import java.util.List;
import java.util.Set;

/**
 * Names that no object of a provider has. The build rejects a provider with one of them. An operator that has such a provider
 * all the same neither writes nor deletes the object, whatever labels the object has.
 */
public final class ReservedObjects {
    /** ConfigMaps that other controllers of the operator write. */
    private static final Set<String> OF_OPERATOR = Set.of("cloud-conf", "ccm-trusted-ca", "kube-cloud-config");

    /** What Kubernetes and OpenShift make in each namespace, as kind and name. */
    private static final Set<List<String>> OF_EACH_NAMESPACE = Set.of(
            List.of("ConfigMap", "kube-root-ca.crt"),
            List.of("ConfigMap", "openshift-service-ca.crt"),
            List.of("ServiceAccount", "default"),
            List.of("ServiceAccount", "builder"),
            List.of("ServiceAccount", "deployer"));

    /** Names of roles, and of their bindings. */
    private static final Set<String> ROLES = Set.of(
            "admin",
            "basic-user",
            "cluster-admin",
            "cluster-reader",
            "cluster-status",
            "edit",
            "extension-apiserver-authentication-reader",
            "self-access-reviewer",
            "self-provisioner",
            "storage-admin",
            "sudoer",
            "view");

    private ReservedObjects() {}

    /** Whether another controller of the operator writes the objects of that name. */
    public static boolean areOfOperator(String kind, String name) {
        return kind.equals("ConfigMap") && OF_OPERATOR.contains(name);
    }

    /** Whether Kubernetes or OpenShift itself makes the objects of that name. */
    public static boolean areOfCluster(String kind, String name) {
        return name.startsWith("system:")
                || kind.contains("Role") && ROLES.contains(name)
                || OF_EACH_NAMESPACE.contains(List.of(kind, name));
    }
}
