// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.validation;

import io.ccmoperator.assets.deployment.GoodPayload;
import io.ccmoperator.assets.deployment.GoodProvider;
import io.ccmoperator.assets.findings.Finding;
import java.util.List;
import java.util.Locale;

/**
 * A thing that is wrong with a provider or the payload, both of which are sound otherwise and agree.
 *
 * @param title what is wrong
 * @param provider the provider
 * @param payload the payload
 * @param findings what the rules have to say, all of it
 */
public record Disagreement(String title, GoodProvider provider, GoodPayload payload, List<String> findings) {
    public static final String RBAC_OF_OPERATOR = "02_rbac_operator.yaml";
    public static final String RBAC = "03_rbac.yaml";

    public static Disagreement disagreement(String title) {
        return new Disagreement(title, GoodProvider.fog(), new GoodPayload(), List.of());
    }

    public Disagreement inProvider(String file, String old, String replacement) {
        return new Disagreement(title, provider.replace(file, old, replacement), payload, findings);
    }

    public Disagreement provider(String file, String text) {
        return new Disagreement(title, provider.with(file, text), payload, findings);
    }

    public Disagreement inPayload(String file, String old, String replacement) {
        return new Disagreement(title, provider, payload.replace(file, old, replacement), findings);
    }

    public Disagreement payload(String file, String text) {
        return new Disagreement(title, provider, payload.with(file, text), findings);
    }

    public Disagreement payloadWithout(String file) {
        return new Disagreement(title, provider, payload.without(file), findings);
    }

    /** The operator of the payload may have a binding fog in a namespace, or in the cluster where that is empty. */
    public Disagreement mayBind(String namespace) {
        String kind = namespace.isEmpty() ? "ClusterRole" : "Role";
        return payload("02_rbac_bindings.yaml", """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: %1$s
                metadata:
                  name: binds
                  namespace: %2$s
                  annotations:
                    capability.openshift.io/name: CloudControllerManager
                    include.release.openshift.io/self-managed-high-availability: "true"
                    include.release.openshift.io/single-node-developer: "true"
                rules:
                  - apiGroups: [rbac.authorization.k8s.io]
                    resources: [%3$s]
                    resourceNames: [fog]
                    verbs: [get, list, watch, update, delete]
                  - apiGroups: [rbac.authorization.k8s.io]
                    resources: [%3$s]
                    verbs: [create]
                  - apiGroups: [coordination.k8s.io]
                    resources: [leases]
                    verbs: [create]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: %1$sBinding
                metadata:
                  name: binds
                  namespace: %2$s
                  annotations:
                    capability.openshift.io/name: CloudControllerManager
                    include.release.openshift.io/self-managed-high-availability: "true"
                    include.release.openshift.io/single-node-developer: "true"
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: %1$s, name: binds}
                subjects:
                  - kind: ServiceAccount
                    namespace: openshift-cloud-controller-manager-operator
                    name: cluster-cloud-controller-manager
                """.formatted(
                        kind, namespace, kind.toLowerCase(Locale.ROOT).replace("role", "rolebindings"))
                .replace("  namespace: \n", ""));
    }

    public Disagreement gives(String... lines) {
        return new Disagreement(title, provider, payload, List.of(lines));
    }

    public List<String> judged() {
        return Judgement.of(payload.files(), provider.folder());
    }

    /** The same with the rules. */
    public List<Finding> found() {
        return Judgement.findings(payload.files(), provider.folder());
    }

    @Override
    public String toString() {
        return title;
    }
}
