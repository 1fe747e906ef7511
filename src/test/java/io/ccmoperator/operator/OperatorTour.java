// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.MANAGED;
import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.accepted;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.PlantedSecrets;
import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.faults.FaultyProxy;
import io.ccmoperator.faults.SeenRequest;
import io.ccmoperator.monitoring.Scrape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Leads operators that act as their own account through all that makes one ask the API server for something. */
final class OperatorTour {
    private static final KubernetesObject BINDING = key(
            "rbac.authorization.k8s.io/v1", "RoleBinding", "kube-system", "azure-cloud-provider:azure-cloud-provider");

    private final OpenShiftCluster cluster;
    private final FaultyProxy proxy;
    private final OperatorAccount account;
    private final Path folder;
    private final TourStops stops;

    OperatorTour(OpenShiftCluster cluster, FaultyProxy proxy, OperatorAccount account, Path folder) {
        this.cluster = cluster;
        this.proxy = proxy;
        this.account = account;
        this.folder = folder;
        this.stops = new TourStops(cluster);
    }

    /** Takes the tour, which ends when all requests are in the audit log. Gives the roles and bindings that were written. */
    List<KubernetesObject> take() throws IOException {
        prepare();
        twoProcessesOnAWatchListServer();
        leaveAnotherRoleRef();
        return allPlatformsWithoutWatchLists();
    }

    private void prepare() throws IOException {
        Files.writeString(folder.resolve("system.pem"), Certificates.pem("ca-5"));
        cluster.apply("{apiVersion: config.openshift.io/v1, kind: Proxy, metadata: {name: cluster},"
                + " spec: {trustedCA: {name: user-ca-bundle}}}");
        stops.userConfigMap("user-ca-bundle", Map.of("ca-bundle.crt", Certificates.pem("ca-1")));
        cluster.apply("{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager,"
                + " metadata: {name: cluster, finalizers: [ccmoperator.io/cloud-controller-manager]},"
                + " spec: {logLevel: Debug}}");
        cluster.featureGatesOf(OpenShiftCluster.VERSION, "VSphereMultiVCenterDay2", "VSphereMixedNodeEnv");
        cluster.apply("{apiVersion: v1, kind: Node, metadata: {name: old}, spec: {providerID: 'vsphere://old'}}");
        List.of("azure-cloud-credentials", "vsphere-cloud-credentials", "openstack-cloud-credentials")
                .forEach(name -> cluster.input("Secret", name, "stringData: {key: " + PlantedSecrets.VALUE + "}"));
    }

    /** Who leads, who follows, who takes over, and who reads the metrics. */
    private void twoProcessesOnAWatchListServer() {
        stops.infrastructure(Platform.AZURE);
        try (OperatorUnderTest first = start()) {
            stops.awaitConverged(Platform.AZURE);
            restartNode();
            try (OperatorUnderTest second = start()) {
                second.awaitReady();
                scrape(first);
                first.terminate();
                first.exitCode();
                stops.deleteAndAwait(stops.applied());
                second.terminate();
                second.exitCode();
            }
        }
    }

    /** A replica that is not available makes the operator ask for the Pods. */
    private void restartNode() {
        new Workloads(cluster.admin()).reboot();
        await("a list of Pods")
                .atMost(PATIENCE)
                .until(() -> account.requests().stream()
                        .anyMatch(request -> request.resource().equals("pods")));
        cluster.awaitAvailable();
    }

    private void leaveAnotherRoleRef() {
        KubernetesObject other = cluster.live(BINDING);
        cluster.delete(other);
        other.fields().map("metadata").remove("resourceVersion");
        other.fields().map("metadata").remove("uid");
        other.fields().map("roleRef").put("name", "other");
        accepted(cluster.admin().create(other));
    }

    private List<KubernetesObject> allPlatformsWithoutWatchLists() {
        List<KubernetesObject> roles = new ArrayList<>();
        Set<String> edited = new HashSet<>();
        proxy.answer(request -> request.query().contains("sendInitialEvents"), Integer.MAX_VALUE, 422);
        stops.infrastructure(Platform.AZURE);
        try (OperatorUnderTest operator = start()) {
            await("the role")
                    .atMost(PATIENCE)
                    .until(() -> cluster.live(BINDING)
                            .fields()
                            .string("roleRef", "name")
                            .equals("azure-cloud-provider"));
            for (Platform platform : TourStops.PLATFORMS) {
                stops.infrastructure(platform);
                stops.awaitConverged(platform);
                List<KubernetesObject> applied = stops.applied();
                applied.stream()
                        .filter(object -> object.apiVersion().startsWith("rbac."))
                        .forEach(roles::add);
                // All packs of External share a Service and a budget: edited at each stop, these would be contested.
                List<KubernetesObject> others = applied.stream()
                        .filter(object -> edited.add(object.display()))
                        .toList();
                stops.editTwiceAndAwait(others);
                stops.deleteAndAwait(others);
                if (platform == Platform.AWS) {
                    stops.mountEachCopy();
                }
                if (platform == Platform.VSPHERE) {
                    awaitNodeLabel();
                    configMap(key("v1", "ConfigMap", MANAGED, "cloud-conf"));
                    configMap(key("v1", "ConfigMap", MANAGED, "ccm-trusted-ca"));
                    configMap(key("v1", "ConfigMap", "openshift-config-managed", "kube-cloud-config"));
                }
            }
            clusterOperator();
            stops.deleteAndAwait(List.of(cluster.clusterOperator()));
            operator.terminate();
            operator.exitCode();
        }
        return roles;
    }

    private void awaitNodeLabel() {
        KubernetesObject node = YamlText.manifest("{apiVersion: v1, kind: Node, metadata: {name: old}}");
        await("the label of a node")
                .atMost(PATIENCE)
                .until(() -> cluster.live(node)
                        .fields()
                        .map("metadata", "labels")
                        .containsKey("node.openshift.io/platform-type"));
    }

    /** Deleted, changed while the operator writes it, made immutable. */
    private void configMap(KubernetesObject key) {
        Map<String, Object> data = cluster.live(key).fields().map("data");
        stops.deleteAndAwait(List.of(cluster.live(key)));
        conflict("PUT", "/configmaps/" + key.name());
        cluster.edit(key, live -> live.tree().put("data", Map.of("cloud.conf", "other")));
        stops.awaitData(key, data);
        cluster.edit(key, live -> {
            live.tree().put("data", Map.of("cloud.conf", "other"));
            live.tree().put("immutable", true);
        });
        stops.awaitData(key, data);
    }

    /** Changed while the operator writes its status, and deleted. */
    private void clusterOperator() {
        conflict("PATCH", "/clusteroperators/cloud-controller-manager/status");
        stops.deleteAndAwait(List.of(cluster.clusterOperator()));
        cluster.awaitAvailable();
    }

    private void conflict(String method, String end) {
        Predicate<SeenRequest> write =
                request -> request.method().equals(method) && request.path().endsWith(end);
        proxy.answer(write, 1, 409);
    }

    private void scrape(OperatorUnderTest operator) {
        cluster.apply("{apiVersion: v1, kind: ServiceAccount, metadata: {namespace: default, name: reader}}");
        String token = accepted(cluster.admin().token("default", "reader"))
                .object()
                .fields()
                .string("status", "token");
        await("an answer about the metrics")
                .atMost(PATIENCE)
                .until(() -> Scrape.ask(operator.metricsPort(), "Authorization", "Bearer " + token)
                                .statusCode()
                        == 403);
    }

    private OperatorUnderTest start() {
        return OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                List.of("*"),
                "--kubeconfig=" + proxy.kubeconfig(account.token()),
                Images.of(folder, "1").flag(),
                "--system-trust-bundle=" + folder.resolve("system.pem"));
    }
}
