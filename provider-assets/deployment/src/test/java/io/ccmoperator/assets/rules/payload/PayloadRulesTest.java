// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.payload;

import static io.ccmoperator.assets.validation.Disagreement.CLUSTER_OPERATOR;
import static io.ccmoperator.assets.validation.Disagreement.CREDENTIALS;
import static io.ccmoperator.assets.validation.Disagreement.IMAGES;
import static io.ccmoperator.assets.validation.Disagreement.IMAGE_REFERENCES;
import static io.ccmoperator.assets.validation.Disagreement.IN_BINDING;
import static io.ccmoperator.assets.validation.Disagreement.IN_CLUSTER_OPERATOR;
import static io.ccmoperator.assets.validation.Disagreement.IN_CREDENTIALS;
import static io.ccmoperator.assets.validation.Disagreement.IN_IMAGES;
import static io.ccmoperator.assets.validation.Disagreement.IN_IMAGE_REFERENCES;
import static io.ccmoperator.assets.validation.Disagreement.RBAC;
import static io.ccmoperator.assets.validation.Disagreement.disagreement;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.validation.Disagreement;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The payload alone. */
public class PayloadRulesTest {
    private static final String MONITORING = "06_monitoring.yaml";
    private static final String IMAGES_JSON = "data[\"images.json\"] (line 11): ";
    private static final String ROLE =
            "manifests/03_rbac.yaml, document 2 (Role openshift-cloud-controller-manager/cloud-controller-manager), ";

    private static final String ROLE_METADATA = """
            kind: Role
            metadata:
              name: cloud-controller-manager
              namespace: openshift-cloud-controller-manager
              annotations:
            """;

    public static Stream<Disagreement> faults() {
        return Stream.of(
                disagreement("a file that no component reads")
                        .payload("README.md", "Hello")
                        .gives("manifests/README.md: no component reads this file; the payload has *.yaml and"
                                + " image-references"),
                disagreement("a duplicate key")
                        .inPayload(RBAC, "kind: Role\n", "kind: Role\nkind: Role\n")
                        .gives("manifests/03_rbac.yaml: line 13, column 1: the key 'kind' is a duplicate"),
                disagreement("an unknown kind")
                        .inPayload(CLUSTER_OPERATOR, "kind: ClusterOperator", "kind: ClusterOperators")
                        .gives("manifests/60_clusteroperator.yaml, document 1 (ClusterOperators"
                                + " cloud-controller-manager), kind (line 2): the payload has no such kind; known are"
                                + " ClusterOperator, ClusterRole, ClusterRoleBinding, ServiceMonitor, ImageStream, Lease,"
                                + " Namespace, Role, Service, ServiceAccount, ConfigMap, Deployment, NetworkPolicy,"
                                + " PrometheusRule, RoleBinding, CredentialsRequest, CustomResourceDefinition"),
                disagreement("a kind of another version")
                        .inPayload(CLUSTER_OPERATOR, "config.openshift.io/v1", "config.openshift.io/v2")
                        .gives(IN_CLUSTER_OPERATOR + "apiVersion (line 1): has to be config.openshift.io/v1 for a"
                                + " ClusterOperator"),
                disagreement("an unknown field")
                        .inPayload(RBAC, "resources: [leases]", "resource: [leases]")
                        .gives(ROLE + "rules[0].resource (line 22): there is no such field; is resources meant?"),
                disagreement("a wildcard")
                        .inPayload(RBAC, "verbs: [create]", "verbs: [\"*\"]")
                        .gives(ROLE + "rules[0].verbs[0] (line 23): has a wildcard; name what is needed"),
                disagreement("a key without a value")
                        .inPayload(CLUSTER_OPERATOR, "spec: {}", "spec:")
                        .gives(IN_CLUSTER_OPERATOR + "spec (line 10): has no value; write \"\", {} or [], or leave it"
                                + " out"),
                disagreement("a duplicate object")
                        .payload("61_again.yaml", objectAgain())
                        .gives("manifests/61_again.yaml, document 1 (ClusterOperator cloud-controller-manager),"
                                + " metadata.name (line 4): the same object is in"
                                + " manifests/60_clusteroperator.yaml, document 1; leave one of them out or rename"
                                + " it"),
                disagreement("no annotation of a capability")
                        .inPayload(CLUSTER_OPERATOR, "    capability.openshift.io/name: CloudControllerManager\n", "")
                        .gives(IN_CLUSTER_OPERATOR + "metadata.annotations[\"capability.openshift.io/name\"] (line 5):"
                                + " has to be \"CloudControllerManager\""),
                disagreement("the capability of the wrong kind")
                        .inPayload(CREDENTIALS, "CloudCredential+CloudControllerManager", "CloudControllerManager")
                        .gives(IN_CREDENTIALS + "metadata.annotations[\"capability.openshift.io/name\"] (line 7):"
                                + " has to be \"CloudCredential+CloudControllerManager\""),
                disagreement("a ClusterOperator for hosted control planes")
                        .inPayload(
                                CLUSTER_OPERATOR,
                                "    exclude.release.openshift.io/internal-openshift-hosted: \"true\"\n",
                                "")
                        .gives(IN_CLUSTER_OPERATOR
                                + "metadata.annotations[\"exclude.release.openshift.io/internal-openshift-hosted\"]"
                                + " (line 5): has to be \"true\""),
                disagreement("no images")
                        .payloadWithout(IMAGES)
                        .gives("manifests/: no ConfigMap cloud-controller-manager-images with the key images.json;"
                                + " providers get their images from it"),
                disagreement("images in no JSON")
                        .inPayload(IMAGES, "{", "[")
                        .gives(IN_IMAGES + IMAGES_JSON + "is not JSON: line 2, column 35: Unexpected character (':'"
                                + " (code 58)): was expecting comma to separate Array entries"),
                disagreement("an image that is a number")
                        .inPayload(IMAGES, "\"quay.io/openshift/origin-operator\"", "1")
                        .gives(
                                IN_IMAGES + IMAGES_JSON
                                        + "cloudControllerManagerOperator has to be a string, the name of an image",
                                "providers/fog/provider.yaml, document 1, images.inject-credentials (line 5):"
                                        + " images.json of the payload has no key cloudControllerManagerOperator;"
                                        + " known are cloudControllerManagerFog, cloudNodeManagerFog"),
                disagreement("an image without a tag")
                        .inPayload(IMAGES, "origin-operator", "origin-ccm-operator")
                        .gives(IN_IMAGES + IMAGES_JSON + "cloudControllerManagerOperator: image-references has no tag"
                                + " for image quay.io/openshift/origin-ccm-operator; known are"
                                + " quay.io/openshift/origin-operator,"
                                + " quay.io/openshift/origin-fog-cloud-node-manager,"
                                + " quay.io/openshift/origin-fog-cloud-controller-manager"),
                disagreement("a tag of another image")
                        .inPayload(IMAGE_REFERENCES, "- name: operator", "- name: ccm-operator")
                        .gives(IN_IMAGE_REFERENCES + "spec.tags[0].from.name (line 10): has to be"
                                + " quay.io/openshift/origin-ccm-operator"),
                disagreement("a tag of no image")
                        .inPayload(IMAGE_REFERENCES, "kind: DockerImage", "kind: ImageStreamTag")
                        .gives(IN_IMAGE_REFERENCES + "spec.tags[0].from.kind (line 9): has to be DockerImage"),
                disagreement("a duplicate tag")
                        .inPayload(
                                IMAGE_REFERENCES,
                                "  tags:\n",
                                "  tags:\n    - name: operator\n      from: {kind: DockerImage, name:"
                                        + " quay.io/openshift/origin-operator}\n")
                        .gives(IN_IMAGE_REFERENCES + "spec.tags[1].name (line 9): there is a tag operator already;"
                                + " leave one of them out"),
                disagreement("no image references")
                        .payloadWithout(IMAGE_REFERENCES)
                        .gives("manifests/image-references: is missing; the release tooling takes the images from it"),
                disagreement("a role that does not exist")
                        .inPayload(RBAC, "kind: Role\n  name: cloud-controller-manager", "kind: Role\n  name: ccm")
                        .gives(IN_BINDING + "roleRef.name (line 37): there is no Role"
                                + " openshift-cloud-controller-manager/ccm; known are"
                                + " openshift-cloud-controller-manager/cloud-controller-manager"),
                disagreement("a role that is deleted")
                        .inPayload(RBAC, ROLE_METADATA, ROLE_METADATA + "    release.openshift.io/delete: \"true\"\n")
                        .gives(IN_BINDING + "roleRef.name (line 38): there is no Role"
                                + " openshift-cloud-controller-manager/cloud-controller-manager; there is none"),
                disagreement("a service account that no cluster has")
                        .payload(MONITORING, bindingTo("prometheus"))
                        .gives("manifests/06_monitoring.yaml, document 1 (RoleBinding"
                                + " openshift-cloud-controller-manager/prometheus-k8s), subjects[0].name (line 14):"
                                + " no manifest creates ServiceAccount openshift-monitoring/prometheus; known are"
                                + " openshift-monitoring/prometheus-k8s, kube-system/cloud-provider,"
                                + " kube-system/azure-cloud-provider, kube-system/cloud-provider-nutanix,"
                                + " kube-system/vsphere-cloud-controller-manager,"
                                + " openshift-cloud-controller-manager/cloud-controller-manager,"
                                + " openshift-cloud-controller-manager-operator/cluster-cloud-controller-manager"),
                disagreement("a CredentialsRequest for a service account that does not exist")
                        .inPayload(CREDENTIALS, "[cloud-controller-manager]", "[ccm]")
                        .gives(IN_CREDENTIALS + "spec.serviceAccountNames[0] (line 14): there is no ServiceAccount"
                                + " openshift-cloud-controller-manager/ccm; known are cloud-controller-manager"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void findsFaultWithFilePlaceAndRemedy(Disagreement fault) {
        assertThat(fault.judged()).containsExactlyElementsOf(fault.findings());
    }

    @Test
    void allowsGrantsToPrometheusOfCluster() {
        assertThat(disagreement("")
                        .payload(MONITORING, bindingTo("prometheus-k8s"))
                        .judged())
                .isEmpty();
    }

    @Test
    void acceptsDeletedObjectWithNameAndAnnotationsOnly() {
        String deleted = """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata:
                  name: of-the-release-before
                  namespace: openshift-cloud-controller-manager
                  annotations:
                    capability.openshift.io/name: CloudControllerManager
                    include.release.openshift.io/self-managed-high-availability: "true"
                    include.release.openshift.io/single-node-developer: "true"
                """;

        assertThat(disagreement("")
                        .payload(MONITORING, deleted + "    release.openshift.io/delete: \"true\"\n")
                        .judged())
                .isEmpty();
        assertThat(disagreement("").payload(MONITORING, deleted).judged()).isNotEmpty();
    }

    private static String bindingTo(String account) {
        return """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata:
                  name: prometheus-k8s
                  namespace: openshift-cloud-controller-manager
                  annotations:
                    capability.openshift.io/name: CloudControllerManager
                    include.release.openshift.io/self-managed-high-availability: "true"
                    include.release.openshift.io/single-node-developer: "true"
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: cloud-controller-manager}
                subjects:
                  - kind: ServiceAccount
                    namespace: openshift-monitoring
                    name: %s
                """.formatted(account);
    }

    private static String objectAgain() {
        return disagreement("as it is").payload().files().stream()
                .filter(file -> file.path().endsWith(CLUSTER_OPERATOR))
                .map(file -> new String(file.content(), StandardCharsets.UTF_8))
                .findFirst()
                .orElseThrow();
    }
}
