// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ShellCommand;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.chart.NodeFilter;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How the operator's own providers, and what providers may have, run on clusters other than OpenShift. */
class KubernetesDistributionTest {
    static List<String> providers() {
        return withProviders(
                index -> index.entries().stream().map(ProviderIndex.Entry::name).toList());
    }

    @ParameterizedTest
    @MethodSource("providers")
    void runsDeploymentsOnControlPlaneWhateverValueItsLabelHas(String name) {
        List<KubernetesObject> deployments = workloads(name, Distribution.KUBERNETES).stream()
                .filter(workload -> workload.kind().equals("Deployment"))
                .toList();

        assertThat(deployments)
                .isNotEmpty()
                .allSatisfy(deployment -> assertThat(NodeFilter.of(deployment).eligible(NodeFilter.SAMPLES))
                        .as(deployment.display())
                        .containsExactly("k3s-server", "kubeadm"));
        assertThat(workloads(name, Distribution.OPENSHIFT))
                .filteredOn(workload -> workload.kind().equals("Deployment"))
                .allSatisfy(deployment -> assertThat(NodeFilter.of(deployment).eligible(NodeFilter.SAMPLES))
                        .containsExactly("openshift-master"));
    }

    /** The route controller of a program that could not start would be the one to remove the second of them. */
    @ParameterizedTest
    @MethodSource("providers")
    void startsOnServerThatIsDedicatedOrWaitsForItsRoutes(String name) {
        for (Topology topology : List.of(Topology.HIGHLY_AVAILABLE, Topology.EXTERNAL)) {
            assertThat(objects(
                            name,
                            Distribution.KUBERNETES,
                            topology,
                            object -> object.kind().equals("Deployment")))
                    .isNotEmpty()
                    .allSatisfy(
                            deployment -> assertThat(NodeFilter.of(deployment).eligible(List.of(NodeFilter.DEDICATED)))
                                    .as(deployment.display())
                                    .containsExactly("dedicated"));
        }
    }

    @Test
    void hasNodeManagerForWindowsWhereItIsSetOnly() {
        assertThat(providers().stream()
                        .flatMap(name -> provider(name).assets().stream())
                        .filter(KubernetesObject::isForWindows)
                        .map(KubernetesObject::name))
                .containsExactly("azure-cloud-node-manager-windows");
        for (Distribution distribution : Distribution.values()) {
            assertThat(workloads("azure", distribution)).noneMatch(KubernetesObject::isForWindows);
        }
    }

    @ParameterizedTest
    @MethodSource("providers")
    void runsDeploymentsOnAnyNodeWhereControlPlaneHasNone(String name) {
        assertThat(objects(name, Distribution.KUBERNETES, Topology.EXTERNAL, KubernetesObject::isWorkload))
                .isNotEmpty()
                .allSatisfy(workload -> assertThat(NodeFilter.of(workload).eligible(NodeFilter.SAMPLES))
                        .as(workload.display())
                        .contains("k3s-server", "kubeadm", "worker"))
                .allSatisfy(workload -> assertThat(workload.podSpec())
                        .containsEntry("nodeSelector", Map.of("kubernetes.io/os", "linux")));
        assertThat(objects(name, Distribution.KUBERNETES, Topology.EXTERNAL, object -> true))
                .as("two replicas, kept apart, and a budget")
                .filteredOn(object -> !object.isWorkload())
                .isEqualTo(objects(name, Distribution.KUBERNETES, object -> !object.isWorkload()));
        assertThat(objects(name, Distribution.OPENSHIFT, Topology.EXTERNAL, object -> true))
                .isEqualTo(objects(name, Distribution.OPENSHIFT, object -> true));
    }

    @ParameterizedTest
    @MethodSource("providers")
    void electsLeaderWithTimesOfProgram(String name) {
        List<String> times = List.of(
                "--leader-elect-lease-duration=137s",
                "--leader-elect-renew-deadline=107s",
                "--leader-elect-retry-period=26s");

        assertThat(deployments(name, Distribution.OPENSHIFT))
                .allSatisfy(
                        args -> assertThat(args).contains("--leader-elect=true").containsAll(times));
        assertThat(deployments(name, Distribution.KUBERNETES))
                .allSatisfy(args -> assertThat(args)
                        .contains("--leader-elect=true")
                        .noneMatch(argument ->
                                argument.matches("--leader-elect-(lease-duration|renew-deadline|retry-period).*")));
    }

    /** Azure's program does not initialize nodes; of Vultr's the flags are not known. */
    @ParameterizedTest
    @MethodSource("providers")
    void initializesSeveralNodesAtOnceWhereProgramHasFlag(String name) {
        boolean has = Set.of(
                        "aws",
                        "digitalocean",
                        "exoscale",
                        "gcp",
                        "hetzner",
                        "kubevirt",
                        "linode",
                        "nutanix",
                        "openstack",
                        "oracle",
                        "scaleway",
                        "vsphere")
                .contains(name);

        assertThat(deployments(name, Distribution.KUBERNETES))
                .allSatisfy(args -> assertThat(args)
                        .filteredOn(argument -> argument.startsWith("--concurrent-node-syncs"))
                        .isEqualTo(has ? List.of("--concurrent-node-syncs=5") : List.of()));
        assertThat(deployments(name, Distribution.OPENSHIFT))
                .allSatisfy(
                        args -> assertThat(args).noneMatch(argument -> argument.startsWith("--concurrent-node-syncs")));
    }

    @Test
    void initializesAsManyNodesAsObjectSays() {
        Overrides one = overrides("{controllerManager: {args: [{name: concurrent-node-syncs, value: '1'}]}}");

        assertThat(arguments("aws", Distribution.KUBERNETES, List.of(), one))
                .filteredOn(argument -> argument.startsWith("--concurrent-node-syncs"))
                .containsExactly("--concurrent-node-syncs=1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"azure", "gcp"})
    void leavesNumberOfServicesAtOnceToProgram(String name) {
        assertThat(deployments(name, Distribution.OPENSHIFT))
                .allSatisfy(args -> assertThat(args).contains("--concurrent-service-syncs=10"));
        assertThat(deployments(name, Distribution.KUBERNETES))
                .allSatisfy(args ->
                        assertThat(args).noneMatch(argument -> argument.startsWith("--concurrent-service-syncs")));
    }

    @ParameterizedTest
    @MethodSource("providers")
    void runsAsNonRootWhereNodesAreNotThoseOfOpenShift(String name) {
        ClusterFacts facts = facts(provider(name), Distribution.KUBERNETES, Topology.HIGHLY_AVAILABLE)
                .with(overrides("{nodeManager: {windows: true}}"));

        assertThat(objects(name, facts, KubernetesObject::isWorkload))
                .filteredOn(workload -> !workload.isForWindows())
                .isNotEmpty()
                .allSatisfy(workload -> assertThat(
                                FieldReader.of(workload.podSpec()).map("securityContext"))
                        .containsEntry("runAsNonRoot", true)
                        .containsEntry("runAsUser", 65532L));
        assertThat(objects(name, facts, KubernetesObject::isWorkload))
                .filteredOn(KubernetesObject::isForWindows)
                .allSatisfy(workload -> assertThat(
                                FieldReader.of(workload.podSpec()).map("securityContext"))
                        .doesNotContainKeys("runAsNonRoot", "runAsUser"));
        assertThat(workloads(name, Distribution.OPENSHIFT))
                .allSatisfy(workload -> assertThat(
                                FieldReader.of(workload.podSpec()).map("securityContext"))
                        .doesNotContainKeys("runAsNonRoot", "runAsUser"));
    }

    @Test
    void keepsUserThatProviderNames() {
        Provider sample = SampleProvider.PROVIDER;
        List<KubernetesObject> assets =
                sample.assets().stream().map(KubernetesObject::copy).toList();
        Map<String, Object> container =
                SampleProvider.find(assets, "Deployment").containers().get(0);
        new FieldWriter(container).map("securityContext").put("runAsUser", 1000L);

        KubernetesObject deployment = SampleProvider.find(
                DesiredResources.of(
                        new Provider(
                                sample.descriptor(),
                                assets,
                                sample.bootstrap(),
                                sample.featureGates(),
                                sample.programFlags(),
                                sample.images()),
                        SampleProvider.facts(Distribution.KUBERNETES),
                        SampleProvider.IMAGES),
                "Deployment");

        assertThat(FieldReader.of(deployment.podSpec()).map("securityContext"))
                .doesNotContainKeys("runAsNonRoot", "runAsUser");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "aws     | 10.1.0.0/16 | {}                                           | true",
                "hetzner | 10.1.0.0/16 | {}                                           | true",
                "hetzner | 10.1.0.0/16 | {allocate-node-cidrs: 'true'}                | true",
                "hetzner |             | {}                                           | false",
                "hetzner | 10.1.0.0/16 | {configure-cloud-routes: 'false'}            | false",
                "alibaba | 10.1.0.0/16 | {}                                           | false",
                "alibaba | 10.1.0.0/16 | {allocate-node-cidrs: 'true'}                | true",
            })
    void makesRoutesWhereObjectSaysSo(String name, String networks, String args, boolean routes) {
        String items = YamlText.tree(args).entrySet().stream()
                .map(arg -> "{name: %s, value: '%s'}".formatted(arg.getKey(), arg.getValue()))
                .collect(Collectors.joining(", "));
        Overrides overrides = overrides("{controllerManager: {args: [" + items + "]}}");
        List<String> arguments =
                arguments(name, Distribution.KUBERNETES, networks == null ? List.of() : List.of(networks), overrides);

        assertThat(arguments.contains("--configure-cloud-routes=false")).isEqualTo(!routes);
        if (routes) {
            assertThat(arguments)
                    .noneMatch(argument -> argument.startsWith("--configure-cloud-routes"))
                    .containsOnlyOnce("--cluster-cidr=10.1.0.0/16");
        }
        assertThat(arguments(name, Distribution.OPENSHIFT, List.of("10.1.0.0/16"), Overrides.NONE))
                .contains("--configure-cloud-routes=false");
    }

    /** Those of the Deployment. */
    private static List<String> arguments(
            String name, Distribution distribution, List<String> networks, Overrides overrides) {
        ClusterFacts facts = facts(
                        provider(name),
                        distribution,
                        Topology.HIGHLY_AVAILABLE,
                        new ClusterNetworks(networks, List.of()))
                .with(overrides);
        KubernetesObject deployment = objects(
                        name, facts, object -> object.kind().equals("Deployment"))
                .get(0);
        return FieldReader.of(deployment.containers().get(0)).strings("args");
    }

    private static Overrides overrides(String spec) {
        return Overrides.of(YamlText.tree("{spec: " + spec + "}"));
    }

    /** The arguments of their first containers. */
    private static List<List<String>> deployments(String name, Distribution distribution) {
        return workloads(name, distribution).stream()
                .filter(workload -> workload.kind().equals("Deployment"))
                .map(workload -> FieldReader.of(workload.containers().get(0)).strings("args"))
                .toList();
    }

    private static List<String> argumentsOfCloud(Map<String, Object> container) {
        return FieldReader.of(container).strings("args").stream()
                .filter(argument -> !argument.startsWith("--secure-port="))
                .filter(argument -> !argument.startsWith("--configure-cloud-routes="))
                .filter(argument -> !argument.startsWith("--cluster-cidr="))
                .filter(argument -> !argument.matches("--concurrent-(service-syncs=10|node-syncs=5)"))
                .filter(argument -> !argument.matches("--leader-elect-(lease-duration|renew-deadline|retry-period)=.*"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("providers")
    void namesNoPolicyAfterOpenShift(String name) {
        List<KubernetesObject> openShift = objects(name, Distribution.OPENSHIFT, KubernetesDistributionTest::isPolicy);
        List<KubernetesObject> kubernetes =
                objects(name, Distribution.KUBERNETES, KubernetesDistributionTest::isPolicy);

        assertThat(kubernetes)
                .extracting(KubernetesObject::name)
                .isEqualTo(openShift.stream()
                        .map(policy -> policy.name().replaceFirst("^openshift-", ""))
                        .toList());
        assertThat(kubernetes)
                .filteredOn(policy -> policy.kind().endsWith("Binding"))
                .allSatisfy(binding -> assertThat(kubernetes)
                        .extracting(KubernetesObject::name)
                        .contains(binding.fields().string("spec", "policyName")));
        assertThat(KubernetesNames.renamed(provider(name)))
                .extracting(KubernetesObject::name)
                .isEqualTo(openShift.stream()
                        .map(KubernetesObject::name)
                        .filter(policy -> policy.startsWith("openshift-"))
                        .toList());
    }

    /** As the chart names them, whose other names a chart of the cloud may have. */
    @Test
    void bindsRolesOfChartByItsNames() {
        assertThat(roleRefs(Distribution.OPENSHIFT))
                .containsEntry(
                        "ClusterRoleBinding vsphere-cloud-controller-manager:cloud-controller-manager",
                        "cloud-controller-manager")
                .containsEntry("own RoleBinding", "cloud-controller-manager");
        assertThat(roleRefs(Distribution.KUBERNETES))
                .containsEntry(
                        "ClusterRoleBinding vsphere-cloud-controller-manager:cloud-controller-manager",
                        "ccm-operator:shared:cloud-controller-manager")
                .containsEntry(
                        "ClusterRoleBinding vsphere-cloud-controller-manager:vsphere-cloud-controller-manager",
                        "vsphere-cloud-controller-manager")
                .containsEntry("own RoleBinding", "cloud-controller-manager");
    }

    /** The name of the role by binding; the one in the namespace of cloud controller managers, which differs, without its name. */
    private static Map<String, String> roleRefs(Distribution distribution) {
        Map<String, String> roles = new TreeMap<>();
        for (KubernetesObject binding :
                objects("vsphere", distribution, object -> object.kind().endsWith("RoleBinding"))) {
            boolean isOwn = binding.display().endsWith("/vsphere-cloud-controller-manager:cloud-controller-manager");
            roles.put(
                    isOwn ? "own RoleBinding" : binding.display(),
                    binding.fields().string("roleRef", "name"));
        }
        return roles;
    }

    /** The removal after a process that has died finds the objects by these names. */
    @ParameterizedTest
    @MethodSource("providers")
    void knowsNamesOfAllObjectsWithoutFacts(String name) {
        List<KubernetesObject> kubernetes = objects(name, Distribution.KUBERNETES, object -> true);
        String namespace = kubernetes.stream()
                .filter(KubernetesObject::isWorkload)
                .findFirst()
                .orElseThrow()
                .namespace();

        assertThat(DesiredResources.all(provider(name), namespace))
                .extracting(KubernetesObject::display)
                .containsAll(kubernetes.stream().map(KubernetesObject::display).toList());
    }

    private static boolean isPolicy(KubernetesObject object) {
        return object.kind().startsWith("ValidatingAdmissionPolicy");
    }

    @ParameterizedTest
    @MethodSource("providers")
    void runsBinaryWithTheSameArgumentsButForPortAndTimes(String name) {
        List<KubernetesObject> openShift = workloads(name, Distribution.OPENSHIFT);
        List<KubernetesObject> kubernetes = workloads(name, Distribution.KUBERNETES);

        for (int i = 0; i < openShift.size(); i++) {
            assertThat(kubernetes.get(i).allContainers())
                    .extracting(KubernetesDistributionTest::argumentsOfCloud)
                    .isEqualTo(openShift.get(i).allContainers().stream()
                            .map(KubernetesDistributionTest::argumentsOfCloud)
                            .toList());
        }
        assertThat(kubernetes)
                .flatExtracting(KubernetesObject::allContainers)
                .allSatisfy(container -> assertThat(ShellCommand.isShell(container.get("command")))
                        .as("%s", container.get("command"))
                        .isFalse())
                .allSatisfy(container -> assertThat(
                                ((List<?>) container.get("command")).get(0).toString())
                        .startsWith("/"));
    }

    @ParameterizedTest
    @MethodSource("providers")
    void mountsNothingOfHostAndNamesTrustBundle(String name) {
        assertThat(workloads(name, Distribution.KUBERNETES)).isNotEmpty().allSatisfy(workload -> {
            assertThat(workload.tree().toString()).doesNotContain("hostPath", "apiserver-url.env");
            List<Object> volumes = workload.fields().maps("spec", "template", "spec", "volumes").stream()
                    .map(volume -> volume.get("name"))
                    .toList();
            assertThat(volumes).doesNotHaveDuplicates();
            assertThat(workload.allContainers())
                    .flatExtracting(container -> FieldReader.of(container).maps("volumeMounts"))
                    .allMatch(mount -> volumes.contains(mount.get("name")));
            assertThat(workload.containers())
                    .allSatisfy(
                            container -> assertThat(FieldReader.of(container).maps("env"))
                                    .contains(Map.of(
                                            "name", "SSL_CERT_FILE",
                                            "value", "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem")));
        });
    }

    @Test
    void takesBinaryOfImageThatRunsOnKubernetes() {
        assertThat(workloads("openstack", Distribution.KUBERNETES)
                        .get(0)
                        .containers()
                        .get(0))
                .containsEntry("command", List.of("/bin/openstack-cloud-controller-manager"));
        assertThat(workloads("aws", Distribution.KUBERNETES).get(0).containers().get(0))
                .containsEntry("command", List.of("/bin/aws-cloud-controller-manager"));
    }

    @Test
    void addsRoleToEachTermOfNodeAffinityAndKeepsOtherSelectors() {
        KubernetesObject object = workload("""
                nodeSelector: {node-role.kubernetes.io/control-plane: "", kubernetes.io/arch: amd64}
                affinity:
                  nodeAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution:
                      nodeSelectorTerms:
                        - matchExpressions: [{key: zone, operator: In, values: [a]}]
                        - matchFields: [{key: metadata.name, operator: In, values: [b]}]
                containers: []
                """);

        new ControlPlaneNodes(Topology.HIGHLY_AVAILABLE).apply(object);

        Map<String, Object> role = Map.of("key", "node-role.kubernetes.io/control-plane", "operator", "Exists");
        assertThat(object.podSpec()).containsEntry("nodeSelector", Map.of("kubernetes.io/arch", "amd64"));
        assertThat(FieldReader.of(object.podSpec())
                        .maps(
                                "affinity",
                                "nodeAffinity",
                                "requiredDuringSchedulingIgnoredDuringExecution",
                                "nodeSelectorTerms"))
                .containsExactly(
                        Map.of(
                                "matchExpressions",
                                List.of(Map.of("key", "zone", "operator", "In", "values", List.of("a")), role)),
                        Map.of(
                                "matchFields",
                                List.of(Map.of("key", "metadata.name", "operator", "In", "values", List.of("b"))),
                                "matchExpressions",
                                List.of(role)));
    }

    @Test
    void leavesWorkloadsOfAllNodesOnAllNodes() {
        KubernetesObject object = workload(
                "{nodeSelector: {kubernetes.io/os: linux}, tolerations: [{operator: Exists}], containers: []}");
        KubernetesObject before = object.copy();

        new ControlPlaneNodes(Topology.HIGHLY_AVAILABLE).apply(object);

        assertThat(object).isEqualTo(before);
    }

    @Test
    void keepsVariableThatContainerDeclares() {
        KubernetesObject object = workload("""
                containers:
                  - name: a
                    env: [{name: SSL_CERT_FILE, value: /own.pem}]
                    volumeMounts: [{name: ca, mountPath: /ca}]
                  - name: b
                volumes: [{name: ca, configMap: {name: ccm-trusted-ca, items: [{key: ca-bundle.crt, path: ca.pem}]}}]
                """);
        KubernetesObject before = object.copy();

        new TrustBundleVariable().apply(object);

        assertThat(object).isEqualTo(before);
    }

    private static KubernetesObject workload(String pod) {
        return new KubernetesObject(YamlText.tree("""
                apiVersion: apps/v1
                kind: DaemonSet
                metadata: {name: a}
                spec:
                  template:
                    spec:
                """ + pod.indent(6)));
    }

    private static Provider provider(String name) {
        return withProviders(index -> index.entries().stream()
                .filter(entry -> entry.name().equals(name))
                .map(ProviderIndex::provider)
                .findFirst()
                .orElseThrow());
    }

    private static List<KubernetesObject> workloads(String name, Distribution distribution) {
        return objects(name, distribution, KubernetesObject::isWorkload);
    }

    private static List<KubernetesObject> objects(
            String name, Distribution distribution, Predicate<KubernetesObject> filter) {
        return objects(name, distribution, Topology.HIGHLY_AVAILABLE, filter);
    }

    private static List<KubernetesObject> objects(
            String name, Distribution distribution, Topology topology, Predicate<KubernetesObject> filter) {
        return objects(name, facts(provider(name), distribution, topology), filter);
    }

    private static List<KubernetesObject> objects(String name, ClusterFacts facts, Predicate<KubernetesObject> filter) {
        Provider provider = provider(name);
        Map<String, String> images = new TreeMap<>();
        provider.descriptor().images().values().forEach(key -> images.put(key, "registry/" + key + ":1"));
        return DesiredResources.of(provider, facts, new ImageReferences(images)).stream()
                .filter(filter)
                .toList();
    }

    private static <T> T withProviders(Function<ProviderIndex, T> use) {
        SourceProviders sources = SourceProviders.open();
        try {
            return use.apply(ProviderIndex.load());
        } finally {
            sources.close();
        }
    }

    private static ClusterFacts facts(Provider provider, Distribution distribution, Topology topology) {
        return facts(
                provider,
                distribution,
                topology,
                new ClusterNetworks(List.of("10.128.0.0/14"), List.of("172.30.0.0/16")));
    }

    private static ClusterFacts facts(
            Provider provider, Distribution distribution, Topology topology, ClusterNetworks networks) {
        return new ClusterFacts(
                new Infrastructure(
                        provider.descriptor().platform(),
                        "",
                        "sample-1",
                        topology,
                        true,
                        Optional.empty(),
                        Optional.empty()),
                distribution,
                "openshift-cloud-controller-manager",
                ProxySettings.NONE,
                networks,
                EnabledFeatures.NONE,
                TlsSettings.UNSET,
                Overrides.NONE);
    }
}
