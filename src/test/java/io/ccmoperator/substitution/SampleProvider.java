// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.YamlText.tree;

import io.ccmoperator.assets.DescriptorTree;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.ClusterNetworks;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.cluster.ProxySettings;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.cluster.Topology;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A small provider that has something for each substitution, and facts to fill in. */
final class SampleProvider {
    static final Provider PROVIDER = new Provider(
            DescriptorTree.read("sample", tree("""
                platform: Sample
                images:
                  cloud-controller-manager: ccm
                  prepare: operator
                environment:
                  NAME: infrastructureName
                  SECRET_NAMESPACE: managedNamespace
                  SECRET_NAME: credentialsSecretName
                flags:
                  cloud-controller-manager:
                    --cluster-cidr: clusterNetwork
                    --feature-gates: cloudFeatureGates
                    --tls-cipher-suites: tlsCipherSuites
                    --tls-min-version: tlsMinVersion
                    --node-labels: {value: a=b, featureGate: Labels}
                graduatedFeatureGates: {Labels: '4.22', CloudControllerManagerWebhook: '4.22'}
                proxyInitContainers: [fetch]
                credentialsSecret: sample-credentials
                """)),
            List.of(deployment(), roleBinding(), policy(), kubeSystemRole()),
            List.of(manifest("""
                apiVersion: v1
                kind: Pod
                metadata: {name: sample, namespace: openshift-cloud-controller-manager}
                spec:
                  containers:
                  - name: cloud-controller-manager
                    image: placeholder
                    args: [--cloud-provider=sample]
                """)),
            List.of("CloudControllerManagerWebhook"),
            Map.of(),
            Map.of());

    static final ImageReferences IMAGES =
            new ImageReferences(Map.of("ccm", "registry/ccm@sha256:1", "operator", "registry/operator@sha256:2"));

    static final ClusterFacts FACTS = facts("sample-1");

    private SampleProvider() {}

    static ClusterFacts facts(String infrastructureName) {
        return new ClusterFacts(
                infrastructure(infrastructureName, Topology.HIGHLY_AVAILABLE),
                Distribution.OPENSHIFT,
                "openshift-cloud-controller-manager",
                ProxySettings.NONE,
                ClusterNetworks.NONE,
                EnabledFeatures.NONE,
                TlsSettings.UNSET,
                Overrides.NONE);
    }

    static ClusterFacts facts(Distribution distribution) {
        return new ClusterFacts(
                infrastructure("sample-1", Topology.HIGHLY_AVAILABLE),
                distribution,
                "openshift-cloud-controller-manager",
                ProxySettings.NONE,
                ClusterNetworks.NONE,
                EnabledFeatures.NONE,
                TlsSettings.UNSET,
                Overrides.NONE);
    }

    static ClusterFacts facts(Topology topology) {
        return new ClusterFacts(
                infrastructure("sample-1", topology),
                Distribution.OPENSHIFT,
                "openshift-cloud-controller-manager",
                ProxySettings.NONE,
                ClusterNetworks.NONE,
                EnabledFeatures.NONE,
                TlsSettings.UNSET,
                Overrides.NONE);
    }

    static KubernetesObject find(List<KubernetesObject> objects, String kind) {
        return objects.stream()
                .filter(object -> object.kind().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private static Infrastructure infrastructure(String name, Topology topology) {
        return new Infrastructure("Sample", "", name, topology, true, Optional.empty(), Optional.empty());
    }

    private static KubernetesObject deployment() {
        return manifest("""
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: sample
              namespace: openshift-cloud-controller-manager
              labels: {own: label}
            spec:
              replicas: 2
              template:
                metadata: {labels: {app: sample}}
                spec:
                  initContainers:
                  - name: prepare
                    image: placeholder
                    env: [{name: NAME}]
                  - name: fetch
                    image: literal
                  containers:
                  - name: cloud-controller-manager
                    image: placeholder
                    args:
                    - --leader-elect-resource-namespace=openshift-cloud-controller-manager
                    - --leader-elect-resource-namespace
                    - openshift-cloud-controller-manager
                    - --other=openshift-cloud-controller-manager
                    env:
                    - {name: NAME, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}
                    - {name: SECRET_NAMESPACE, value: ""}
                    - {name: SECRET_NAME, value: ""}
                    - {name: HTTPS_PROXY, value: of-the-manifest}
                  - name: sidecar
                    image: literal
            """);
    }

    private static KubernetesObject roleBinding() {
        return manifest("""
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: sample, namespace: openshift-cloud-controller-manager}
            subjects:
            - {kind: ServiceAccount, name: a, namespace: openshift-cloud-controller-manager}
            - {kind: ServiceAccount, name: b, namespace: kube-system}
            """);
    }

    private static KubernetesObject kubeSystemRole() {
        return manifest("""
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: sample, namespace: kube-system}
            """);
    }

    private static KubernetesObject policy() {
        return manifest("""
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicy
            metadata: {name: sample}
            spec:
              matchConditions:
              - name: from-node-manager
                expression: request.userInfo.username == 'system:serviceaccount:openshift-cloud-controller-manager:x'
            """);
    }
}
