// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlWriter;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
                "{ccm: {cluster: {provider: AWS, name: a}}}| at '/ccm/cluster/provider': 'AWS' does not match pattern",
                "{ccm: {cluster: {platform: AWS, name: a}}}| at '/ccm/cluster': additional properties 'platform' not allowed",
                "{ccm: {cluster: {provider: aws, name: a, azure: {}}}}| ccm.cluster.azure: set azure with the provider azure only, or remove it",
                "{ccm: {cluster: {provider: azure, name: a, vsphere: {}}}}| ccm.cluster.vsphere: set vsphere with the provider vsphere only, or remove it",
                "{ccm: {cluster: {provider: aws, name: a, controlPlaneTopology: Single}}}| at '/ccm/cluster/controlPlaneTopology': value must be one of 'HighlyAvailable', 'HighlyAvailableArbiter', 'DualReplica', 'SingleReplica', 'External'",
                "{ccm: {cluster: {provider: aws}}}| at '/ccm/cluster': missing property 'name'",
                "{ccm: {cluster: {provider: aws, name: a b}}}| at '/ccm/cluster/name': 'a b' does not match pattern",
                "{ccm: {cluster: {provider: aws, name: a, apiServer: {host: 'https://api'}}}}| at '/ccm/cluster/apiServer/host': 'https://api' does not match pattern",
                "{ccm: {cluster: {provider: aws, name: a, network: {pods: [10.0.0.0/33]}}}}| at '/ccm/cluster/network/pods/0': '10.0.0.0/33' does not match pattern",
                "{ccm: {cluster: {provider: aws, name: a, network: {pods: [10.0.0.0/8, 10.0.0.0/8]}}}}| ccm.cluster.network.pods: write each network once",
                "{ccm: {cluster: {provider: aws, name: a, cloudConfig: {}}}}| ccm.cluster.cloudConfig: set configMap or secret",
                "{ccm: {cluster: {provider: aws, name: a, cloudConfig: {configMap: {name: a b, key: c}}}}}| at '/ccm/cluster/cloudConfig/configMap/name': 'a b' does not match pattern",
                "{ccm: {managementState: Removed}}| at '/ccm/managementState': value must be one of 'Managed', 'Unmanaged'",
                "{ccm: {controllerManager: {args: [{name: a, value: b}, {name: a, value: c}]}}}| ccm.controllerManager.args[1].name: a is there already",
                "{ccm: {controllerManager: {env: [{name: A}, {name: A}]}}}| ccm.controllerManager.env[1].name: A is there already",
                "{ccm: {nodeManager: {env: [{name: A, value: b, valueFrom: {secretKeyRef: {name: a, key: b}}}]}}}| ccm.nodeManager.env[0]: set value or valueFrom, not both",
                "{ccm: {nodeManager: {env: [{name: A, valueFrom: {}}]}}}| ccm.nodeManager.env[0].valueFrom: set secretKeyRef, configMapKeyRef or fieldRef",
                "{ccm: {nodeManager: {nodePlacement: {tolerations: [{value: a}]}}}}| ccm.nodeManager.nodePlacement.tolerations[0]: set a key, or the operator Exists",
                "{ccm: {nodeManager: {nodePlacement: {tolerations: [{key: a, operator: Exists, value: b}]}}}}| ccm.nodeManager.nodePlacement.tolerations[0]: leave the value out, or set the operator Equal",
                "{ccm: {nodeManager: {nodePlacement: {tolerations: [{key: a, tolerationSeconds: 1}]}}}}| ccm.nodeManager.nodePlacement.tolerations[0]: set tolerationSeconds with the effect NoExecute only",
                "{ccm: {credentials: {}}}| ccm.credentials: set secretName, tokenAudience or both, or none alone",
                "{ccm: {nodeManager: {hostAliases: [{ip: '::1', hostnames: [a]}, {ip: '::1', hostnames: [b]}]}}}| ccm.nodeManager.hostAliases[1].ip: ::1 is there already",
                "{ccm: {controllerManager: {image: 'https://a/b:1'}}}| at '/ccm/controllerManager/image': 'https://a/b:1' does not match pattern",
                "{images: {cloudControllerManagerAWS: 'a/B:1'}}| at '/images/cloudControllerManagerAWS': 'a/B:1' does not match pattern",
                "{ccm: {controllerManager: {resources: {requests: {cpu: -1}}}}}| at '/ccm/controllerManager/resources/requests/cpu': minimum: got -1, want 0",
                "{ccm: {controllerManager: {resources: {requests: {mem: 1}}}}}| ccm.controllerManager.resources.requests[mem]: name cpu, memory, ephemeral-storage, a size of huge pages",
                "{ccm: {controllerManager: {resources: {requests: {cpu: 2}, limits: {cpu: 1999m}}}}}| ccm.controllerManager.resources.requests[cpu]: a request is above its limit; raise the limit, or lower the request",
                "{ccm: {nodeManager: {resources: {requests: {memory: 1Gi}, limits: {memory: 1.05G}}}}}| ccm.nodeManager.resources.requests[memory]: a request is above its limit",
                "{ccm: {nodeManager: {resources: {requests: {example.com/a: 1}}}}}| ccm.nodeManager.resources.requests[example.com/a]: an extended resource and huge pages need a limit that is the same as the request",
                "{ccm: {cluster: {provider: aws, name: a, tls: {groups: [X25519, X25519]}}}}| ccm.cluster.tls.groups: write each group once",
                "{ccm: {cluster: {provider: vsphere, name: a, vsphere: {vcenters: [{server: a, datacenters: [b, b]}]}}}}| at '/ccm/cluster/vsphere/vcenters/0/datacenters': items at 0 and 1 are equal",
                "{ccm: {logLevel: debug}}| at '/ccm/logLevel': value must be one of 'Normal', 'Debug', 'Trace', 'TraceAll'",
                "{ccm: {controllerManager: {arg: {}}}}| at '/ccm/controllerManager': additional properties 'arg' not allowed",
                "{ccm: {controllerManager: {args: [{name: a, value: 1}]}}}| at '/ccm/controllerManager/args/0/value': got number, want string",
                "{distribution: k8s}| at '/distribution': value must be one of 'auto', 'OpenShift', 'Kubernetes'",
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
                "{affinity: {nodeAffinity: {requiredDuringSchedulingIgnoreDuringExecution: {}}}}| at '/affinity/nodeAffinity': additional properties 'requiredDuringSchedulingIgnoreDuringExecution' not allowed",
                "{affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {}}}}| at '/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution': got object, want array",
                "{extraEnv: [{name: a, valueFrom: {secretKeyref: {name: a, key: b}}}]}| at '/extraEnv/0/valueFrom': additional properties 'secretKeyref' not allowed",
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
                "{ccm: {cluster: {provider: ibm, name: a}}, images: {}}| ccm.controllerManager.image: is missing; provider ibm needs it; set it to the image of the cloud's project, such as",
                "{ccm: {controllerManager: {image: 'a b'}}}| at '/ccm/controllerManager/image': 'a b' does not match pattern",
                "{ccm: {controllerManager: {podMetadata: {labels: {'a b': c}}}}}| invalid propertyName 'a b'",
                "{ccm: {nodeManager: {affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: {matchExpressions: [{key: a, operator: In}]}}]}}}}}| ccm.nodeManager.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].preference.matchExpressions[0]: leave values out with the operators Exists and DoesNotExist, and set them with all others",
                "{ccm: {nodeManager: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Gt, values: [b]}]}]}}}}}}| nodeSelectorTerms[0].matchExpressions[0]: set one integer in values with the operators Gt and Lt",
                "{ccm: {controllerManager: {affinity: {nodeAfinity: {}}}}}| at '/ccm/controllerManager/affinity': additional properties 'nodeAfinity' not allowed",
                "{namespaces: {operator: A_b}}| at '/namespaces/operator': 'A_b' does not match pattern",
                "{metrics: {dashboard: maybe}}| at '/metrics/dashboard': value must be one of 'auto', true, false",
                "{resources: {request: {}}}| at '/resources': additional properties 'request' not allowed",
                "{providerPack: {volume: {name: a, configMap: {name: a}}}}| at '/providerPack/volume': maxProperties: got 2, want 1",
                "{extraRules: {clusters: []}}| at '/extraRules': additional properties 'clusters' not allowed",
                "{extraRules: {cluster: [{resources: [pods]}]}}| at '/extraRules/cluster/0': missing property 'verbs'",
                "{extraRules: {cluster: [{verbs: ['*']}]}}| at '/extraRules/cluster/0/verbs/0': '*' does not match pattern",
                "{resources: {limits: {memory: lots}}}| at '/resources/limits/memory': 'lots' does not match pattern",
                "{ccm: {cluster: {provider: aws, name: a, proxy: {httpProxy: 'proxy:3128'}}}}| ccm.cluster.proxy.httpProxy: write a URL such as http://proxy.example.com:3128; in a user and password before the host write # as %23, @ as %40, / as %2F, ? as %3F, % as %25",
                "{ccm: {cluster: {provider: aws, name: a, proxy: {httpsProxy: 'http://user:a#b@proxy:3128'}}}}| ccm.cluster.proxy.httpsProxy: write a URL such as",
                "{ccm: {cluster: {provider: aws, name: a, proxy: {noProxy: 'a,b c'}}}}| ccm.cluster.proxy.noProxy: separate hosts, domains and networks by commas; write",
                "{ccm: {cluster: {provider: azure, name: a, azure: {cloudName: Azure}}}}| at '/ccm/cluster/azure/cloudName': value must be one of",
                "{ccm: {credentials: {none: true, secretName: a}}}| ccm.credentials: set secretName, tokenAudience or both, or none alone",
                "{ccm: {credentials: {none: false}}}| at '/ccm/credentials/none': value must be true",
                "{ccm: {credentials: {secretName: A}}}| at '/ccm/credentials/secretName': 'A' does not match pattern",
                "{releaseVersion: latest}| at '/releaseVersion': 'latest' does not match pattern",
                "{distribution: Kubernetes, ccm: {}}| ccm.cluster: is missing; without OpenShift it describes the cluster: set provider, such as aws, and name",
                "{distribution: OpenShift, ccm: {cluster: {provider: aws, name: a}}}| ccm.cluster: OpenShift has objects that describe the cluster; remove it, or set distribution to Kubernetes",
                "{cloudConfig: '[Global]'}| cloudConfig: the Infrastructure of OpenShift names the ConfigMap with the cloud's configuration; remove it",
                "{cloudConfig: a, ccm: {cluster: {provider: aws, name: a, cloudConfig: {secret: {name: a, key: b}}}}}| cloudConfig: excludes ccm.cluster.cloudConfig; remove the former",
                "{distribution: Kubernetes, namespaces: {managed: ccm-operator}}| namespaces: operator and managed are the same; name two",
                "{platform: AWS}| platform: set ccm.cluster.provider instead",
                "{platformSpec: {external: {platformName: digitalocean}}}| platformSpec: set ccm.cluster.provider instead of external.platformName, and ccm.cluster.vsphere instead of vsphere",
                "{platformStatus: {azure: {cloudName: AzurePublicCloud}}}| platformStatus: set ccm.cluster.azure and ccm.cluster.vsphere instead of azure and vsphere",
                "{infrastructureName: a}| infrastructureName: set ccm.cluster.name instead",
                "{topology: SingleReplica}| topology: set ccm.cluster.controlPlaneTopology instead",
                "{clusterNetwork: [10.244.0.0/16]}| clusterNetwork: set ccm.cluster.network.pods instead",
                "{serviceNetwork: [10.96.0.0/12]}| serviceNetwork: set ccm.cluster.network.services instead",
                "{featureGates: [A]}| featureGates: remove it",
                "{proxy: {noProxy: .svc}}| proxy: set ccm.cluster.proxy instead",
                "{proxy: {trustedCA: ca}}| proxy.trustedCA: set ccm.cluster.trustedCA.configMap to {name: ca, key: ca-bundle.crt} instead, and copy the ConfigMap from openshift-config to the operator's namespace",
                "{crds: {install: true}}| crds: remove it; with ccm.cluster the distribution is Kubernetes",
                "{crds: {besideCalico: true}}| crds: remove it"
            })
    void rejectsInvalidValueWithPathAndRemedy(String values, String message) {
        assertThat(chart.refusal(values)).contains(message);
    }

    /** Values of the chart before, all of them: one upgrade says of each what to set instead. */
    @Test
    void namesWhatTakesThePlaceOfEachRemovedValueAtOnce() {
        String refusal = chart.refusal("""
                crds: {install: true}
                platform: AWS
                infrastructureName: a
                topology: HighlyAvailable
                """);

        assertThat(refusal)
                .contains(
                        "these values were removed:\n",
                        "\nplatform: ",
                        "\ninfrastructureName: ",
                        "\ncrds: ",
                        "\ntopology: ");
    }

    /** As {@code helm upgrade --reuse-values} gives them, on OpenShift. */
    @Test
    void acceptsRemovedValuesThatSayNothing() {
        String defaults = """
                crds: {install: false, besideCalico: false, global: {}}
                platform: ""
                platformSpec: {}
                platformStatus: {}
                infrastructureName: ""
                topology: HighlyAvailable
                clusterNetwork: []
                serviceNetwork: []
                featureGates: []
                proxy: {httpProxy: "", httpsProxy: "", noProxy: "", trustedCA: ""}
                """;

        assertThat(Chart.byName(chart.rendered(defaults))).isEqualTo(chart.byName("{}"));
    }

    @Test
    void acceptsExamplesOfGuide() throws IOException {
        List<String> examples = Stream.of(
                        Files.readString(PayloadFolder.project().resolve("docs/kubernetes/installing.md"))
                                .split("# values.yaml.*\n"))
                .skip(1)
                .map(ValuesTest::block)
                .toList();

        List<String> clusters = examples.stream()
                .filter(example -> example.contains("provider:"))
                .toList();
        assertThat(clusters).isNotEmpty();
        String cluster = clusters.get(0);
        assertThat(chart.byName(cluster).keySet())
                .contains("CloudControllerManager cluster", "ConfigMap ccm-operator/cloud-config");
        assertThat(examples).hasSizeGreaterThan(clusters.size());
        assertThat(Chart.byName(chart.rendered(
                                cluster,
                                examples.stream()
                                        .filter(example -> !clusters.contains(example))
                                        .toArray(String[]::new)))
                        .keySet())
                .contains("ServiceMonitor ccm-operator/cloud-controller-manager-operator");
    }

    @Test
    void passesNameOfEachProviderToOperator() {
        assertThat(ProviderIndex.load().entries()).isNotEmpty().allSatisfy(entry -> {
            Map<String, Object> cluster = new LinkedHashMap<>(Map.of("name", "0x1", "provider", entry.name()));

            Map<String, String> images = imageKeys().stream().collect(toMap(key -> key, key -> "a/b:1"));

            assertThat(cluster(YamlWriter.write(Map.of("ccm", Map.of("cluster", cluster), "images", images))))
                    .isEqualTo(cluster);
        });
    }

    @Test
    void passesValuesToOperator() {
        String spec = """
                logLevel: Debug
                controllerManager:
                  replicas: 2
                  image: registry.example.com/own:2
                  imagePullPolicy: Always
                  podMetadata: {labels: {team: a}, annotations: {example.com/b: c}}
                  affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution:
                    [{weight: 1, preference: {matchExpressions: [{key: zone, operator: In, values: [a]}]}}]}}
                  priorityClassName: high
                  hostAliases: [{ip: 10.0.0.1, hostnames: [api.example.com]}]
                  args: [{name: concurrent-service-syncs, value: "5"}]
                  env: [{name: A, valueFrom: {secretKeyRef: {name: b, key: c}}}]
                  resources: {requests: {cpu: 1, memory: 1Gi}}
                  nodePlacement: {nodeSelector: {a: b}, tolerations: [{key: c, operator: Exists, effect: NoExecute, tolerationSeconds: 60}]}
                cluster:
                  provider: vsphere
                  name: "007"
                  controlPlaneTopology: SingleReplica
                  apiServer: {host: api.example.com, port: 6443}
                  vsphere: {vcenters: [{server: vc.example.com, datacenters: [a]}], apiServerInternalIPs: [10.0.0.1]}
                  network: {pods: [10.244.0.0/16, "fd01::/48"], services: [10.96.0.0/12, "fd00::/112"]}
                  proxy: {httpProxy: "http://u:p%20@proxy:3128", noProxy: ".svc,10.0.0.0/8"}
                  cloudConfig: {secret: {name: conf, key: cloud.conf}}
                  trustedCA: {configMap: {name: user-ca-bundle, key: ca-bundle.crt}}
                  tls: {minVersion: VersionTLS13, groups: [X25519MLKEM768]}
                """;

        assertThat(chart.byName("ccm:\n" + spec.indent(2))
                        .get("CloudControllerManager cluster")
                        .fields()
                        .map("spec"))
                .isEqualTo(YamlText.tree(spec));
    }

    @Test
    void makesConfigMapOfCloudConfig() {
        Map<String, KubernetesObject> objects = chart.byName("""
                ccm: {cluster: {provider: aws, name: a}}
                cloudConfig: "  # first\\n[Global]\\nVPC = \\"<a>\\"\\n"
                """);

        assertThat(objects.get("ConfigMap ccm-operator/cloud-config").fields().string("data", "cloud.conf"))
                .isEqualTo("  # first\n[Global]\nVPC = \"<a>\"\n");
        assertThat(objects.get("CloudControllerManager cluster").fields().map("spec", "cluster", "cloudConfig"))
                .isEqualTo(Map.of("configMap", Map.of("name", "cloud-config", "key", "cloud.conf")));
    }

    /** Where the operator knows an image, the values need none. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "aws",
                "azure",
                "azurestack",
                "gcp",
                "ibm",
                "powervs",
                "openstack",
                "vsphere",
                "nutanix",
                "alibaba",
                "digitalocean",
                "exoscale",
                "hetzner",
                "kubevirt",
                "linode",
                "oracle",
                "outscale",
                "proxmox",
                "scaleway",
                "stackit",
                "vultr"
            })
    void requiresImagesOnKubernetesThatOperatorDoesNotKnow(String provider) {
        String values = "{ccm: {cluster: {name: a, provider: %s}}, images: {%s}}";
        List<String> keys = ProviderIndex.load().entries().stream()
                .map(ProviderIndex::provider)
                .map(Provider::descriptor)
                .filter(descriptor -> descriptor.name().equals(provider))
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
            if (ProviderIndex.provider(ProviderIndex.load().named(provider).orElseThrow())
                    .images()
                    .containsKey(key)) {
                assertThat(chart.byName(values.formatted(provider, others))
                                .get("CloudControllerManager cluster")
                                .fields()
                                .string("spec", field(key), "image"))
                        .isEmpty();
            } else {
                assertThat(chart.refusal(values.formatted(provider, others)))
                        .contains("ccm." + field(key) + ".image: is missing");
            }
            assertThat(chart.rendered(values.formatted(provider, others)
                            .replace("{ccm: {", "{ccm: {" + field(key) + ": {image: 'a/b:1'}, ")))
                    .isNotEmpty();
        });
        assertThat(chart.rendered(values.formatted(
                        provider, keys.stream().map(key -> key + ": 'a/b:1'").collect(joining(", ")))))
                .isNotEmpty();
    }

    private static String field(String key) {
        return key.startsWith("cloudNodeManager") ? "nodeManager" : "controllerManager";
    }

    /** There it acts at once. */
    @Test
    void writesImagesOfProgramsIntoObjectWhereItHasNone() {
        FieldReader spec =
                chart.byName("""
                ccm:
                  cluster: {provider: azure, name: a}
                  controllerManager: {replicas: 2}
                  nodeManager: {image: "registry.example.com/own:3"}
                images: {cloudControllerManagerAzure: "a/b:1", cloudNodeManagerAzure: "a/c:1"}
                """).get("CloudControllerManager cluster").fields().field("spec");

        assertThat(spec.map("controllerManager")).containsOnly(Map.entry("replicas", 2L), Map.entry("image", "a/b:1"));
        assertThat(spec.map("nodeManager")).containsOnly(Map.entry("image", "registry.example.com/own:3"));
        assertThat(chart.byName("{ccm: {logLevel: Debug}, images: {cloudControllerManagerAWS: 'a/b:1'}}")
                        .get("CloudControllerManager cluster")
                        .fields()
                        .map("spec"))
                .as("OpenShift")
                .containsOnlyKeys("logLevel");
    }

    private Map<String, Object> cluster(String values) {
        return chart.byName(values)
                .get("CloudControllerManager cluster")
                .fields()
                .map("spec", "cluster");
    }

    private static Set<String> imageKeys() {
        return FieldReader.of(YamlText.tree(Chart.text("values.yaml")))
                .map("images")
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
}
