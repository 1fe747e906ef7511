// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.identity;

import static io.ccmoperator.assets.validation.Fault.ADMISSION;
import static io.ccmoperator.assets.validation.Fault.DEPLOYMENT;
import static io.ccmoperator.assets.validation.Fault.DESCRIPTOR;
import static io.ccmoperator.assets.validation.Fault.IN_DEPLOYMENT;
import static io.ccmoperator.assets.validation.Fault.ROLES;
import static io.ccmoperator.assets.validation.Fault.fault;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.validation.Fault;
import io.ccmoperator.assets.validation.Judgement;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What objects say of other objects. */
public class ReferenceRulesTest {
    public static Stream<Fault> faults() {
        return Stream.of(
                fault("a ConfigMap that no component writes in a volume")
                        .in(DEPLOYMENT, "name: ccm-trusted-ca", "name: trusted-ca")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.volumes[3].configMap.name (line 116): no component writes ConfigMap trusted-ca; there are ccm-trusted-ca, cloud-conf"),
                fault("a ConfigMap that no component writes in an environment")
                        .in(
                                DEPLOYMENT,
                                "              value: cluster",
                                "              valueFrom: {configMapKeyRef: {name: fog, key: name}}")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.containers[0].env[0].valueFrom.configMapKeyRef.name (line 77): no component writes ConfigMap fog; there are ccm-trusted-ca, cloud-conf"),
                fault("a ConfigMap that no component writes in a whole environment")
                        .in(
                                DEPLOYMENT,
                                "          env:\n            - name: OCP",
                                "          envFrom: [{configMapRef: {name: fog}}]\n          env:\n            - name: OCP")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.containers[0].envFrom[0].configMapRef.name (line 75): no component writes ConfigMap fog; there are ccm-trusted-ca, cloud-conf"),
                fault("a ConfigMap that no component writes in a projected volume")
                        .in(
                                DEPLOYMENT,
                                "              - serviceAccountToken:\n                  audience: openshift\n                  path: token",
                                "              - configMap: {name: fog}")
                        .in(
                                DEPLOYMENT,
                                "              mountPath: /var/run/secrets/openshift/serviceaccount",
                                "              mountPath: /var\n              readOnly: true")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.volumes[4].projected.sources[0].configMap.name (line 121): no component writes ConfigMap fog; there are ccm-trusted-ca, cloud-conf"),
                fault("cloud-conf without a cloudConfig")
                        .in(DESCRIPTOR, "cloudConfig:\n  source: managed\n  transformer: fog\n", "")
                        .gives(
                                IN_DEPLOYMENT
                                        + "spec.template.spec.volumes[1].configMap.name (line 111): the operator writes cloud-conf for providers whose descriptor has cloudConfig"),
                fault("a binding of no policy")
                        .in(ADMISSION, "policyName: fog-nodes", "policyName: nodes")
                        .gives(
                                "providers/fog/assets/40-admission.yaml, document 2 (ValidatingAdmissionPolicyBinding fog-nodes), spec.policyName (line 22): the provider has no ValidatingAdmissionPolicy 'nodes'"),
                fault("a wildcard as verb")
                        .in(ROLES, "verbs: [get, list]", "verbs: [get, \"*\"]")
                        .gives(
                                "providers/fog/assets/30-rbac.yaml, document 1 (Role kube-system/fog-cloud-provider), rules[0].verbs[1] (line 9): has a wildcard; name what is needed"),
                fault("a wildcard as resource")
                        .in(ROLES, "resources: [nodes]", "resources: [\"nodes/*\"]")
                        .gives(
                                "providers/fog/assets/30-rbac.yaml, document 2 (ClusterRole fog-cloud-controller-manager), rules[0].resources[0] (line 17): has a wildcard; name what is needed"),
                fault("a wildcard as API group")
                        .in(ROLES, "apiGroups: [coordination.k8s.io]", "apiGroups: [\"*\"]")
                        .gives(
                                "providers/fog/assets/30-rbac.yaml, document 1 (Role kube-system/fog-cloud-provider), rules[0].apiGroups[0] (line 7): has a wildcard; name what is needed"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void findsFaultWithFilePlaceAndRemedy(Fault fault) {
        assertThat(Judgement.of(fault.provider().folder())).containsExactlyElementsOf(fault.findings());
    }
}
