// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import static io.ccmoperator.substitution.SampleProvider.FACTS;
import static io.ccmoperator.substitution.SampleProvider.IMAGES;
import static io.ccmoperator.substitution.SampleProvider.PROVIDER;
import static io.ccmoperator.substitution.SampleProvider.find;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlWriter;
import io.ccmoperator.cluster.CipherSuite;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.ClusterNetworks;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.ProxySettings;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.cluster.TlsGroup;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.cluster.TlsVersion;
import io.ccmoperator.cluster.Topology;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DesiredResourcesTest {
    private static final ClusterFacts OTHER_NAMESPACE = new ClusterFacts(
            FACTS.infrastructure(),
            FACTS.distribution(),
            "other",
            FACTS.proxy(),
            FACTS.networks(),
            FACTS.features(),
            FACTS.tls(),
            FACTS.overrides());

    private static List<KubernetesObject> desired(ClusterFacts facts) {
        return DesiredResources.of(PROVIDER, facts, IMAGES);
    }

    private static Map<String, Object> container(ClusterFacts facts, String name) {
        return find(desired(facts), "Deployment").allContainers().stream()
                .filter(container -> container.get("name").equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static ClusterFacts with(ProxySettings proxy) {
        return new ClusterFacts(
                FACTS.infrastructure(),
                FACTS.distribution(),
                FACTS.managedNamespace(),
                proxy,
                FACTS.networks(),
                FACTS.features(),
                FACTS.tls(),
                FACTS.overrides());
    }

    @Test
    void ordersObjectsByTheirReferences() {
        assertThat(desired(FACTS))
                .extracting(KubernetesObject::kind)
                .containsExactly(
                        "ValidatingAdmissionPolicy",
                        "Role",
                        "RoleBinding",
                        "Service",
                        "PodDisruptionBudget",
                        "Deployment");
    }

    @Test
    void replacesManagedNamespaceEverywhere() {
        List<KubernetesObject> objects = desired(OTHER_NAMESPACE);

        assertThat(find(objects, "Deployment").namespace()).isEqualTo("other");
        assertThat(find(objects, "Service").namespace()).isEqualTo("other");
        assertThat(find(objects, "PodDisruptionBudget").namespace()).isEqualTo("other");
        assertThat(find(objects, "RoleBinding").fields().maps("subjects"))
                .extracting(subject -> subject.get("namespace"))
                .containsExactly("other", "kube-system");
        assertThat(container(OTHER_NAMESPACE, "cloud-controller-manager").get("args"))
                .isEqualTo(List.of(
                        "--leader-elect-resource-namespace=other",
                        "--leader-elect-resource-namespace",
                        "other",
                        "--other=openshift-cloud-controller-manager",
                        "--secure-port=9257"));
        assertThat(find(objects, "ValidatingAdmissionPolicy").fields().maps("spec", "matchConditions"))
                .extracting(condition -> condition.get("expression"))
                .containsExactly("request.userInfo.username == 'system:serviceaccount:other:x'");
    }

    @Test
    void keepsNamespaceKubeSystem() {
        assertThat(find(desired(OTHER_NAMESPACE), "Role").namespace()).isEqualTo("kube-system");
    }

    @Test
    void setsImagesOfContainersWithKey() {
        assertThat(find(desired(FACTS), "Deployment").allContainers())
                .extracting(container -> container.get("image"))
                .containsExactly("registry/operator@sha256:2", "literal", "registry/ccm@sha256:1", "literal");
    }

    @Test
    void namesEveryMissingImageWithProviderKeyAndContainer() {
        assertThatThrownBy(() -> DesiredResources.of(PROVIDER, FACTS, new ImageReferences(Map.of("ccm", " "))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("""
                        sample: images.json lacks operator, needed by container prepare of Deployment sample; add its reference
                        sample: images.json lacks ccm, needed by container cloud-controller-manager of Deployment sample; add its reference\
                        """);
    }

    @Test
    void fillsInDeclaredEnvironmentVariablesOnly() {
        assertThat(container(FACTS, "prepare").get("env"))
                .isEqualTo(List.of(Map.of("name", "NAME", "value", "sample-1")));
        assertThat(container(FACTS, "cloud-controller-manager").get("env"))
                .isEqualTo(List.of(
                        Map.of("name", "NAME", "value", "sample-1"),
                        Map.of("name", "SECRET_NAMESPACE", "value", "openshift-cloud-controller-manager"),
                        Map.of("name", "SECRET_NAME", "value", "sample-credentials"),
                        Map.of("name", "HTTPS_PROXY", "value", "of-the-manifest")));
        assertThat(container(FACTS, "sidecar")).doesNotContainKey("env");
    }

    @Test
    void appendsFlagOfGateThatIsNotListedOnceItHasGraduated() {
        assertThat(arguments(notListedIn("4.22.0"))).contains("--node-labels=a=b");
        assertThat(arguments(notListedIn("4.21.9"))).noneMatch(flag -> flag.startsWith("--node-labels="));
        assertThat(arguments(notListedIn("4.22.0")))
                .as("feature gates of the program: as listed")
                .noneMatch(flag -> flag.startsWith("--feature-gates="));
    }

    private static ClusterFacts notListedIn(String release) {
        return with(new EnabledFeatures(new TreeSet<>(), new TreeSet<>(), new ReleaseVersion(release)));
    }

    private static ClusterFacts with(EnabledFeatures features) {
        return new ClusterFacts(
                FACTS.infrastructure(),
                FACTS.distribution(),
                FACTS.managedNamespace(),
                FACTS.proxy(),
                FACTS.networks(),
                features,
                FACTS.tls(),
                FACTS.overrides());
    }

    @Test
    void appendsFlagsInOrderAndOmitsThoseWithoutValue() {
        ClusterFacts facts = new ClusterFacts(
                FACTS.infrastructure(),
                FACTS.distribution(),
                FACTS.managedNamespace(),
                FACTS.proxy(),
                new ClusterNetworks(List.of("10.128.0.0/14", "fd01::/48"), List.of("172.30.0.0/16")),
                new EnabledFeatures(
                        new TreeSet<>(List.of("Labels", "CloudControllerManagerWebhook")),
                        new TreeSet<>(),
                        ReleaseVersion.UNKNOWN),
                new TlsSettings(
                        Optional.of(TlsVersion.TLS_1_2),
                        List.of(CipherSuite.TLS_AES_128_GCM_SHA256),
                        List.of(TlsGroup.X25519_MLKEM768, TlsGroup.SECP256R1)),
                FACTS.overrides());

        assertThat(arguments(facts))
                .containsSubsequence(
                        "--cluster-cidr=10.128.0.0/14,fd01::/48",
                        "--feature-gates=CloudControllerManagerWebhook=true",
                        "--tls-cipher-suites=TLS_AES_128_GCM_SHA256",
                        "--tls-min-version=VersionTLS12",
                        "--node-labels=a=b");
        assertThat(arguments(FACTS))
                .noneMatch(flag -> flag.matches("--(cluster-cidr|feature-gates|tls-.*|node-labels)=.*"));
    }

    @Test
    void passesProxyToContainersThatCallCloud() {
        ClusterFacts facts = with(new ProxySettings("http://p", "https://p", ""));

        assertThat(container(facts, "cloud-controller-manager").get("env").toString())
                .contains("{name=HTTPS_PROXY, value=https://p}", "{name=HTTP_PROXY, value=http://p}")
                .doesNotContain("of-the-manifest", "NO_PROXY");
        assertThat(container(facts, "sidecar").get("env").toString()).contains("HTTP_PROXY");
        assertThat(container(facts, "fetch").get("env").toString()).contains("HTTP_PROXY");
        assertThat(container(facts, "prepare").get("env").toString()).doesNotContain("HTTP_PROXY");
    }

    @Test
    void replacesVariableThatManifestDeclares() {
        ClusterFacts facts = with(new ProxySettings("", "https://p", ""));

        assertThat(FieldReader.of(container(facts, "cloud-controller-manager")).maps("env"))
                .filteredOn(variable -> variable.get("name").equals("HTTPS_PROXY"))
                .singleElement()
                .isEqualTo(Map.of("name", "HTTPS_PROXY", "value", "https://p"));
    }

    @Test
    void usesOneReplicaWithoutPodDisruptionBudgetOnSingleNode() {
        List<KubernetesObject> objects = desired(SampleProvider.facts(Topology.SINGLE_REPLICA));

        assertThat(find(objects, "Deployment").fields().at("spec", "replicas")).isEqualTo(1L);
        assertThat(objects).extracting(KubernetesObject::kind).doesNotContain("PodDisruptionBudget");
    }

    @Test
    void selectsPlatformByLabelInCommonObjects() {
        assertThat(YamlWriter.write(find(desired(FACTS), "PodDisruptionBudget").tree()))
                .isEqualTo("""
                apiVersion: policy/v1
                kind: PodDisruptionBudget
                metadata:
                  name: sample-cloud-controller-manager
                  namespace: openshift-cloud-controller-manager
                  labels:
                    app.kubernetes.io/managed-by: ccm-operator
                spec:
                  minAvailable: 1
                  selector:
                    matchLabels:
                      infrastructure.openshift.io/cloud-controller-manager: Sample
                  unhealthyPodEvictionPolicy: AlwaysAllow
                """);
        assertThat(YamlWriter.write(find(desired(FACTS), "Service").tree())).isEqualTo("""
                apiVersion: v1
                kind: Service
                metadata:
                  name: sample-cloud-controller-manager
                  namespace: openshift-cloud-controller-manager
                  labels:
                    k8s-app: sample-cloud-controller-manager
                    app.kubernetes.io/managed-by: ccm-operator
                spec:
                  type: ClusterIP
                  ports:
                  - name: https
                    port: 9257
                    protocol: TCP
                    targetPort: 9257
                  selector:
                    infrastructure.openshift.io/cloud-controller-manager: Sample
                """);
    }

    @Test
    void labelsEveryObjectAndKeepsItsOwnLabels() {
        assertThat(desired(FACTS))
                .allSatisfy(object -> assertThat(object.fields().map("metadata", "labels"))
                        .containsEntry(OwnerLabel.KEY, OwnerLabel.VALUE));
        assertThat(find(desired(FACTS), "Deployment").fields().map("metadata", "labels"))
                .containsEntry("own", "label");
    }

    @Test
    void putsBootstrapPodsIntoKubeSystemWithImage() {
        KubernetesObject pod =
                BootstrapPods.of(PROVIDER, OTHER_NAMESPACE, IMAGES).get(0);

        assertThat(YamlWriter.write(pod.tree())).isEqualTo("""
                apiVersion: v1
                kind: Pod
                metadata:
                  name: sample
                  namespace: kube-system
                spec:
                  containers:
                  - name: cloud-controller-manager
                    image: registry/ccm@sha256:1
                    args:
                    - --cloud-provider=sample
                """);
    }

    private static List<String> arguments(ClusterFacts facts) {
        return ((List<?>) container(facts, "cloud-controller-manager").get("args"))
                .stream().map(String.class::cast).toList();
    }

    @Test
    void writesTextOfTree() {
        String yaml = YamlWriter.writeAll(
                desired(FACTS).stream().map(KubernetesObject::tree).toList());

        assertThat(YamlText.manifest(yaml.split("---\n")[5]).tree())
                .isEqualTo(find(desired(FACTS), "Deployment").tree());
    }
}
