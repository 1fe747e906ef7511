// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.deployment.GoodProvider;
import java.util.List;

/**
 * A thing that is wrong with a provider that is sound otherwise.
 *
 * @param title what is wrong
 * @param provider the provider
 * @param findings what the rules have to say, all of it
 */
record Fault(String title, GoodProvider provider, List<String> findings) {
    static final String DESCRIPTOR = "provider.yaml";
    static final String DEPLOYMENT = "assets/10-deployment.yaml";
    static final String DAEMON_SET = "assets/20-daemonset.yaml";
    static final String ROLES = "assets/30-rbac.yaml";
    static final String ADMISSION = "assets/40-admission.yaml";
    static final String POD = "bootstrap/10-pod.yaml";

    static final String IN_DESCRIPTOR = "providers/fog/provider.yaml, document 1, ";
    static final String IN_DEPLOYMENT = "providers/fog/assets/10-deployment.yaml, document 1"
            + " (Deployment openshift-cloud-controller-manager/fog-cloud-controller-manager), ";
    static final String IN_DAEMON_SET = "providers/fog/assets/20-daemonset.yaml, document 1"
            + " (DaemonSet openshift-cloud-controller-manager/fog-cloud-node-manager), ";
    static final String IN_POD =
            "providers/fog/bootstrap/10-pod.yaml, document 1 (Pod kube-system/fog-cloud-controller-manager), ";

    static Fault fault(String title) {
        return new Fault(title, GoodProvider.fog(), List.of());
    }

    Fault in(String file, String old, String replacement) {
        return new Fault(title, provider.replace(file, old, replacement), findings);
    }

    Fault gives(String... lines) {
        return new Fault(title, provider, List.of(lines));
    }

    /** What the rules say, with the rules. */
    List<Finding> found() {
        return Judgement.findings(List.of(), provider.folder());
    }

    @Override
    public String toString() {
        return title;
    }
}
