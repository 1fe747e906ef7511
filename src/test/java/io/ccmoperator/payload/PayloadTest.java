// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.payload;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ReservedObjects;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.rbac.OperatorRule;
import io.ccmoperator.assets.rbac.RequiredPermission;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.substitution.SecurePort;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What other components of a release rely on in the payload. */
class PayloadTest {
    private static final String MANAGED = "openshift-cloud-controller-manager";
    private static final String OPERATOR = "openshift-cloud-controller-manager-operator";

    private static KubernetesObject one(String end) {
        List<KubernetesObject> objects = PayloadFolder.objects(end);
        assertThat(objects).hasSize(1);
        return objects.get(0);
    }

    @Test
    void namesFilesInOrderOfApplying() {
        assertThat(PayloadFolder.files().keySet())
                .filteredOn(name -> !name.equals("image-references"))
                .allSatisfy(name ->
                        assertThat(name).matches("0000_(26|90)_cloud-controller-manager-operator_[0-9]{2}_.*\\.yaml"))
                .extracting(name ->
                        name.replace("_cloud-controller-manager-operator_", " ").replace(".yaml", ""))
                .containsExactly(
                        "0000_26 00_cloudcontrollermanager.crd",
                        "0000_26 00_namespace",
                        "0000_26 01_images.configmap",
                        "0000_26 02_rbac_operator",
                        "0000_26 03_rbac_provider",
                        "0000_26 04_rbac_provider_openstack",
                        "0000_26 05_metrics-service",
                        "0000_26 10_networkpolicy-default-deny",
                        "0000_26 13_credentialsrequest-openstack",
                        "0000_26 14_credentialsrequest-azure",
                        "0000_26 15_credentialsrequest-ibm",
                        "0000_26 15_credentialsrequest-powervs",
                        "0000_26 16_credentialsrequest-gcp",
                        "0000_26 17_credentialsrequest-vsphere",
                        "0000_26 18_credentialsrequest-nutanix",
                        "0000_26 19_credentialsrequest-aws",
                        "0000_26 50_deployment",
                        "0000_26 60_clusteroperator",
                        "0000_26 70_obsolete",
                        "0000_90 01_prometheus-rbac",
                        "0000_90 02_servicemonitor",
                        "0000_90 03_prometheusrule",
                        "0000_90 04_dashboard.configmap");
    }

    @Test
    void reservesNamesOfItsObjectsAmongThoseOfProviders() {
        List<KubernetesObject> ofKindsOfProviders = PayloadFolder.objects(".yaml").stream()
                .filter(object -> ResourceKind.of(object)
                        .filter(ResourceKind.OF_PROVIDERS::contains)
                        .isPresent())
                .toList();

        assertThat(ofKindsOfProviders)
                .hasSizeGreaterThan(30)
                .allMatch(object -> ReservedObjects.areOfCluster(object.kind(), object.name())
                        || ReservedObjects.areOfPayload(object.kind(), object.namespace(), object.name()));
    }

    /**
     * The kinds of the Prometheus operator are created in run level 50. The Cluster Version Operator stops a component at its
     * first error, so that one of them before the operator's Deployment would keep the operator from being started.
     */
    @Test
    void requiresNoKindOfOtherComponentBeforeItExists() {
        assertThat(PayloadFolder.objects(".yaml").stream()
                        .filter(object -> object.apiVersion().startsWith("monitoring.coreos.com/")))
                .hasSize(4);
        assertThat(PayloadFolder.ofRunLevel("0000_26"))
                .isNotEmpty()
                .noneMatch(object -> object.apiVersion().startsWith("monitoring.coreos.com/"));
    }

    @Test
    void preparesBothNamespacesForControlPlanePods() {
        assertThat(PayloadFolder.objects("_00_namespace.yaml"))
                .extracting(KubernetesObject::name)
                .containsExactlyInAnyOrder(OPERATOR, MANAGED);
        assertThat(PayloadFolder.objects("_00_namespace.yaml")).allSatisfy(namespace -> {
            assertThat(namespace.fields().map("metadata", "labels"))
                    .containsExactlyInAnyOrderEntriesOf(Map.of(
                            "openshift.io/run-level", "0",
                            "openshift.io/cluster-monitoring", "true",
                            "pod-security.kubernetes.io/enforce", "privileged",
                            "pod-security.kubernetes.io/audit", "privileged",
                            "pod-security.kubernetes.io/warn", "privileged"));
            assertThat(namespace.fields().map("metadata", "annotations"))
                    .containsEntry("openshift.io/node-selector", "")
                    .containsEntry("workload.openshift.io/allowed", "management");
        });
    }

    @Test
    void hasImageOfEachImageKey() {
        Map<String, Object> tagOfKey = new LinkedHashMap<>();
        tagOfKey.put("cloudControllerManagerOperator", "cluster-cloud-controller-manager-operator");
        tagOfKey.put("cloudControllerManagerAWS", "aws-cloud-controller-manager");
        tagOfKey.put("cloudControllerManagerAzure", "azure-cloud-controller-manager");
        tagOfKey.put("cloudNodeManagerAzure", "azure-cloud-node-manager");
        tagOfKey.put("cloudControllerManagerGCP", "gcp-cloud-controller-manager");
        tagOfKey.put("cloudControllerManagerIBM", "ibm-cloud-controller-manager");
        tagOfKey.put("cloudControllerManagerOpenStack", "openstack-cloud-controller-manager");
        tagOfKey.put("cloudControllerManagerPowerVS", "powervs-cloud-controller-manager");
        tagOfKey.put("cloudControllerManagerVSphere", "vsphere-cloud-controller-manager");
        tagOfKey.put("cloudControllerManagerNutanix", "nutanix-cloud-controller-manager");

        Map<String, Object> imageOfKey = new LinkedHashMap<>();
        tagOfKey.forEach((key, tag) -> imageOfKey.put(key, "quay.io/openshift/origin-" + tag));
        assertThat(PayloadFolder.images()).containsExactlyInAnyOrderEntriesOf(imageOfKey);

        KubernetesObject references = one("image-references");
        assertThat(references.display()).isEqualTo("ImageStream cloud-controller-manager-operator");
        assertThat(references.apiVersion()).isEqualTo("image.openshift.io/v1");
        assertThat(references.fields().maps("spec", "tags"))
                .containsExactlyInAnyOrderElementsOf(tagOfKey.values().stream()
                        .map(tag -> Map.<String, Object>of(
                                "name",
                                tag,
                                "from",
                                Map.of("kind", "DockerImage", "name", "quay.io/openshift/origin-" + tag)))
                        .toList());
    }

    @Test
    @SuppressWarnings("unchecked")
    void requestsCredentialsOfEachCloud() throws IOException {
        List<Map<String, Object>> facts;
        try (InputStream stream = PayloadTest.class.getResourceAsStream("/payload/credentials-requests.json")) {
            facts = (List<Map<String, Object>>) JsonReader.read(stream.readAllBytes());
        }
        assertThat(PayloadFolder.ofKind("CredentialsRequest")).hasSize(facts.size() + 1);
        for (Map<String, Object> fact : facts) {
            KubernetesObject request = one("_credentialsrequest-" + fact.get("platform") + ".yaml");
            assertThat(request.name()).isEqualTo(fact.get("name"));
            assertThat(request.namespace()).isEqualTo("openshift-cloud-credential-operator");
            assertThat(request.fields().map("spec", "secretRef"))
                    .isEqualTo(Map.of("name", fact.get("secretName"), "namespace", MANAGED));
            assertThat(request.fields().at("spec", "serviceAccountNames")).isEqualTo(fact.get("serviceAccountNames"));
            assertThat(request.fields().map("spec", "providerSpec")).isEqualTo(fact.get("providerSpec"));
        }
    }

    /** The Cloud Credential Operator writes into the Secret where the token is. */
    @Test
    void requestsCredentialsOfAwsForSecretAndTokenThatDeploymentMounts() throws IOException {
        KubernetesObject request = one("_credentialsrequest-aws.yaml");
        KubernetesObject aws = new KubernetesObject(YamlReader.read(Files.readString(
                        PayloadFolder.project().resolve("src/main/resources/providers/aws/assets/50-deployment.yaml")))
                .get(0)
                .map()
                .orElseThrow());

        assertThat(FieldReader.of(aws.podSpec()).maps("volumes"))
                .contains(Map.of(
                        "name",
                        "aws-credentials",
                        "secret",
                        Map.of("secretName", request.fields().string("spec", "secretRef", "name"), "optional", true)));
        assertThat(FieldReader.of(aws.containers().get(0)).maps("volumeMounts"))
                .filteredOn(mount -> mount.get("name").equals("bound-sa-token"))
                .extracting(mount -> mount.get("mountPath") + "/token")
                .containsExactly(request.fields().string("spec", "cloudTokenPath"));
    }

    /** The operator would not find an image, a component would write no Secret, and the API server would refuse a role. */
    @Test
    void givesProvidersTheirImagesSecretsAndRoles() {
        List<KubernetesObject> payload = PayloadFolder.objects(".yaml");
        List<OperatorRule> held = OperatorRule.of(payload);
        Set<String> secrets = PayloadFolder.ofKind("CredentialsRequest").stream()
                .map(request -> request.fields().string("spec", "secretRef", "name"))
                .collect(Collectors.toSet());
        assertThat(providersOfPayload()).hasSizeGreaterThan(8).allSatisfy(provider -> {
            assertThat(PayloadFolder.images())
                    .containsKeys(provider.descriptor().images().values().toArray(String[]::new));
            assertThat(secrets)
                    .containsAll(
                            provider.descriptor().credentialsSecret().stream().toList());
            assertThat(RequiredPermission.of(provider.assets(), payload))
                    .allSatisfy(required -> assertThat(held)
                            .as(required.toString())
                            .anyMatch(rule -> rule.covers(required.permission())));
        });
    }

    @SuppressWarnings("try")
    private static List<Provider> providersOfPayload() {
        try (SourceProviders sources = SourceProviders.open()) {
            return ProviderIndex.load().entries().stream()
                    .map(ProviderIndex::provider)
                    .filter(provider -> provider.descriptor().payload())
                    .toList();
        }
    }

    @Test
    void namesOnlyRolesAndAccountsThatExist() {
        List<KubernetesObject> payload = PayloadFolder.objects(".yaml");
        Set<String> names = payload.stream().map(KubernetesObject::display).collect(Collectors.toSet());
        Set<String> ofCluster = Set.of(
                "Role kube-system/extension-apiserver-authentication-reader",
                "ClusterRole system:openshift:scc:hostaccess");

        assertThat(payload).extracting(KubernetesObject::display).doesNotHaveDuplicates();
        assertThat(payload)
                .filteredOn(object -> object.kind().endsWith("RoleBinding"))
                .isNotEmpty()
                .allSatisfy(binding -> {
                    FieldReader role = binding.fields().field("roleRef");
                    String prefix = role.string("kind").equals("Role") ? binding.namespace() + "/" : "";
                    assertThat(role.string("kind") + " " + prefix + role.string("name"))
                            .matches(name -> ofCluster.contains(name) || names.contains(name));
                });
        assertThat(PayloadFolder.ofKind("CredentialsRequest"))
                .flatExtracting(request -> request.fields().strings("spec", "serviceAccountNames"))
                .isNotEmpty()
                .allMatch(account -> names.contains("ServiceAccount " + MANAGED + "/" + account));
    }

    @Test
    void annotatesEachManifestForCapabilityAndClusters() {
        assertThat(PayloadFolder.instructions()).allSatisfy(object -> {
            Map<String, Object> annotations = object.fields().map("metadata", "annotations");
            assertThat(annotations)
                    .as(object.display())
                    .containsEntry("include.release.openshift.io/self-managed-high-availability", "true")
                    .containsEntry("include.release.openshift.io/single-node-developer", "true")
                    .containsEntry(
                            "capability.openshift.io/name",
                            object.kind().equals("CredentialsRequest")
                                    ? "CloudCredential+CloudControllerManager"
                                    : "CloudControllerManager");
            // Hosted control planes have a ClusterOperator of their own.
            assertThat(annotations.containsKey("exclude.release.openshift.io/internal-openshift-hosted"))
                    .isEqualTo(object.kind().equals("ClusterOperator"));
        });
    }

    @Test
    void schedulesOperatorBesideControlPlane() {
        KubernetesObject deployment = one("_50_deployment.yaml");
        Map<String, Object> label = Map.of("k8s-app", "cloud-manager-operator");

        assertThat(deployment.display())
                .isEqualTo("Deployment " + OPERATOR + "/cluster-cloud-controller-manager-operator");
        assertThat(deployment.fields().map("spec", "selector", "matchLabels")).isEqualTo(label);
        assertThat(deployment.fields().map("spec", "template", "metadata", "labels"))
                .isEqualTo(label);
        assertThat(deployment.fields().map("spec", "template", "metadata", "annotations"))
                .containsEntry("target.workload.openshift.io/management", "{\"effect\": \"PreferredDuringScheduling\"}")
                .containsEntry("openshift.io/required-scc", "hostaccess");
        assertThat(deployment.fields().string("spec", "strategy", "type")).isEqualTo("Recreate");
        assertThat(deployment.podSpec())
                .containsEntry("serviceAccountName", "cluster-cloud-controller-manager")
                .containsEntry("priorityClassName", "system-node-critical")
                .containsEntry("hostNetwork", true)
                .containsEntry(
                        "securityContext",
                        Map.of("runAsNonRoot", true, "seccompProfile", Map.of("type", "RuntimeDefault")))
                .containsEntry("nodeSelector", Map.of("node-role.kubernetes.io/master", ""));
    }

    @Test
    void passesFlagsWithoutLeaderElectionDurations() {
        KubernetesObject container =
                new KubernetesObject(one("_50_deployment.yaml").containers().get(0));

        assertThat(container.fields().at("args"))
                .isEqualTo(List.of(
                        "run",
                        "--leader-elect=true",
                        "--leader-elect-resource-namespace=" + OPERATOR,
                        "--images-json=/etc/cloud-controller-manager-config/images.json",
                        "--metrics-bind-address=:9258",
                        "--health-addr=127.0.0.1:9259"));
        assertThat(Map.of("startupProbe", "/healthz", "livenessProbe", "/healthz", "readinessProbe", "/readyz"))
                .allSatisfy((probe, path) -> {
                    assertThat(container.fields().at(probe, "timeoutSeconds")).isEqualTo(5L);
                    assertThat(container.fields().map(probe, "httpGet"))
                            .isEqualTo(Map.of("host", "127.0.0.1", "port", "healthz", "path", path));
                });
        assertThat(container.fields().at("startupProbe", "initialDelaySeconds"))
                .as("the first request of the kubelet comes when the program listens")
                .isEqualTo(2L);
        assertThat(container.fields().at("startupProbe", "periodSeconds")).isEqualTo(1L);
        assertThat(container.fields().map("securityContext"))
                .isEqualTo(Map.of(
                        "allowPrivilegeEscalation", false,
                        "readOnlyRootFilesystem", true,
                        "capabilities", Map.of("drop", List.of("ALL"))));
    }

    @Test
    void hasVersionPlaceholderOfReleaseTooling() {
        assertThat(one("_50_deployment.yaml").containers().get(0).get("env"))
                .isEqualTo(List.of(
                        Map.of("name", "RELEASE_VERSION", "value", "0.0.1-snapshot"),
                        Map.of(
                                "name",
                                "POD_UID",
                                "valueFrom",
                                Map.of("fieldRef", Map.of("fieldPath", "metadata.uid")))));
        assertThat(one("_60_clusteroperator.yaml").fields().at("status", "versions"))
                .isEqualTo(List.of(Map.of("name", "operator", "version", "0.0.1-snapshot")));
    }

    @Test
    void relatesClusterOperatorToBothNamespaces() {
        assertThat(one("_60_clusteroperator.yaml").fields().maps("status", "relatedObjects"))
                .extracting(object -> object.get("resource") + " " + object.get("name"))
                .containsExactlyInAnyOrder(
                        "clusteroperators cloud-controller-manager", "namespaces " + MANAGED, "namespaces " + OPERATOR);
    }

    @Test
    void selectsOperatorByMetricsServiceWithServingCertificate() {
        KubernetesObject service =
                PayloadFolder.objects("_05_metrics-service.yaml").get(0);
        KubernetesObject deployment = one("_50_deployment.yaml");

        assertThat(service.fields().map("spec", "selector"))
                .isEqualTo(deployment.fields().map("spec", "selector", "matchLabels"));
        assertThat(service.fields().map("metadata", "annotations"))
                .containsEntry(
                        "service.alpha.openshift.io/serving-cert-secret-name", "cloud-controller-manager-operator-tls");
        assertThat(service.fields().maps("spec", "ports"))
                .singleElement()
                .satisfies(
                        port -> assertThat(port).containsEntry("port", 9258L).containsEntry("targetPort", "metrics"));
        assertThat(deployment.podSpec().get("volumes").toString())
                .contains("secretName=cloud-controller-manager-operator-tls, optional=true");
    }

    /** By the label and the Secret that the operator sets on workloads. */
    @Test
    void requestsServingCertificatesOfCloudControllerManagers() {
        assertThat(PayloadFolder.objects("_05_metrics-service.yaml"))
                .filteredOn(service -> service.namespace().equals(MANAGED))
                .hasSize(2)
                .allSatisfy(service -> {
                    String secret = service.fields()
                            .string("metadata", "annotations", "service.beta.openshift.io/serving-cert-secret-name");
                    assertThat(SecurePort.isCertificate(secret)).isTrue();
                    assertThat(secret).isEqualTo(service.name() + "-tls");
                    assertThat(service.fields().map("spec", "selector"))
                            .isEqualTo(Map.of("infrastructure.openshift.io/secure-port", service.name()));
                });
    }

    @Test
    void deniesNetworkToOtherPodsOfBothNamespaces() {
        assertThat(PayloadFolder.ofKind("NetworkPolicy"))
                .extracting(KubernetesObject::display)
                .containsExactlyInAnyOrder(
                        "NetworkPolicy " + OPERATOR + "/default-deny", "NetworkPolicy " + MANAGED + "/default-deny");
        assertThat(PayloadFolder.ofKind("NetworkPolicy"))
                .extracting(policy -> policy.fields().map("spec"))
                .containsOnly(Map.of("podSelector", Map.of(), "policyTypes", List.of("Ingress", "Egress")));
    }
}
