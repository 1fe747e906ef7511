// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;

/** Bootstrap Pods are in kube-system, whatever the managed namespace is. */
record KubeSystemSubstitution() implements Substitution {
    @Override
    public void apply(KubernetesObject pod) {
        pod.fields().map("metadata").put("namespace", "kube-system");
    }
}
