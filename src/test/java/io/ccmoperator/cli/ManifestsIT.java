// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static io.ccmoperator.cli.Inputs.arguments;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.chart.NodeFilter;
import io.quarkus.test.junit.main.LaunchResult;
import io.quarkus.test.junit.main.QuarkusMainIntegrationTest;
import io.quarkus.test.junit.main.QuarkusMainLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusMainIntegrationTest
@Tag("packaged")
class ManifestsIT {
    private static final String NETWORK = """
            apiVersion: config.openshift.io/v1
            kind: Network
            metadata: {name: cluster}
            """;

    @TempDir
    Path folder;

    private Inputs inputs;

    @BeforeEach
    void inputs() {
        inputs = new Inputs(folder);
    }

    private static List<KubernetesObject> objects(LaunchResult result) {
        assertThat(result.getErrorOutput()).isEmpty();
        assertThat(result.exitCode()).isZero();
        return YamlReader.read(result.getOutput()).stream()
                .map(YamlDocument::map)
                .map(tree -> new KubernetesObject(tree.orElseThrow()))
                .toList();
    }

    private static KubernetesObject deployment(LaunchResult result) {
        return objects(result).stream()
                .filter(object -> object.kind().equals("Deployment"))
                .findFirst()
                .orElseThrow();
    }

    private static String flags(KubernetesObject deployment) {
        return deployment.containers().get(0).get("args").toString();
    }

    @Test
    @Tag("jar")
    void printsObjectsOfPlatform(QuarkusMainLauncher launcher) {
        Path infrastructure = inputs.infrastructure("{type: AWS}");

        KubernetesObject deployment =
                deployment(launcher.launch(arguments("manifests", infrastructure, inputs.images())));

        assertThat(deployment.name()).isEqualTo("aws-cloud-controller-manager");
        assertThat(deployment.containers().get(0)).containsEntry("image", "registry/aws:1");
        assertThat(flags(deployment))
                .contains("--tls-min-version=VersionTLS12", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
    }

    @Test
    void setsWhatFileOfCloudControllerManagerSays(QuarkusMainLauncher launcher) throws IOException {
        Path valid = Files.writeString(folder.resolve("ccm.yaml"), """
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster}
                spec: {logLevel: Debug, controllerManager: {args: [{name: configure-cloud-routes, value: "true"}]}}
                """);
        Path refused = Files.writeString(
                folder.resolve("refused.yaml"),
                Files.readString(valid).replace("configure-cloud-routes", "cloud-config"));
        Path infrastructure = inputs.infrastructure("{type: AWS}");
        Path network = Files.writeString(folder.resolve("network.yaml"), """
                apiVersion: config.openshift.io/v1
                kind: Network
                metadata: {name: cluster}
                status: {clusterNetwork: [{cidr: 10.128.0.0/14, hostPrefix: 23}]}
                """);

        KubernetesObject deployment = deployment(launcher.launch(arguments(
                "manifests",
                infrastructure,
                inputs.images(),
                "--cluster-file=" + valid,
                "--cluster-network-file=" + network)));
        LaunchResult error =
                launcher.launch(arguments("manifests", infrastructure, inputs.images(), "--cluster-file=" + refused));

        assertThat(flags(deployment))
                .contains("--v=4", "--configure-cloud-routes=true", "--cluster-cidr=10.128.0.0/14")
                .doesNotContain("-v=2", "=false");
        assertThat(error.exitCode()).isEqualTo(1);
        assertThat(error.getErrorOutput())
                .contains(refused + ": CloudControllerManager cluster: spec.controllerManager.args[cloud-config]: the"
                        + " operator sets this flag; remove it");
    }

    @Test
    void takesClusterFromFileOfCloudControllerManager(QuarkusMainLauncher launcher) throws IOException {
        Path described = Files.writeString(folder.resolve("described.yaml"), """
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster}
                spec:
                  controllerManager: {args: [{name: configure-cloud-routes, value: "true"}, {name: allocate-node-cidrs, value: "true"}]}
                  cluster:
                    {provider: aws, name: a, network: {pods: [10.244.0.0/16]}, apiServer: {host: api.example.com},
                     proxy: {httpsProxy: "http://proxy:3128"}}
                """);
        String images = "--images-file=" + inputs.images();

        KubernetesObject deployment = deployment(launcher.launch("manifests", images, "--cluster-file=" + described));
        LaunchResult openShift =
                launcher.launch("manifests", images, "--cluster-file=" + described, "--distribution=openshift");
        LaunchResult proxy = launcher.launch("manifests", images, "--cluster-file=" + described, "--proxy-file=a");

        assertThat(deployment.containers().get(0))
                .containsEntry("command", List.of("/bin/aws-cloud-controller-manager"));
        assertThat(flags(deployment))
                .contains("--cluster-cidr=10.244.0.0/16", "--allocate-node-cidrs=true")
                .contains("--leader-elect-resource-namespace=cloud-controller-manager")
                .doesNotContain("--leader-elect-lease-duration", "--leader-elect-renew", "--leader-elect-retry");
        assertThat(deployment.namespace()).isEqualTo("cloud-controller-manager");
        assertThat(deployment.containers().get(0).get("env").toString())
                .contains("api.example.com", "value=6443", "http://proxy:3128")
                .contains("{name=NO_PROXY, value=api.example.com,.svc,localhost,127.0.0.1,169.254.169.254}");
        assertThat(openShift.exitCode()).isEqualTo(2);
        assertThat(openShift.getErrorOutput())
                .contains("--distribution: OpenShift needs --cluster-infrastructure-file; give its manifest");
        assertThat(proxy.exitCode()).isEqualTo(2);
        assertThat(proxy.getErrorOutput())
                .contains("--proxy-file: has no effect without --cluster-infrastructure-file");
    }

    @Test
    void needsNoImagesWhereProviderKnowsThem(QuarkusMainLauncher launcher) throws IOException {
        Path described = Files.writeString(folder.resolve("described.yaml"), """
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster}
                spec: {cluster: {provider: aws, name: a}}
                """);

        KubernetesObject deployment = deployment(launcher.launch("manifests", "--cluster-file=" + described));
        LaunchResult openShift =
                launcher.launch("manifests", "--cluster-infrastructure-file=" + inputs.infrastructure("{type: AWS}"));

        assertThat(deployment.containers().get(0).get("image").toString())
                .startsWith("registry.k8s.io/provider-aws/cloud-controller-manager:v1.");
        assertThat(openShift.exitCode()).isEqualTo(2);
        assertThat(openShift.getErrorOutput())
                .contains(
                        "Missing required option: '--images-file=FILE', which names the images of OpenShift's release");
    }

    @Test
    void warnsOfProxyThatGoReadsOtherwise(QuarkusMainLauncher launcher) {
        Path proxy = inputs.write("proxy.yaml", """
                apiVersion: config.openshift.io/v1
                kind: Proxy
                metadata: {name: cluster}
                status: {httpsProxy: 'http://user:a#hidden@proxy.example.com:3129', noProxy: 'a b'}
                """);

        LaunchResult result = launcher.launch(
                arguments("manifests", inputs.infrastructure("{type: AWS}"), inputs.images(), "--proxy-file=" + proxy));

        assertThat(result.exitCode()).isZero();
        assertThat(result.getErrorOutput())
                .contains("warning: " + proxy
                        + ": status.httpsProxy: the cloud controller manager reads another host than you"
                        + " mean, or none; write a URL such as")
                .contains("warning: " + proxy + ": status.noProxy: item 1 has no effect")
                .doesNotContain("hidden");
    }

    @Test
    void takesImageAndPodsOfObject(QuarkusMainLauncher launcher) throws IOException {
        Path described = Files.writeString(folder.resolve("described.yaml"), """
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster}
                spec:
                  controllerManager:
                    image: registry/own:2
                    podMetadata: {labels: {team: a}}
                    affinity:
                      nodeAffinity:
                        requiredDuringSchedulingIgnoredDuringExecution:
                          nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: Exists}]}]
                    hostAliases: [{ip: 10.9.8.7, hostnames: [api.example.com]}]
                  cluster: {provider: aws, name: a, tls: {groups: [X25519MLKEM768]}}
                """);
        Path none = Files.writeString(folder.resolve("none.json"), "{}");

        KubernetesObject deployment =
                deployment(launcher.launch("manifests", "--images-file=" + none, "--cluster-file=" + described));
        Files.writeString(described, Files.readString(described).replace("image: registry/own:2", "replicas: 1"));
        KubernetesObject newest =
                deployment(launcher.launch("manifests", "--images-file=" + none, "--cluster-file=" + described));
        Files.writeString(described, Files.readString(described).replace("provider: aws", "provider: powervs"));
        LaunchResult missing = launcher.launch("manifests", "--images-file=" + none, "--cluster-file=" + described);

        assertThat(deployment.containers().get(0)).containsEntry("image", "registry/own:2");
        assertThat(flags(deployment)).contains("--tls-curve-preferences=4588");
        assertThat(deployment.fields().map("spec", "template", "metadata", "labels"))
                .containsEntry("team", "a")
                .containsEntry("k8s-app", "aws-cloud-controller-manager");
        assertThat(deployment.podSpec().get("affinity").toString())
                .contains("{key=node-role.kubernetes.io/control-plane, operator=Exists}, {key=zone, operator=Exists}");
        assertThat(missing.exitCode()).isEqualTo(1);
        assertThat(missing.getErrorOutput())
                .contains(
                        "CloudControllerManager cluster: spec.controllerManager.image: is missing; set it to the image"
                                + " of provider powervs, or add cloudControllerManagerPowerVS to images.json");
        assertThat(newest.containers().get(0).get("image").toString())
                .startsWith("registry.k8s.io/provider-aws/cloud-controller-manager:v1.");
    }

    @Test
    void runsBinaryOnControlPlaneOfKubernetes(QuarkusMainLauncher launcher) {
        KubernetesObject deployment = deployment(launcher.launch(arguments(
                "manifests", inputs.infrastructure("{type: AWS}"), inputs.images(), "--distribution=kubernetes")));

        assertThat(deployment.containers().get(0))
                .containsEntry("command", List.of("/bin/aws-cloud-controller-manager"));
        assertThat(NodeFilter.of(deployment).eligible(NodeFilter.SAMPLES)).containsExactly("k3s-server", "kubeadm");
        assertThat(deployment.tree().toString()).doesNotContain("hostPath");
    }

    @Test
    void rejectsUnknownDistribution(QuarkusMainLauncher launcher) {
        LaunchResult result = launcher.launch(
                arguments("manifests", inputs.infrastructure("{type: AWS}"), inputs.images(), "--distribution=k8s"));

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.getErrorOutput())
                .contains("'--distribution': expected one of [OPENSHIFT, KUBERNETES] (case-insensitive) but was 'k8s'");
    }

    @Test
    void followsClusterFilesAndFlags(QuarkusMainLauncher launcher) {
        Path proxy = inputs.write("proxy.yaml", """
                apiVersion: config.openshift.io/v1
                kind: Proxy
                metadata: {name: cluster}
                status: {httpsProxy: 'https://proxy.example.com:3129'}
                """);
        Path apiServer = inputs.write("apiserver.yaml", """
                apiVersion: config.openshift.io/v1
                kind: APIServer
                metadata: {name: cluster}
                spec: {tlsAdherence: StrictAllComponents, tlsSecurityProfile: {type: Modern}}
                """);

        LaunchResult result = launcher.launch(arguments(
                "manifests",
                inputs.infrastructure("{type: AWS}"),
                inputs.images(),
                "--proxy-file=" + proxy,
                "--apiserver-file=" + apiServer,
                "--namespace=elsewhere"));

        KubernetesObject deployment = deployment(result);
        assertThat(deployment.namespace()).isEqualTo("elsewhere");
        assertThat(deployment.containers().get(0).get("env").toString())
                .contains("{name=HTTPS_PROXY, value=https://proxy.example.com:3129}");
        assertThat(flags(deployment))
                .contains("--leader-elect-resource-namespace=elsewhere", "--tls-min-version=VersionTLS13")
                .doesNotContain("--tls-cipher-suites");
    }

    @Test
    void fillsInNetworksOfClusterAndRequiresThemForAlibabaCloud(QuarkusMainLauncher launcher) {
        Path infrastructure = inputs.infrastructure(
                "{type: External, external: {cloudControllerManager: {state: External}}}",
                "{platformSpec: {type: External, external: {platformName: alibaba}}}");
        Path images = inputs.write("images.json", "{\"cloudControllerManagerAlibaba\": \"registry/alibaba:1\"}");
        Path without = inputs.write("without.yaml", NETWORK + "spec: {clusterNetwork: [{cidr: 10.128.0.0/14}]}\n");
        Path with = inputs.write("with.yaml", NETWORK + "status: {clusterNetwork: [{cidr: 10.128.0.0/14}]}\n");

        KubernetesObject deployment = deployment(
                launcher.launch(arguments("manifests", infrastructure, images, "--cluster-network-file=" + with)));
        LaunchResult withoutFile = launcher.launch(arguments("manifests", infrastructure, images));
        LaunchResult withoutStatus =
                launcher.launch(arguments("manifests", infrastructure, images, "--cluster-network-file=" + without));

        assertThat(flags(deployment)).contains("--cluster-cidr=10.128.0.0/14");
        String missing = "Network cluster has no status.clusterNetwork, which provider alibaba requires"
                + "; give the manifest of the Network as the cluster has it";
        assertThat(withoutFile.exitCode()).isEqualTo(1);
        assertThat(withoutFile.getErrorOutput()).isEqualTo("error: --cluster-network-file is not given: " + missing);
        assertThat(withoutStatus.exitCode()).isEqualTo(1);
        assertThat(withoutStatus.getErrorOutput()).isEqualTo("error: " + without + ": " + missing);
    }

    @Test
    void warnsWhenFeatureGateLacksEntryOfRelease(QuarkusMainLauncher launcher) {
        Path featureGate = inputs.write("featuregate.yaml", """
                apiVersion: config.openshift.io/v1
                kind: FeatureGate
                metadata: {name: cluster}
                status: {featureGates: [{version: 4.20.0, enabled: [{name: CloudControllerManagerWebhook}]}]}
                """);

        LaunchResult result = launcher.launch(arguments(
                "manifests",
                inputs.infrastructure("{type: AWS}"),
                inputs.images(),
                "--featuregate-file=" + featureGate));

        assertThat(result.exitCode()).isZero();
        assertThat(result.getErrorOutput())
                .isEqualTo("warning: " + featureGate + ": status.featureGates has no entry for version unknown, "
                        + "but for [4.20.0]; no feature gate is enabled. Set RELEASE_VERSION to choose one");
    }

    @Test
    void passesFeatureGatesThatProgramOfProviderKnows(QuarkusMainLauncher launcher) {
        Path featureGate = inputs.write("featuregate.yaml", """
                apiVersion: config.openshift.io/v1
                kind: FeatureGate
                metadata: {name: cluster}
                status:
                  featureGates:
                  - version: unknown
                    enabled:
                    - {name: CloudControllerManagerWatchBasedRoutesReconciliation}
                    - {name: CloudControllerManagerWebhook}
                """);

        LaunchResult openStack = launcher.launch(arguments(
                "manifests",
                inputs.infrastructure("{type: OpenStack}"),
                inputs.images(),
                "--featuregate-file=" + featureGate));
        LaunchResult vSphere = launcher.launch(arguments(
                "manifests",
                inputs.infrastructure("{type: VSphere}"),
                inputs.images(),
                "--featuregate-file=" + featureGate));

        assertThat(openStack.getOutput()).contains("--feature-gates=CloudControllerManagerWebhook=true\n");
        assertThat(openStack.getErrorOutput())
                .isEqualTo(
                        "warning: feature gates CloudControllerManagerWatchBasedRoutesReconciliation are enabled, but not"
                                + " passed: the cloud controller manager of provider openstack is not known to have them");
        assertThat(vSphere.getOutput())
                .contains(
                        "--feature-gates=CloudControllerManagerWatchBasedRoutesReconciliation=true,CloudControllerManagerWebhook=true\n");
        assertThat(vSphere.getErrorOutput()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'enabled: [{name: VSphereMixedNodeEnv}]', true",
        "'disabled: [{name: VSphereMixedNodeEnv}]', false",
        "'enabled: [{name: Other}]', false",
        ", false",
    })
    void labelsNodesOfVSphereWhereGateIsOn(String lists, boolean labels, QuarkusMainLauncher launcher) {
        List<String> featureGate = lists == null
                ? List.of()
                : List.of("--featuregate-file=" + inputs.write("featuregate.yaml", """
                        apiVersion: config.openshift.io/v1
                        kind: FeatureGate
                        metadata: {name: cluster}
                        status: {featureGates: [{version: unknown, %s}]}
                        """.formatted(lists)));

        LaunchResult result = launcher.launch(arguments(
                "manifests",
                inputs.infrastructure("{type: VSphere}"),
                inputs.images(),
                featureGate.toArray(String[]::new)));

        assertThat(result.exitCode()).isZero();
        assertThat(result.getOutput().contains("--node-labels=node.openshift.io/platform-type=vsphere\n"))
                .isEqualTo(labels);
    }

    @Test
    void warnsOfFieldsOfLaterReleaseInEachObjectOfOpenShift(QuarkusMainLauncher launcher) {
        String object = "{apiVersion: config.openshift.io/v1, kind: %s, metadata: {name: cluster}, spec: {later: 1}}";
        List<String> flags = List.of(
                "--proxy-file=" + inputs.write("proxy.yaml", object.formatted("Proxy")),
                "--cluster-network-file=" + inputs.write("network.yaml", object.formatted("Network")),
                "--apiserver-file=" + inputs.write("apiserver.yaml", object.formatted("APIServer")));

        LaunchResult result = launcher.launch(arguments(
                "manifests", inputs.infrastructure("{type: AWS}"), inputs.images(), flags.toArray(String[]::new)));

        assertThat(result.exitCode()).isZero();
        assertThat(result.getErrorStream())
                .hasSize(3)
                .allMatch(line ->
                        line.matches("warning: .*: spec\\.later is not a field of \\w+ config\\.openshift\\.io/v1"
                                + " that this release knows; it is ignored"));
    }

    @Test
    void writesOneFilePerObjectInOrderOfApplying(QuarkusMainLauncher launcher) throws IOException {
        Path output = folder.resolve("output");

        LaunchResult result = launcher.launch(arguments(
                "manifests", inputs.infrastructure("{type: AWS}"), inputs.images(), "--output-dir=" + output));

        assertThat(result.exitCode()).isZero();
        assertThat(result.getOutput()).isEmpty();
        try (Stream<Path> files = Files.list(output)) {
            assertThat(files.map(file -> file.getFileName().toString()).sorted())
                    .contains(
                            "03-service-aws-cloud-controller-manager.yaml",
                            "04-poddisruptionbudget-aws-cloud-controller-manager.yaml",
                            "05-deployment-aws-cloud-controller-manager.yaml");
        }
    }

    @Test
    void printsNoObjectsForPlatformWithoutProvider(QuarkusMainLauncher launcher) {
        LaunchResult result =
                launcher.launch(arguments("manifests", inputs.infrastructure("{type: BareMetal}"), inputs.images()));

        assertThat(result.exitCode()).isZero();
        assertThat(result.getOutput()).isEmpty();
        assertThat(result.getErrorOutput())
                .isEqualTo("warning: platform BareMetal has no provider here; nothing would be applied");
    }

    @Test
    void listsVariantsWithProviderForUnknownVariant(QuarkusMainLauncher launcher) {
        LaunchResult result = launcher.launch(arguments(
                "manifests",
                inputs.infrastructure(
                        "{type: External, external: {cloudControllerManager: {state: External}}}",
                        "{platformSpec: {type: External, external: {platformName: digitalocaen}}}"),
                inputs.images()));

        assertThat(result.exitCode()).isOne();
        assertThat(result.getOutput()).isEmpty();
        assertThat(result.getErrorOutput())
                .containsPattern("platform External 'digitalocaen' has no provider here;"
                        + " valid ones are those of the providers (.*, )?digitalocean\\b");
    }

    @Test
    void rejectsInvalidNamesInFlagsAsWrongUsage(QuarkusMainLauncher launcher) {
        Path infrastructure = inputs.infrastructure("{type: AWS}");

        LaunchResult namespace =
                launcher.launch(arguments("manifests", infrastructure, inputs.images(), "--namespace=Not_A_Name"));
        LaunchResult version =
                launcher.launch(arguments("manifests", infrastructure, inputs.images(), "--tls-min-version=1.2"));

        assertThat(namespace.exitCode()).isEqualTo(2);
        assertThat(namespace.getErrorOutput()).contains("--namespace: 'Not_A_Name' is not a valid namespace name");
        assertThat(version.exitCode()).isEqualTo(2);
        assertThat(version.getErrorOutput()).contains("VersionTLS10, VersionTLS11, VersionTLS12, VersionTLS13");
    }
}
