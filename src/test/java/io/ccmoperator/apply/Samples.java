// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import static io.ccmoperator.YamlText.manifest;

import io.ccmoperator.assets.KubernetesObject;

/** Small desired objects. */
public final class Samples {
    private Samples() {}

    public static KubernetesObject deployment() {
        return manifest("""
                apiVersion: apps/v1
                kind: Deployment
                metadata:
                  name: ccm
                  namespace: managed
                  labels: {k8s-app: ccm, app.kubernetes.io/managed-by: ccm-operator}
                spec:
                  replicas: 2
                  selector: {matchLabels: {k8s-app: ccm}}
                  template:
                    metadata: {labels: {k8s-app: ccm}}
                    spec:
                      nodeSelector: {node-role.kubernetes.io/master: ""}
                      containers:
                      - name: ccm
                        image: registry/ccm:1
                        args: [--a, --b]
                        ports: [{name: https, containerPort: 10258}]
                """);
    }

    public static KubernetesObject service() {
        return manifest("""
                apiVersion: v1
                kind: Service
                metadata: {name: ccm, namespace: managed, labels: {k8s-app: ccm}}
                spec:
                  selector: {k8s-app: ccm}
                  ports: [{name: https, port: 10258}]
                """);
    }

    public static KubernetesObject configMap() {
        return manifest("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: settings, namespace: managed}
                data: {a: "1"}
                """);
    }

    public static KubernetesObject role() {
        return manifest("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: reader, namespace: managed}
                rules: [{apiGroups: [""], resources: [secrets], verbs: [get]}]
                """);
    }

    public static KubernetesObject roleBinding() {
        return manifest("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: reader, namespace: managed}
                roleRef: {kind: Role, name: reader}
                subjects: [{kind: ServiceAccount, name: ccm, namespace: kube-system}]
                """);
    }

    public static KubernetesObject policy() {
        return manifest("""
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicy
                metadata: {name: policy}
                spec:
                  matchConstraints:
                    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [UPDATE], resources: [services]}]
                  validations: [{expression: "true"}]
                """);
    }

    public static KubernetesObject policyBinding() {
        return manifest("""
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicyBinding
                metadata: {name: policy}
                spec: {policyName: policy, validationActions: [Deny]}
                """);
    }

    public static KubernetesObject podDisruptionBudget() {
        return manifest("""
                apiVersion: policy/v1
                kind: PodDisruptionBudget
                metadata: {name: ccm, namespace: managed}
                spec: {minAvailable: 1, selector: {matchLabels: {k8s-app: ccm}}}
                """);
    }
}
