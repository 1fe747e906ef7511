// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.validation;

import static io.ccmoperator.assets.validation.Disagreement.RBAC;
import static io.ccmoperator.assets.validation.Disagreement.RBAC_OF_OPERATOR;
import static io.ccmoperator.assets.validation.Disagreement.disagreement;
import static io.ccmoperator.assets.validation.Fault.DEPLOYMENT;
import static io.ccmoperator.assets.validation.Fault.DESCRIPTOR;
import static io.ccmoperator.assets.validation.Fault.IN_DEPLOYMENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What providers say of objects of the payload. */
public class PayloadComparisonTest {
    private static final String BINDINGS = "assets/35-bindings.yaml";
    private static final String BINDING = """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: fog, namespace: %s}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: %s, name: %s}
            subjects: [{kind: ServiceAccount, name: %s, namespace: %s}]
            """;
    private static final String MANAGED = "openshift-cloud-controller-manager";
    private static final String ACCOUNT = "cloud-controller-manager";

    static Stream<Disagreement> agreements() {
        return Stream.of(
                disagreement("the provider as it is"),
                disagreement("a role of the payload")
                        .mayBind(MANAGED)
                        .provider(BINDINGS, binding(MANAGED, "Role", ACCOUNT)),
                disagreement("a role of the provider")
                        .mayBind("kube-system")
                        .provider(BINDINGS, binding("kube-system", "Role", "fog-cloud-provider")),
                disagreement("a cluster role of the provider")
                        .mayBind(MANAGED)
                        .provider(BINDINGS, binding(MANAGED, "ClusterRole", "fog-cloud-controller-manager")),
                disagreement("a service account that a controller makes for itself")
                        .mayBind("kube-system")
                        .provider(
                                BINDINGS,
                                BINDING.formatted(
                                        "kube-system", "Role", "fog-cloud-provider", "cloud-provider", "kube-system")),
                disagreement("a Secret of the payload")
                        .inProvider(DEPLOYMENT, "emptyDir: {}", "secret: {secretName: fog-cloud-credentials}")
                        .inProvider(
                                DEPLOYMENT,
                                "/etc/kubernetes-cloud-config\n",
                                "/etc/fog\n              readOnly: true\n")
                        .inProvider(
                                DEPLOYMENT, "/etc/merged-cloud-config\n", "/etc/fog\n              readOnly: true\n"),
                disagreement("a pack with Secret, images and service accounts of its own")
                        .payloadWithout(RBAC_OF_OPERATOR)
                        .inProvider(DESCRIPTOR, "platform: Azure", PACK)
                        .inProvider(DESCRIPTOR, "cloudNodeManagerFog", "cloudNodeManagerPack")
                        .inProvider(DESCRIPTOR, "credentialsSecret: fog-cloud-credentials", "credentialsSecret: pack")
                        .provider(
                                BINDINGS,
                                BINDING.formatted(
                                        "kube-system", "Role", "fog-cloud-provider", "of-the-pack", "kube-system")));
    }

    /** The operator holds none of the permissions that its roles grant. */
    private static final String PACK =
            "payload: false\nprivileges: [" + "{what: rbac leases.coordination.k8s.io, reason: r}]\nplatform: Azure";

    public static Stream<Disagreement> disagreements() {
        String inBinding = "providers/fog/assets/35-bindings.yaml, document 1"
                + " (RoleBinding openshift-cloud-controller-manager/fog), ";
        return Stream.of(
                disagreement("a Secret that no component writes in a volume")
                        .inProvider(DEPLOYMENT, "emptyDir: {}", "secret: {secretName: fog}")
                        .inProvider(
                                DEPLOYMENT,
                                "/etc/kubernetes-cloud-config\n",
                                "/etc/fog\n              readOnly: true\n")
                        .inProvider(
                                DEPLOYMENT, "/etc/merged-cloud-config\n", "/etc/fog\n              readOnly: true\n")
                        .gives(secret("volumes[2].secret.secretName (line 115)")),
                disagreement("a Secret that no component writes in an environment")
                        .inProvider(
                                DEPLOYMENT,
                                "              value: cluster",
                                "              valueFrom: {secretKeyRef: {name: fog, key: a}}")
                        .gives(secret("containers[0].env[0].valueFrom.secretKeyRef.name (line 77)")),
                disagreement("a Secret that no component writes in a whole environment")
                        .inProvider(
                                DEPLOYMENT,
                                "          env:\n            - name: OCP",
                                "          envFrom: [{secretRef: {name: fog}}]\n          env:\n            - name: OCP")
                        .gives(secret("containers[0].envFrom[0].secretRef.name (line 75)")),
                disagreement("a Secret that no component writes in a projected volume")
                        .inProvider(
                                DEPLOYMENT,
                                "- serviceAccountToken:",
                                "- secret: {name: fog}\n              - serviceAccountToken:")
                        .inProvider(DEPLOYMENT, "serviceaccount\n", "serviceaccount\n              readOnly: true\n")
                        .gives(secret("volumes[4].projected.sources[0].secret.name (line 121)")),
                disagreement("a role that the payload renamed")
                        .mayBind(MANAGED)
                        .provider(BINDINGS, binding(MANAGED, "Role", ACCOUNT))
                        .inPayload(
                                RBAC, "kind: Role\nmetadata:\n  name: " + ACCOUNT, "kind: Role\nmetadata:\n  name: ccm")
                        .inPayload(RBAC, "kind: Role\n  name: " + ACCOUNT, "kind: Role\n  name: ccm")
                        .gives(inBinding + "roleRef.name (line 4): there is no Role"
                                + " openshift-cloud-controller-manager/cloud-controller-manager; known are"
                                + " openshift-cloud-controller-manager/ccm, openshift-cloud-controller-manager/binds"),
                disagreement("a role of another namespace")
                        .mayBind(MANAGED)
                        .provider(BINDINGS, binding(MANAGED, "Role", "fog-cloud-provider"))
                        .gives(inBinding + "roleRef.name (line 4): there is no Role"
                                + " openshift-cloud-controller-manager/fog-cloud-provider; known are"
                                + " openshift-cloud-controller-manager/binds,"
                                + " openshift-cloud-controller-manager/cloud-controller-manager"),
                disagreement("a role of the wrong kind")
                        .mayBind(MANAGED)
                        .provider(BINDINGS, binding(MANAGED, "ClusterRole", ACCOUNT))
                        .gives(inBinding + "roleRef.name (line 4): there is no ClusterRole cloud-controller-manager;"
                                + " known are fog-cloud-controller-manager,"
                                + " system:openshift:operator:cloud-controller-manager"),
                disagreement("a role where a cluster role belongs")
                        .mayBind("")
                        .provider(
                                BINDINGS,
                                binding(MANAGED, "Role", ACCOUNT)
                                        .replace("RoleBinding", "ClusterRoleBinding")
                                        .replace("fog, namespace: " + MANAGED, "fog"))
                        .gives("providers/fog/assets/35-bindings.yaml, document 1 (ClusterRoleBinding fog),"
                                + " roleRef.kind (line 4): has to be ClusterRole"),
                disagreement("a binding of something else")
                        .mayBind(MANAGED)
                        .provider(BINDINGS, binding(MANAGED, "Group", ACCOUNT))
                        .gives(inBinding + "roleRef.kind (line 4): has to be Role or ClusterRole"),
                disagreement("a service account that no manifest creates")
                        .mayBind(MANAGED)
                        .provider(
                                BINDINGS,
                                BINDING.formatted(MANAGED, "Role", ACCOUNT, "azure-cloud-providers", "kube-system"))
                        .gives(inBinding + "subjects[0].name (line 5): no manifest creates ServiceAccount"
                                + " kube-system/azure-cloud-providers; known are kube-system/azure-cloud-provider,"
                                + " kube-system/cloud-provider, kube-system/cloud-provider-nutanix,"
                                + " kube-system/vsphere-cloud-controller-manager,"
                                + " openshift-cloud-controller-manager/cloud-controller-manager,"
                                + " openshift-cloud-controller-manager-operator/cluster-cloud-controller-manager"),
                disagreement("a service account of a pack that no manifest creates")
                        .payloadWithout(RBAC_OF_OPERATOR)
                        .inProvider(DESCRIPTOR, "platform: Azure", PACK)
                        .provider(BINDINGS, BINDING.formatted(MANAGED, "Role", ACCOUNT, "of-the-pack", MANAGED))
                        .gives(inBinding + "subjects[0].name (line 5): no manifest creates ServiceAccount"
                                + " openshift-cloud-controller-manager/of-the-pack; known are openshift-cloud-controller-manager/cloud-controller-manager,"
                                + " kube-system/vsphere-cloud-controller-manager, kube-system/cloud-provider-nutanix,"
                                + " kube-system/cloud-provider, kube-system/azure-cloud-provider"),
                disagreement("pods with a service account that no manifest creates")
                        .inProvider(DEPLOYMENT, "serviceAccountName: " + ACCOUNT, "serviceAccountName: ccm")
                        .gives(IN_DEPLOYMENT + "spec.template.spec.serviceAccountName (line 27): there is no"
                                + " ServiceAccount openshift-cloud-controller-manager/ccm; known are"
                                + " openshift-cloud-controller-manager/cloud-controller-manager"));
    }

    @ParameterizedTest
    @MethodSource("agreements")
    void acceptsProviderThatAgreesWithPayload(Disagreement agreement) {
        assertThat(agreement.judged()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("disagreements")
    void findsDisagreementWithFilePlaceAndRemedy(Disagreement disagreement) {
        assertThat(disagreement.judged()).containsExactlyElementsOf(disagreement.findings());
    }

    @Test
    void skipsComparisonWhenPayloadIsInvalid() {
        assertThat(disagreement("an unreadable payload")
                        .inProvider(DEPLOYMENT, "serviceAccountName: " + ACCOUNT, "serviceAccountName: ccm")
                        .payload("00_namespace.yaml", "a: [\n")
                        .judged())
                .singleElement()
                .asString()
                .startsWith("manifests/00_namespace.yaml: line 2, column 1: ");
    }

    private static String binding(String namespace, String kind, String role) {
        return BINDING.formatted(namespace, kind, role, ACCOUNT, MANAGED);
    }

    private static String secret(String place) {
        return IN_DEPLOYMENT + "spec.template.spec." + place
                + ": is not fog-cloud-credentials, the credentialsSecret of provider.yaml";
    }
}
