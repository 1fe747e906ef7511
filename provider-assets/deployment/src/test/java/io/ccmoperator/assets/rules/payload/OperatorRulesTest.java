// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.payload;

import static io.ccmoperator.assets.validation.Disagreement.RBAC_OF_OPERATOR;
import static io.ccmoperator.assets.validation.Disagreement.disagreement;
import static io.ccmoperator.assets.validation.Fault.DESCRIPTOR;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.findings.Finding;
import io.ccmoperator.assets.validation.Disagreement;
import io.ccmoperator.assets.validation.Judgement;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the payload lets the operator do, compared with what its providers need. */
public class OperatorRulesTest {
    private static final String MORE = "assets/36-more.yaml";
    private static final String IN_CLUSTER_ROLE = "manifests/02_rbac_operator.yaml, document 2"
            + " (ClusterRole system:openshift:operator:cloud-controller-manager), ";
    private static final String IN_ROLE =
            "manifests/02_rbac_operator.yaml, document 4 (Role kube-system/cluster-cloud-controller-manager), ";
    private static final String CHART = "and in helm/ccm-operator/templates/rbac-operator.yaml";
    private static final String LIST = "former-objects.yaml";

    public static Stream<Disagreement> faults() {
        return Stream.of(
                disagreement("a cluster role that has a new name")
                        .provider(MORE, clusterRole("fog-services", "[services]", "[patch]"))
                        .inPayload(RBAC_OF_OPERATOR, "resources: [nodes]", "resources: [nodes, services]")
                        .gives(IN_CLUSTER_ROLE + "rules[0].resourceNames (line 22): lacks a name that is needed for"
                                + " provider fog; add the line \"- fog-services\" here " + CHART),
                disagreement("a cluster role that gives what the operator does not hold")
                        .provider(MORE, clusterRole("fog-services", "[services, services/status]", "[get, patch]"))
                        .inPayload(
                                RBAC_OF_OPERATOR,
                                "- fog-cloud-controller-manager",
                                "- fog-cloud-controller-manager\n      - fog-services")
                        .gives(IN_CLUSTER_ROLE + "rules (line 19): lacks what is needed for provider fog; add"
                                + " - {apiGroups: [\"\"], resources: [services], verbs: [get, patch]}"
                                + " - {apiGroups: [\"\"], resources: [services/status], verbs: [get, patch]} here "
                                + CHART),
                disagreement("the first binding of the cluster")
                        .provider(MORE, """
                                apiVersion: rbac.authorization.k8s.io/v1
                                kind: ClusterRoleBinding
                                metadata: {name: "fog:one"}
                                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: fog-cloud-controller-manager}
                                subjects: [{kind: ServiceAccount, name: cloud-provider, namespace: kube-system}]
                                """)
                        .gives(IN_CLUSTER_ROLE + "rules (line 19): lacks what is needed for provider fog; add"
                                + " - {apiGroups: [rbac.authorization.k8s.io], resources: [clusterrolebindings],"
                                + " resourceNames: [\"fog:one\"], verbs: [get, list, watch, update, delete]}"
                                + " - {apiGroups: [rbac.authorization.k8s.io], resources: [clusterrolebindings],"
                                + " verbs: [create]} here " + CHART),
                disagreement("the first role of a namespace")
                        .provider(MORE, """
                                apiVersion: rbac.authorization.k8s.io/v1
                                kind: Role
                                metadata: {name: fog, namespace: openshift-cloud-controller-manager}
                                rules: []
                                """)
                        .gives("manifests/: no role of namespace openshift-cloud-controller-manager is bound to"
                                + " ServiceAccount openshift-cloud-controller-manager-operator/cluster-cloud-controller-manager;"
                                + " for provider fog it needs - {apiGroups: [rbac.authorization.k8s.io], resources: [roles],"
                                + " resourceNames: [fog], verbs: [get, list, watch, update, delete]}"
                                + " - {apiGroups: [rbac.authorization.k8s.io], resources: [roles], verbs: [create]}"),
                disagreement("a verb that is missing")
                        .inPayload(RBAC_OF_OPERATOR, "watch, update, delete]", "watch, update]")
                        .gives(IN_CLUSTER_ROLE + "rules (line 19): lacks what is needed for provider fog; add"
                                + " - {apiGroups: [rbac.authorization.k8s.io], resources: [clusterroles],"
                                + " resourceNames: [fog-cloud-controller-manager], verbs: [delete]} here " + CHART),
                disagreement("create with a name, which no request has")
                        .inPayload(
                                RBAC_OF_OPERATOR,
                                "    verbs: [create]",
                                "    resourceNames: [fog]\n    verbs: [create]")
                        .gives(IN_CLUSTER_ROLE + "rules (line 19): lacks what is needed for provider fog; add"
                                + " - {apiGroups: [rbac.authorization.k8s.io], resources: [clusterroles],"
                                + " verbs: [create]} here " + CHART),
                disagreement("a rule without names")
                        .inPayload(RBAC_OF_OPERATOR, "    resourceNames:\n      - fog-cloud-provider\n", "")
                        .gives(IN_ROLE + "rules[0] (line 67): is about any Role; leave create to a rule of its own, and"
                                + " name the objects here " + CHART + ": resourceNames: [fog-cloud-provider]"),
                disagreement("a name of no object")
                        .inPayload(
                                RBAC_OF_OPERATOR,
                                "- fog-cloud-controller-manager",
                                "- fog-cloud-controller-manager\n      - mist-cloud-controller-manager")
                        .gives(IN_CLUSTER_ROLE + "rules[0].resourceNames[1] (line 24): no provider of the payload has a"
                                + " ClusterRole of that name; remove the line here " + CHART
                                + ", or list the object in src/main/resources/" + LIST
                                + " if a former release applied it"),
                disagreement("a name of an object in another namespace")
                        .inPayload(
                                RBAC_OF_OPERATOR,
                                "- fog-cloud-provider",
                                "- fog-cloud-provider\n      - fog-cloud-controller-manager")
                        .gives(IN_ROLE + "rules[0].resourceNames[1] (line 71): no provider of the payload has a Role"
                                + " of that name in kube-system; remove the line here " + CHART
                                + ", or list the object in src/main/resources/" + LIST
                                + " if a former release applied it"),
                disagreement("names of a pack")
                        .inProvider(DESCRIPTOR, "platform: Azure", "payload: false\nplatform: Azure")
                        .inPayload(
                                RBAC_OF_OPERATOR,
                                "[validatingadmissionpolicies, validatingadmissionpolicybindings]\n    resourceNames:\n"
                                        + "      - fog-nodes\n    verbs: [get, list, watch, update, delete]",
                                "[configmaps]\n    verbs: [get]")
                        .inPayload(
                                RBAC_OF_OPERATOR,
                                "- fog-cloud-provider\n    verbs: [get, list, watch, update, delete]",
                                "- fog-cloud-provider\n    verbs: [create]")
                        .gives(IN_CLUSTER_ROLE + "rules[0].resourceNames[0] (line 23): no provider of the payload has a"
                                + " ClusterRole of that name; remove the line here " + CHART
                                + ", or list the object in src/main/resources/" + LIST
                                + " if a former release applied it"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void findsDifferenceWithPlaceAndLinesToWrite(Disagreement fault) {
        assertThat(fault.judged()).containsExactlyElementsOf(fault.findings());
    }

    @Test
    void acceptsNamesOfFormerObjects() {
        Disagreement payload = disagreement("")
                .inPayload(
                        RBAC_OF_OPERATOR,
                        "  - apiGroups: [\"\"]\n    resources: [nodes]",
                        "  - apiGroups: [rbac.authorization.k8s.io]\n    resources: [clusterroles]\n"
                                + "    resourceNames: [mist]\n    verbs: [get, delete]\n"
                                + "  - apiGroups: [\"\"]\n    resources: [nodes]");

        assertThat(judged(payload, "objects: [{kind: ClusterRole, name: mist}]"))
                .isEmpty();
        assertThat(judged(payload, "objects: []")).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '§',
            value = {
                "objects: [{kind: ClusterRole, name: mist}]| manifests/02_rbac_operator.yaml, document 2 (ClusterRole"
                        + " system:openshift:operator:cloud-controller-manager), rules[0].resourceNames (line 22): lacks"
                        + " a name that is needed to delete the former ClusterRole mist; add the line \"- mist\" here and"
                        + " in helm/ccm-operator/templates/rbac-operator.yaml",
                "objects: [{kind: Role, namespace: kube-system, name: fog-cloud-provider}]|"
                        + " src/main/resources/former-objects.yaml: Role kube-system/fog-cloud-provider is an"
                        + " object of a provider; remove it from the list of former objects",
                "objects: 1| former-objects.yaml, document 1, objects (line 1): has to be a list of objects"
                        + " with kind, namespace and name; it may be empty: []",
                "objects: [{kind: Pod, name: a}]| former-objects.yaml, document 1, objects[0].kind (line 1): has"
                        + " to be one of ClusterRole, ClusterRoleBinding, Role, RoleBinding, ValidatingAdmissionPolicy,"
                        + " ValidatingAdmissionPolicyBinding; objects of other kinds need no entry",
                "objects: [{kind: ClusterRole}]| former-objects.yaml, document 1, objects[0].name (line 1): is"
                        + " missing",
                "objects: [{kind: Role, name: a}]| former-objects.yaml, document 1, objects[0].namespace (line"
                        + " 1): is missing",
                "objects: [{kind: ClusterRole, name: a, namespace: b}]| former-objects.yaml, document 1,"
                        + " objects[0].namespace (line 1): an object of kind ClusterRole has no namespace",
                "objects: [{kind: ClusterRole, name: a, since: b}]| former-objects.yaml, document 1, objects[0]"
                        + " (line 1): an entry has kind, namespace and name, and no other key"
            })
    void rejectsInvalidFormerObjectsAndThoseWithoutPermission(String text, String finding) {
        assertThat(judged(disagreement(""), text)).containsExactly(finding);
    }

    private static List<String> judged(Disagreement payload, String formerObjects) {
        return findings(payload, formerObjects).stream()
                .map(Finding::toString)
                .map(Judgement::withoutRule)
                .toList();
    }

    public static List<Finding> findings(Disagreement payload, String formerObjects) {
        return Judgement.findings(
                payload.payload().files(),
                Optional.of(new SourceFile(LIST, formerObjects.getBytes(UTF_8))),
                payload.provider().folder());
    }

    private static String clusterRole(String name, String resources, String verbs) {
        return """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: %s}
                rules: [{apiGroups: [""], resources: %s, verbs: %s}]
                """.formatted(name, resources, verbs);
    }
}
