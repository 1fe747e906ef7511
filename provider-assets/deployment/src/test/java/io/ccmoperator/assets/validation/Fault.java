// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.validation;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.ccmoperator.assets.findings.Finding;
import java.util.List;

/**
 * A thing that is wrong with a provider that is sound otherwise.
 *
 * @param title what is wrong
 * @param provider the provider
 * @param findings what the rules have to say, all of it
 */
public record Fault(String title, GoodProvider provider, List<String> findings) {
    public static final String DESCRIPTOR = "provider.yaml";
    public static final String DEPLOYMENT = "assets/10-deployment.yaml";
    public static final String DAEMON_SET = "assets/20-daemonset.yaml";
    public static final String ROLES = "assets/30-rbac.yaml";
    public static final String ADMISSION = "assets/40-admission.yaml";
    public static final String POD = "bootstrap/10-pod.yaml";

    public static final String IN_DESCRIPTOR = "providers/fog/provider.yaml, document 1, ";
    public static final String IN_DEPLOYMENT = "providers/fog/assets/10-deployment.yaml, document 1"
            + " (Deployment openshift-cloud-controller-manager/fog-cloud-controller-manager), ";
    public static final String IN_DAEMON_SET = "providers/fog/assets/20-daemonset.yaml, document 1"
            + " (DaemonSet openshift-cloud-controller-manager/fog-cloud-node-manager), ";
    public static final String IN_POD =
            "providers/fog/bootstrap/10-pod.yaml, document 1 (Pod kube-system/fog-cloud-controller-manager), ";

    public static Fault fault(String title) {
        return new Fault(title, GoodProvider.fog(), List.of());
    }

    public Fault in(String file, String old, String replacement) {
        return new Fault(title, provider.replace(file, old, replacement), findings);
    }

    public Fault gives(String... lines) {
        return new Fault(title, provider, List.of(lines));
    }

    /** What the rules say, with the rules. */
    public List<Finding> found() {
        return Judgement.findings(List.of(), provider.folder());
    }

    @Override
    public String toString() {
        return title;
    }
}
