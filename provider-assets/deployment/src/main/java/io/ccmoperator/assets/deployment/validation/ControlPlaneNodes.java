/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

/** A Deployment runs on the nodes of the control plane. */
final class ControlPlaneNodes implements PodRule {
    @Override
    public void check(Pod pod, Findings findings) {
        Place selector = pod.spec().field("nodeSelector");
        if (!selector.field("node-role.kubernetes.io/master").is("")
                && !selector.field("node-role.kubernetes.io/control-plane").is("")) {
            findings.add(selector, "has to have node-role.kubernetes.io/master: \"\"");
        }
    }
}
