// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.cluster.ClusterNetworks;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.ProxySettings;
import io.ccmoperator.cluster.Topology;
import io.ccmoperator.payload.PayloadFolder;
import io.ccmoperator.substitution.ProviderSelection;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which values the chart takes, what it says to the others, and how the operator understands what becomes of them. */
class ValuesTest extends ChartScene {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '§',
            value = {
                "{platfrom: AWS}| at '': additional properties 'platfrom' not allowed",
                "{platform: aws}| at '/platform': value must be one of '', 'AWS', 'Azure', 'GCP'",
                "{topology: Single}| at '/topology': value must be one of 'HighlyAvailable', 'HighlyAvailableArbiter', 'DualReplica', 'External', 'SingleReplica'",
                "{distribution: k8s}| at '/distribution': value must be one of 'auto', 'OpenShift', 'Kubernetes'",
                "{crds: {instal: true}}| at '/crds': additional properties 'instal' not allowed",
                "{crds: {install: 'yes'}}| at '/crds/install': got string, want boolean",
                "{images: {cloudControllerManagerAws: a/b:1}}| at '/images': additional properties 'cloudControllerManagerAws' not",
                "{images: {cloudControllerManagerAWS: 'a b'}}| at '/images/cloudControllerManagerAWS': 'a b' does not match pattern",
                "{image: 'a/b:1'}| at '/image': got string, want object",
                "{image: {repository: 'a/b:1'}}| at '/image/repository': 'a/b:1' does not match pattern",
                "{image: {repository: a/b, digest: abc}}| at '/image/digest': 'abc' does not match pattern",
                "{image: {repository: a/b, pullPolicy: Sometimes}}| at '/image/pullPolicy': value must be one of",
                "{image: {repository: ''}}| image.repository: is missing; set it to the operator's image that you have built",
                "{image: {repository: quay.io/openshift/origin-cluster-cloud-controller-manager-operator}}| image.repository: is the name that the release tooling of OpenShift replaces, not this operator; set it to",
                "{imagePullSecrets: [a]}| at '/imagePullSecrets/0': got string, want object",
                "{log: {level: 11}}| at '/log/level': maximum: got 11, want 10",
                "{log: {format: xml}}| at '/log/format': value must be one of 'text', 'json'",
                "{extraArgs: [controllers=ccm]}| at '/extraArgs/0': 'controllers=ccm' does not match pattern",
                "{extraEnv: [{value: a}]}| at '/extraEnv/0': missing property 'name'",
                "{podLabels: {a: 1}}| at '/podLabels/a': got number, want string",
                "{podAnnotations: {a: true}}| at '/podAnnotations/a': got boolean, want string",
                "{serviceAccount: {annotations: {a: 1}}}| at '/serviceAccount/annotations/a': got number, want string",
                "{nodeSelector: {a: true}}| at '/nodeSelector/a': got boolean, want string",
                "{affinity: {nodeAfinity: {}}}| at '/affinity': additional properties 'nodeAfinity' not allowed",
                "{tolerations: [{effect: Never}]}| at '/tolerations/0/effect': value must be one of",
                "{priorityClassName: A}| at '/priorityClassName': 'A' does not match pattern",
                "{revisionHistoryLimit: -1}| at '/revisionHistoryLimit': minimum: got -1, want 0",
                "{networkPolicy: {enabled: 'no'}}| at '/networkPolicy/enabled': got string, want boolean",
                "{metrics: {credentialsSecret: A}}| at '/metrics/credentialsSecret': 'A' does not match pattern",
                "{namespaces: {operator: kube-system}}| namespaces.operator: kube-system belongs to the cluster; name a namespace for this release alone",
                "{namespaces: {managed: kube-system}}| namespaces.managed: kube-system belongs to the cluster",
                "{namespaces: {managed: default}}| namespaces.managed: default belongs to the cluster",
                "{namespaces: {operator: openshift-config-managed}}| namespaces.operator: openshift-config-managed belongs to the cluster",
                "{namespaces: {operator: a, managed: a}}| namespaces: operator and managed are the same; name two",
                "{crds: {install: true}, platform: AWS, infrastructureName: a, images: {}}| images.cloudControllerManagerAWS: is missing; platform AWS needs it, and the default is for OpenShift; set it to",
                "{namespaces: {operator: A_b}}| at '/namespaces/operator': 'A_b' does not match pattern",
                "{metrics: {dashboard: maybe}}| at '/metrics/dashboard': value must be one of 'auto', true, false",
                "{resources: {request: {}}}| at '/resources': additional properties 'request' not allowed",
                "{extraRules: {clusters: []}}| at '/extraRules': additional properties 'clusters' not allowed",
                "{extraRules: {cluster: [{resources: [pods]}]}}| at '/extraRules/cluster/0': missing property 'verbs'",
                "{extraRules: {cluster: [{verbs: ['*']}]}}| at '/extraRules/cluster/0/verbs/0': '*' does not match pattern",
                "{resources: {limits: {memory: lots}}}| at '/resources/limits/memory': 'lots' does not match pattern",
                "{proxy: {httpProxy: 'proxy:3128'}}| at '/proxy/httpProxy': 'proxy:3128' does not match pattern '^(https?://",
                "{platformStatus: {azure: {cloudName: Azure}}}| at '/platformStatus/azure/cloudName': value must be one of",
                "{releaseVersion: latest}| at '/releaseVersion': 'latest' does not match pattern",
                "{crds: {install: true}, infrastructureName: a}| platform: is missing; with crds.install it says which cloud",
                "{crds: {install: true}, platform: AWS}| infrastructureName: is missing; with crds.install it is the cluster",
                "{crds: {install: true}, distribution: OpenShift}| crds.install: OpenShift has these kinds and objects",
                "{crds: {install: true}, platform: External, infrastructureName: a}| platformSpec.external.platformName: is",
                "{platform: AWS}| platform: has no effect without crds.install",
                "{cloudConfig: '[Global]'}| cloudConfig: has no effect without crds.install",
                "{proxy: {noProxy: .svc}}| proxy: has no effect without crds.install"
            })
    void rejectsInvalidValueWithPathAndRemedy(String values, String message) {
        assertThat(chart.refusal(values)).contains(message);
    }

    @Test
    void acceptsExamplesOfGuide() throws IOException {
        List<String> examples = Stream.of(
                        Files.readString(PayloadFolder.project().resolve("docs/installing.md"))
                                .split("# values.yaml.*\n"))
                .skip(1)
                .map(ValuesTest::block)
                .toList();

        assertThat(examples).hasSize(4);
        String cluster = examples.stream()
                .filter(example -> example.contains("crds:"))
                .findFirst()
                .orElseThrow();
        assertThat(chart.byName(cluster).keySet())
                .contains("Infrastructure cluster", "ConfigMap openshift-config/cloud-provider-config");
        assertThat(chart.byName(String.join("", examples)).keySet())
                .contains(
                        "ServiceMonitor openshift-cloud-controller-manager-operator/cloud-controller-manager-operator");
    }

    @Test
    void rejectsUnknownKeyOnEveryLevel() {
        assertThat(open(schema(), "values"))
                .containsExactlyInAnyOrder(
                        "values.global",
                        "values.crds.global",
                        "values.extraImages",
                        "values.serviceAccount.annotations",
                        "values.podAnnotations",
                        "values.podLabels",
                        "values.nodeSelector",
                        "values.affinity.nodeAffinity",
                        "values.affinity.podAffinity",
                        "values.affinity.podAntiAffinity",
                        "values.platformSpec.vsphere",
                        "values.platformStatus.vsphere",
                        "values.metrics.labels");
    }

    @Test
    void hasDefaultAndDescriptionOfEveryValue() {
        Map<String, Object> properties = FieldReader.of(schema()).map("properties");
        Set<String> values =
                new TreeSet<>(YamlText.tree(Chart.text("values.yaml")).keySet());

        assertThat(properties.keySet())
                .filteredOn(name -> !name.equals("global"))
                .hasSameElementsAs(values);
        assertThat(Chart.text("values.yaml").split("\n\n"))
                .as("paragraphs of values.yaml")
                .allMatch(paragraph -> paragraph.startsWith("#") || paragraph.contains("\n  # "));
    }

    @Test
    void listsPlatformsOfProviders() {
        Set<Object> ofProviders = new TreeSet<>();
        ProviderIndex.load().entries().forEach(entry -> ofProviders.add(entry.platform()));
        assertThat(FieldReader.of(schema()).at("properties", "platform", "enum"))
                .asInstanceOf(LIST)
                .filteredOn(platform -> !platform.equals(""))
                .hasSameElementsAs(ofProviders);
    }

    @Test
    void listsImagesOfProvidersAndPayload() {
        Set<String> ofPayload = new TreeSet<>(PayloadFolder.images().keySet());
        ofPayload.remove("cloudControllerManagerOperator");
        Set<String> ofProviders = new TreeSet<>();
        ProviderIndex.load().entries().stream()
                .map(ProviderIndex::provider)
                .map(Provider::descriptor)
                .forEach(descriptor -> ofProviders.addAll(descriptor.images().values()));
        ofProviders.remove("cloudControllerManagerOperator");

        Set<String> ofSchema = FieldReader.of(schema())
                .map("properties", "images", "properties")
                .keySet();

        // A pack may leave its key to extraImages.
        assertThat(ofSchema).containsAll(ofPayload).isSubsetOf(ofProviders);
        assertThat(FieldReader.of(YamlText.tree(Chart.text("values.yaml"))).map("images"))
                .containsOnlyKeys(ofSchema);
    }

    @Test
    void listsKindsOfOpenShiftThatOperatorReadsOnKubernetes() {
        List<String> asked = Arrays.stream(ResourceKind.values())
                .filter(kind -> kind.apiVersion().contains(".openshift.io/"))
                .filter(kind -> kind != ResourceKind.CLUSTER_VERSION && kind != ResourceKind.KUBE_CONTROLLER_MANAGER)
                .map(kind -> kind.plural() + "." + kind.apiVersion().replace("/v1", ""))
                .toList();

        assertThat(Chart.kinds()).extracting(KubernetesObject::name).containsExactlyInAnyOrderElementsOf(asked);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '§',
            value = {
                "platform: AWS| aws",
                "platform: Azure, platformStatus: {azure: {cloudName: AzurePublicCloud}}| azure",
                "platform: Azure, platformStatus: {azure: {cloudName: AzureStackCloud}}| azurestack",
                "platform: GCP| gcp",
                "platform: IBMCloud| ibm",
                "platform: PowerVS| powervs",
                "platform: OpenStack| openstack",
                "platform: VSphere, platformSpec: {vsphere: {vcenters: [{server: a, datacenters: [b]}]}}| vsphere",
                "platform: Nutanix| nutanix",
                "platform: AlibabaCloud, images: {cloudControllerManagerAlibaba: a/b}| alibaba",
                "platform: External, platformSpec: {external: {platformName: digitalocean}}, images: {cloudControllerManagerDigitalOcean: a/b}| digitalocean"
            })
    void selectsProviderOfPlatform(String platform, String provider) {
        Infrastructure infrastructure =
                infrastructure("{crds: {install: true}, infrastructureName: 'a: b', " + platform + "}");

        assertThat(infrastructure.name()).isEqualTo("a: b");
        assertThat(ProviderSelection.of(infrastructure, ProviderIndex.load())
                        .orElseThrow()
                        .descriptor()
                        .name())
                .isEqualTo(provider);
    }

    @Test
    void passesValuesToOperator() {
        String values = """
                crds: {install: true}
                platform: AWS
                infrastructureName: "007"
                topology: SingleReplica
                featureGates: [AWSServiceLBNetworkSecurityGroup]
                clusterNetwork: [10.244.0.0/16, fd01::/48]
                serviceNetwork: [10.96.0.0/12, fd00::/112]
                cloudConfig: "  # first\\n[Global]\\nVPC = \\"<a>\\"\\n"
                proxy: {httpProxy: "http://u:p%20@proxy:3128", noProxy: ".svc,10.0.0.0/8", trustedCA: user-ca-bundle}
                """;
        Map<String, KubernetesObject> objects = chart.byName(values);

        Infrastructure infrastructure =
                Infrastructure.of(objects.get("Infrastructure cluster").tree());
        assertThat(infrastructure.name()).isEqualTo("007");
        assertThat(infrastructure.topology()).isEqualTo(Topology.SINGLE_REPLICA);
        assertThat(infrastructure.cloudConfig())
                .contains(new Infrastructure.CloudConfigReference("cloud-provider-config", "cloud.conf"));
        assertThat(objects.get("ConfigMap openshift-config/cloud-provider-config")
                        .fields()
                        .string("data", "cloud.conf"))
                .isEqualTo("  # first\n[Global]\nVPC = \"<a>\"\n");
        assertThat(ProxySettings.of(objects.get("Proxy cluster").tree()))
                .isEqualTo(new ProxySettings("http://u:p%20@proxy:3128", "", ".svc,10.0.0.0/8"));
        assertThat(objects.get("Proxy cluster").fields().string("spec", "trustedCA", "name"))
                .isEqualTo("user-ca-bundle");
        assertThat(objects.get("Network cluster").fields().at("spec", "serviceNetwork"))
                .isEqualTo(List.of("10.96.0.0/12", "fd00::/112"));
        assertThat(ClusterNetworks.of(objects.get("Network cluster").tree()))
                .isEqualTo(new ClusterNetworks(
                        List.of("10.244.0.0/16", "fd01::/48"), List.of("10.96.0.0/12", "fd00::/112")));
        assertThat(EnabledFeatures.of(objects.get("FeatureGate cluster").tree(), "0.0.1-snapshot")
                        .orElseThrow()
                        .isEnabled("AWSServiceLBNetworkSecurityGroup"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AWS",
                "Azure",
                "GCP",
                "IBMCloud",
                "PowerVS",
                "OpenStack",
                "VSphere",
                "Nutanix",
                "AlibabaCloud",
                "External"
            })
    void requiresImagesOfPlatformOnKubernetes(String platform) {
        String values = "{crds: {install: true}, infrastructureName: a, platform: %s, images: {%s}, platformSpec: %s}";
        String spec = platform.equals("External") ? "{external: {platformName: digitalocean}}" : "{}";
        List<String> keys = ProviderIndex.load().entries().stream()
                .map(ProviderIndex::provider)
                .map(Provider::descriptor)
                .filter(descriptor -> descriptor.platform().equals(platform))
                // The image of a pack that the chart does not know is given in extraImages.
                .flatMap(descriptor -> descriptor.images().values().stream()
                        .filter(key -> descriptor.payload() || imageKeys().contains(key)))
                .filter(key -> !key.equals("cloudControllerManagerOperator"))
                .distinct()
                .toList();

        assertThat(keys).isNotEmpty().allSatisfy(key -> {
            String others = keys.stream()
                    .filter(other -> !other.equals(key))
                    .map(other -> other + ": 'a/b:1'")
                    .collect(joining(", "));
            assertThat(chart.refusal(values.formatted(platform, others, spec)))
                    .contains("images." + key + ": is missing");
        });
        assertThat(chart.rendered(values.formatted(
                        platform, keys.stream().map(key -> key + ": 'a/b:1'").collect(joining(", ")), spec)))
                .isNotEmpty();
    }

    private Infrastructure infrastructure(String values) {
        return Infrastructure.of(
                chart.byName(values).get("Infrastructure cluster").tree());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> schema() {
        return (Map<String, Object>) JsonReader.read(Chart.text("values.schema.json"));
    }

    private static Set<String> imageKeys() {
        return FieldReader.of(schema())
                .map("properties", "images", "properties")
                .keySet();
    }

    /** The lines at the beginning of the input, up to the end of the block. */
    private static String block(String text) {
        return text.lines()
                        .takeWhile(line -> !line.strip().equals("```"))
                        .collect(joining("\n"))
                        .stripIndent()
                + "\n";
    }

    /** Objects of the schema that take any member. */
    @SuppressWarnings("unchecked")
    private static List<String> open(Map<String, Object> schema, String path) {
        KubernetesObject tree = new KubernetesObject(schema);
        List<String> open = new ArrayList<>();
        if ("object".equals(schema.get("type")) && !Boolean.FALSE.equals(schema.get("additionalProperties"))) {
            open.add(path);
        }
        Stream.of("properties", "definitions")
                .forEach(group -> tree.fields()
                        .map(group)
                        .forEach((name, member) -> open.addAll(open((Map<String, Object>) member, path + "." + name))));
        return open;
    }
}
