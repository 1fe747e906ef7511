// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.chart.Chart.NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.Helm;
import io.ccmoperator.apiserver.CustomResources;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlWriter;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an API server accepts of a release, without the operator. */
@RequiresApiServer
class ReleaseIT extends ReleaseScene {
    private static final String OPERATOR = "openshift-cloud-controller-manager-operator";
    private static final String MANAGED = "openshift-cloud-controller-manager";
    private static final String VALIDATION = "helm/ccm-operator/templates/validation.yaml";

    @Test
    void keepsKindsOfOpenShiftAndLeavesCloudControllerManagersWhenUninstalled() {
        loadOpenShift();
        Set<String> kinds = kinds();
        List.of(OPERATOR, MANAGED).forEach(this::createNamespaceThatHelmOwns);
        KubernetesObject credentials =
                manifest("{apiVersion: v1, kind: Secret, metadata: {name: aws-cloud-credentials, namespace: %s}}"
                        .formatted(MANAGED));
        accepted(server.admin().create(credentials));

        assertThat(install(NAMESPACE, "{releaseVersion: 4.20.0}").getStatus()).isEqualTo("deployed");

        assertThat(kinds()).isEqualTo(kinds);
        assertThat(chart.rendered("{releaseVersion: 4.20.0}"))
                .allSatisfy(object ->
                        assertThat(server.admin().read(object).refusal()).isEmpty());
        assertThat(server.admin().read(CLUSTER).status())
                .as("of an object without values")
                .isEqualTo(404);

        assertThat(uninstall(NAMESPACE)).contains(RELEASE);

        assertThat(server.admin().read(deployment(OPERATOR)).status()).isEqualTo(404);
        assertThat(isLeftAlone(OPERATOR)).isTrue();
        assertThat(isLeftAlone(MANAGED)).isTrue();
        assertThat(server.admin().read(credentials).accepted()).isTrue();
        assertThat(chart.rendered("{releaseVersion: 4.20.0}"))
                .filteredOn(object -> object.name().equals("cloud-controller-manager"))
                .filteredOn(object -> !object.kind().equals("ServiceMonitor"))
                .hasSizeGreaterThan(8)
                .allSatisfy(object ->
                        assertThat(server.admin().read(object).refusal()).isEmpty());
    }

    /** As {@code helm install --take-ownership} leaves a namespace of the Cluster Version Operator. */
    private void createNamespaceThatHelmOwns(String name) {
        accepted(server.admin().create(manifest("""
                apiVersion: v1
                kind: Namespace
                metadata:
                  name: %s
                  labels: {app.kubernetes.io/managed-by: Helm}
                  annotations: {meta.helm.sh/release-name: %s, meta.helm.sh/release-namespace: %s}
                """.formatted(name, RELEASE, NAMESPACE))));
    }

    /** Helm brings the kind before it looks at the values; no object may be there beside it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {provider: aws, name: a, apiServer: {host: 'https://api'}} | at '/ccm/cluster/apiServer/host'
            {provider: aws, name: a, vsphere: {}}                      | ccm.cluster.vsphere: set vsphere with the provider vsphere only
            """)
    void leavesNoObjectWhereKindRefusesValues(String cluster, String message) {
        String values = "{ccm: {cluster: %s}, image: {repository: registry.example.com/ccm-operator},"
                + " images: {cloudControllerManagerAWS: 'a/b:1'}}";

        assertThatThrownBy(() -> install(NAMESPACE, values.formatted(cluster))).hasMessageContaining(message);

        assertThat(
                        List.of(
                                "{apiVersion: v1, kind: Namespace, metadata: {name: " + NAMESPACE + "}}",
                                "{apiVersion: v1, kind: Namespace, metadata: {name: cloud-controller-manager}}",
                                "{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster}}",
                                "{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: 'ccm-operator:cloud-controller-manager'}}"))
                .allSatisfy(object -> assertThat(
                                server.admin().read(manifest(object)).status())
                        .isEqualTo(404));
    }

    @Test
    void installsAndUpgradesEveryValueOfPodAndCluster() {
        String values = """
                ccm:
                  managementState: Managed
                  logLevel: Trace
                  controllerManager: {replicas: 2, args: [{name: concurrent-service-syncs, value: "5"}]}
                  cluster:
                    provider: vsphere
                    name: "007"
                    controlPlaneTopology: HighlyAvailable
                    vsphere: {vcenters: [{server: vc.example.com, datacenters: [a]}], apiServerInternalIPs: [10.0.0.1]}
                    network: {pods: [10.244.0.0/16], services: [10.96.0.0/12]}
                    proxy: {httpProxy: "http://proxy:3128", noProxy: .svc}
                    trustedCA: {configMap: {name: user-ca-bundle, key: ca-bundle.crt}}
                    tls: {minVersion: VersionTLS13}
                cloudConfig: "global: {}"
                image: {repository: registry.example.com/ccm-operator, tag: "%s", pullPolicy: Always}
                imagePullSecrets: [{name: registry}]
                networkPolicy: {enabled: %s}
                serviceAccount: {annotations: {a: b}}
                log: {level: 4, format: json}
                extraArgs: ["--controllers=ccm"]
                extraEnv: [{name: NODE_NAME, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}]
                podAnnotations: {a: b}
                podLabels: {team: cloud}
                nodeSelector: {pool: infra}
                tolerations: [{key: infra, operator: Exists, effect: NoExecute}]
                affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [
                  {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {team: other}}}]}}
                priorityClassName: system-cluster-critical
                revisionHistoryLimit: 2
                resources: {requests: {cpu: 20m}, limits: {memory: 200Mi}}
                metrics: {dashboard: true, certificateSecret: issued}
                """;
        install(NAMESPACE, values.formatted("v1", true));

        KubernetesObject rendered = chart.byName(values.formatted("v1", true)).get("CloudControllerManager cluster");
        assertThat(accepted(server.admin().read(rendered)).object().fields().map("spec"))
                .as("no field is unknown to the kind")
                .isEqualTo(rendered.fields().map("spec"));

        assertThat(upgrade(NAMESPACE, values.formatted("v2", false)).getStatus())
                .isEqualTo("deployed");

        KubernetesObject deployment =
                accepted(server.admin().read(deployment(NAMESPACE))).object();
        assertThat(deployment.containers().get(0)).containsEntry("image", "registry.example.com/ccm-operator:v2");
        assertThat(deployment.podSpec())
                .containsEntry("nodeSelector", Map.of("pool", "infra"))
                .containsEntry("imagePullSecrets", List.of(Map.of("name", "registry")))
                .containsEntry("priorityClassName", "system-cluster-critical");
        assertThat(server.admin()
                        .get("/apis/networking.k8s.io/v1/namespaces/" + NAMESPACE + "/networkpolicies/default-deny")
                        .status())
                .isEqualTo(404);
        assertThat(Helm.uninstall(RELEASE)
                        .withNamespace(NAMESPACE)
                        .noHooks()
                        .withKubeConfig(kubeconfig)
                        .call())
                .contains(RELEASE);
        assertThat(server.admin().read(deployment(NAMESPACE)).status()).isEqualTo(404);
    }

    /** Helm is the field manager of the kind that it has installed, so that without the flag the command of the guide is a conflict. */
    @Test
    void upgradesKindThatDiffersFromInstalledOneByCommandOfGuides() throws IOException {
        install(NAMESPACE, Chart.KUBERNETES);
        KubernetesObject newer = Chart.kinds().get(0).copy();
        Map<String, Object> schema =
                FieldReader.of(newer.fields().maps("spec", "versions").get(0)).map("schema", "openAPIV3Schema");
        schema.put("description", "Another description.");
        Path crds = Files.createDirectories(folder.resolve("crds"));
        Files.writeString(crds.resolve("kind.yaml"), YamlWriter.write(newer.tree()));

        Set<String> commands = new TreeSet<>();
        for (String guide : List.of("docs/operating.md", "helm/ccm-operator/README.md", VALIDATION)) {
            List<String> found = Files.readString(PayloadFolder.project().resolve(guide))
                    .lines()
                    .filter(line -> line.contains("kubectl apply --server-side"))
                    .map(line -> line.replaceAll(".*(kubectl apply --server-side.* -f )\\S*crds.*", "$1crds"))
                    .toList();
            assertThat(found).as(guide).isNotEmpty();
            commands.addAll(found);
        }

        assertThat(commands).containsExactly("kubectl apply --server-side --force-conflicts -f crds");
        assertThatThrownBy(() -> kubectl("apply", "--server-side", "-f", crds.toString()))
                .hasMessageContaining("conflict with \"");
        assertThat(kubectl("apply", "--server-side", "--force-conflicts", "-f", crds.toString()))
                .contains("serverside-applied");
        assertThat(accepted(server.admin().read(newer)).object().fields().maps("spec", "versions"))
                .first()
                .satisfies(version -> assertThat(FieldReader.of(version).map("schema", "openAPIV3Schema"))
                        .containsEntry("description", "Another description."));
        assertThat(upgrade(NAMESPACE, Chart.KUBERNETES).getStatus()).isEqualTo("deployed");
    }

    /** A chart that counts as OpenShift's would end with errors about kinds of OpenShift, or let the next operator remove what runs. */
    @Test
    void refusesValuesWithoutClusterWhereThereIsNoOpenShift() {
        String without = "ccm.cluster: is missing, and the cluster is not OpenShift";
        assertThatThrownBy(() -> install(NAMESPACE, "{}")).hasMessageContaining(without);
        assertThatThrownBy(() -> install(NAMESPACE, "{distribution: OpenShift, ccm: {logLevel: Debug}}"))
                .hasMessageContaining(without);
        assertThat(server.admin().get("/api/v1/namespaces/" + MANAGED).status()).isEqualTo(404);
        install(NAMESPACE, Chart.KUBERNETES);

        assertThatThrownBy(() -> upgrade(NAMESPACE, "{log: {level: 4}}")).hasMessageContaining(without);
        CustomResources.loadOpenShift(server.admin());
        assertThatThrownBy(() -> upgrade(NAMESPACE, "{log: {level: 4}}"))
                .hasMessageContaining("ccm.cluster: is missing, but CloudControllerManager cluster has spec.cluster");

        assertThat(server.admin().read(CLUSTER).accepted()).isTrue();
        assertThat(upgrade(NAMESPACE, Chart.KUBERNETES).getStatus()).isEqualTo("deployed");
    }

    /** With the roles of the former namespace go the operator's means to remove what it has made there. */
    @Test
    void movesCloudControllerManagersAfterTheirRemovalAlone() {
        String moved = "{namespaces: {managed: ccm-new}, ccm: {cluster: {provider: aws, name: sample-1}}}";
        String refusal = "namespaces.managed: cloud controller managers are in cloud-controller-manager";
        install(NAMESPACE, Chart.KUBERNETES);
        assertThatThrownBy(() -> upgrade(NAMESPACE, moved))
                .hasMessageContaining(refusal)
                .hasMessageContaining("copy the Secrets of the cloud to ccm-new, run kubectl delete ccm cluster");
        accepted(server.admin().delete(deployment(NAMESPACE)));
        KubernetesObject applied = CLUSTER.copy();
        applied.tree().put("status", manifest("""
                objects:
                  - {group: apps, kind: Deployment, namespace: cloud-controller-manager, name: aws, state: Applied}
                  - {kind: ConfigMap, namespace: even-earlier, name: ccm-trusted-ca, state: Removing}
                """).tree());
        accepted(server.admin().mergeStatus(applied));
        assertThatThrownBy(() -> upgrade(NAMESPACE, moved)).hasMessageContaining(refusal);

        accepted(server.admin().delete(CLUSTER));

        assertThat(upgrade(NAMESPACE, moved).getStatus()).isEqualTo("deployed");
    }

    @Test
    void movesCloudControllerManagersOfOpenShiftWithoutOperatorAlone() {
        loadOpenShift();
        install(NAMESPACE, "{}");
        assertThatThrownBy(() -> upgrade(NAMESPACE, "{namespaces: {managed: ccm-new}}"))
                .hasMessageContaining("namespaces.managed: cloud controller managers are in " + MANAGED)
                .hasMessageContaining(
                        "oc -n " + OPERATOR + " delete deployment cluster-cloud-controller-manager-operator");

        accepted(server.admin().delete(deployment(OPERATOR)));

        assertThat(upgrade(NAMESPACE, "{namespaces: {managed: ccm-new}}").getStatus())
                .isEqualTo("deployed");
    }

    /** Helm changes no kind that is there: the API server would drop fields of the object, or does not serve it as the program asks. */
    @Test
    void refusesKindThatIsOlderOrOfAnotherVersion() {
        install(NAMESPACE, Chart.KUBERNETES);
        KubernetesObject older = Chart.kinds().get(0).copy();
        FieldReader schema = FieldReader.of(
                        older.fields().maps("spec", "versions").get(0))
                .field("schema", "openAPIV3Schema", "properties");
        schema.map("spec", "properties", "controllerManager", "properties").remove("hostAliases");
        schema.map("status", "properties").remove("provider");
        accepted(server.admin().apply(older));
        String remedy = "run kubectl apply --server-side --force-conflicts -f crds";

        assertThatThrownBy(() -> upgrade(NAMESPACE, Chart.KUBERNETES))
                .hasMessageContaining("would drop .spec.controllerManager.hostAliases, .status.provider; " + remedy);
        Map<String, Object> version = older.fields().maps("spec", "versions").get(0);
        Map<String, Object> later = new LinkedHashMap<>(version);
        later.put("name", "v1");
        version.putAll(Map.of("served", false, "storage", false));
        older.fields().map("spec").put("versions", List.of(later, version));
        accepted(server.admin().apply(older));
        assertThatThrownBy(() -> upgrade(NAMESPACE, Chart.KUBERNETES))
                .hasMessageContaining("in version v1 alone, and not in v1beta1; " + remedy);
    }

    private void loadOpenShift() {
        CustomResources.load(server.admin());
        Stream.of("openshift-config", "openshift-config-managed", "openshift-monitoring")
                .forEach(name -> accepted(server.admin()
                        .create(manifest("{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(name)))));
    }

    private Set<String> kinds() {
        return new TreeSet<>(List.of(kubectl(
                        "get",
                        "customresourcedefinitions",
                        "--output=jsonpath={range .items[*]}{.metadata.name} {.metadata.uid} {.metadata.generation}{\"\\n\"}{end}")
                .split("\n")));
    }
}
