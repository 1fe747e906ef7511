// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.YamlText.manifest;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.PlantedSecrets;
import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.apiserver.ApiClient;
import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.CustomResources;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.payload.PayloadFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An API server that has what the operator finds in a cluster of OpenShift, its permissions among it. */
public final class OpenShiftCluster implements AutoCloseable {
    public static final String MANAGED = "openshift-cloud-controller-manager";
    public static final String OPERATOR = "openshift-cloud-controller-manager-operator";
    public static final String VERSION = "4.20.0";

    /** Much longer than anything takes, for machines that do much else. */
    public static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final List<String> NAMESPACES =
            List.of(MANAGED, OPERATOR, "openshift-config", "openshift-config-managed");
    private static final List<String> PERMISSIONS = List.of("Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding");

    private final ApiServer server;

    private OpenShiftCluster(ApiServer server) {
        this.server = server;
    }

    /** Starts the server; the kinds of OpenShift have the schemas that there are of them. */
    public static OpenShiftCluster start(Path folder) {
        return startWith(folder);
    }

    /** The same with further flags of the API server. */
    static OpenShiftCluster startWith(Path folder, String... flags) {
        return start(ApiServer.startWith(folder, flags), CustomResources::load);
    }

    /** Starts the server; the kinds of OpenShift take anything. */
    static OpenShiftCluster startPermissive(Path folder) {
        return start(ApiServer.start(folder), CustomResources::loadPermissive);
    }

    private static OpenShiftCluster start(ApiServer server, Consumer<ApiClient> customResources) {
        OpenShiftCluster cluster = new OpenShiftCluster(server);
        try {
            customResources.accept(cluster.admin());
            NAMESPACES.forEach(name -> cluster.apply("{apiVersion: v1, kind: Namespace, metadata: {name: %s}}", name));
            PERMISSIONS.stream()
                    .flatMap(kind -> PayloadFolder.ofKind(kind).stream())
                    .forEach(cluster::apply);
            for (String kind : List.of("Proxy", "APIServer", "FeatureGate")) {
                cluster.apply(
                        "{apiVersion: config.openshift.io/v1, kind: %s, metadata: {name: cluster}, spec: {}}", kind);
            }
            cluster.networks();
            cluster.featureGatesOf(VERSION);
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    public ApiServer server() {
        return server;
    }

    public ApiClient admin() {
        return server.admin();
    }

    /** The flag of a process that acts as the operator's account. */
    public String kubeconfig(Account account) {
        return "--kubeconfig=" + server.kubeconfig(account);
    }

    /** What processes of an account have asked for. */
    public List<AuditedRequest> requests(Account account) {
        return server.audit().of(account);
    }

    /** The networks of Pods and Services, as the Network has them once they are in use. */
    private void networks() {
        apply("""
                apiVersion: config.openshift.io/v1
                kind: Network
                metadata: {name: cluster}
                spec: {serviceNetwork: [10.1.0.0/16]}
                status: {clusterNetwork: [{cidr: 10.128.0.0/14, hostPrefix: 23}], serviceNetwork: [10.1.0.0/16]}
                """);
    }

    /** The cluster reports the feature gates of a release, of which these are enabled. */
    public void featureGatesOf(String version, String... enabled) {
        applyStatus(
                """
                apiVersion: config.openshift.io/v1
                kind: FeatureGate
                metadata: {name: cluster}
                status: {featureGates: [{version: %s, enabled: [%s], disabled: []}]}
                """, version, Stream.of(enabled).map("{name: %s}"::formatted).collect(Collectors.joining(", ")));
    }

    public void platform(Platform platform) {
        infrastructure(platform.spec, "platformStatus: " + platform.status);
    }

    /** The Infrastructure with what else its status says, as YAML. */
    public void infrastructure(String spec, String status) {
        apply("""
                {apiVersion: config.openshift.io/v1, kind: Infrastructure, metadata: {name: cluster}, spec: %s}
                """, spec);
        applyStatus("""
                apiVersion: config.openshift.io/v1
                kind: Infrastructure
                metadata: {name: cluster}
                status:
                  infrastructureName: sample-1
                  controlPlaneTopology: HighlyAvailable
                  infrastructureTopology: HighlyAvailable
                  %s
                """, status);
    }

    /** What the two controllers leave that no process here runs: their conditions, and what they copy. */
    public void syncControllersWork() {
        apply("""
                apiVersion: config.openshift.io/v1
                kind: ClusterOperator
                metadata: {name: cloud-controller-manager}
                spec: {}
                """);
        applyStatus("""
                apiVersion: config.openshift.io/v1
                kind: ClusterOperator
                metadata: {name: cloud-controller-manager}
                status:
                  conditions:
                    - {type: CloudConfigControllerAvailable, status: 'True', reason: AsExpected,
                       lastTransitionTime: '2026-01-01T00:00:00Z'}
                    - {type: TrustedCABundleControllerControllerAvailable, status: 'True', reason: AsExpected,
                       lastTransitionTime: '2026-01-01T00:00:00Z'}
                """);
        Stream.of("cloud-conf", "ccm-trusted-ca").forEach(name -> input("ConfigMap", name, "data: {key: value}"));
        Stream.of("azure-cloud-credentials", "digitalocean", "openstack-cloud-credentials", "vsphere-cloud-credentials")
                .forEach(name -> input(
                        "Secret",
                        name,
                        "stringData: {key: %1$s, clouds.yaml: %1$s, access-token: %1$s}"
                                .formatted(PlantedSecrets.VALUE)));
    }

    /** A ConfigMap or Secret of the managed namespace. */
    public void input(String kind, String name, String data) {
        apply("""
                apiVersion: v1
                kind: %s
                metadata: {name: %s, namespace: openshift-cloud-controller-manager}
                %s
                """, kind, name, data);
    }

    public void apply(String yaml, Object... arguments) {
        apply(manifest(yaml.formatted(arguments)));
    }

    public void apply(KubernetesObject object) {
        accepted(admin().apply(object));
    }

    private void applyStatus(String yaml, Object... arguments) {
        accepted(admin().applyStatus(manifest(yaml.formatted(arguments))));
    }

    /** An object of the managed namespace, or of the cluster; its tree is empty when there is none. */
    public KubernetesObject object(String apiVersion, String kind, String name) {
        return live(key(apiVersion, kind, name));
    }

    /** The same object as it is now. */
    public KubernetesObject live(KubernetesObject object) {
        ApiAnswer answer = admin().read(object);
        return answer.status() == 404
                ? new KubernetesObject(Map.of())
                : accepted(answer).object();
    }

    public KubernetesObject lease() {
        return live(manifest("""
                apiVersion: coordination.k8s.io/v1
                kind: Lease
                metadata: {name: cluster-cloud-controller-manager-leader, namespace: %s}
                """.formatted(OPERATOR)));
    }

    public KubernetesObject clusterOperator() {
        return object("config.openshift.io/v1", "ClusterOperator", "cloud-controller-manager");
    }

    /** The entries of status.relatedObjects that are not the administrator's, which the operator only reads. */
    public List<Map<String, Object>> related() {
        return clusterOperator().fields().maps("status", "relatedObjects").stream()
                .filter(reference -> !Set.of("infrastructures", "proxies", "cloudcontrollermanagers")
                                .contains(reference.get("resource"))
                        && !"openshift-config".equals(reference.get("namespace")))
                .toList();
    }

    /** What an entry of status.relatedObjects refers to. */
    public ApiAnswer read(Map<String, Object> reference) {
        return admin().get(path(reference));
    }

    private static String path(Map<String, Object> reference) {
        KubernetesObject tree = new KubernetesObject(reference);
        String group = tree.fields().string("group").isEmpty()
                ? "/api/v1/"
                : "/apis/" + tree.fields().string("group") + "/v1/";
        String namespace = tree.fields().string("namespace").isEmpty()
                ? ""
                : "namespaces/" + tree.fields().string("namespace") + "/";
        return group + namespace + tree.fields().string("resource") + "/"
                + tree.fields().string("name");
    }

    /** Sets workloads rolled out until the operator says that all is well. */
    public void awaitAvailable() {
        await("Available").atMost(PATIENCE).until(() -> {
            new Workloads(admin()).rollOut();
            KubernetesObject live = clusterOperator();
            return is(live, "Available", "True") && is(live, "Progressing", "False") && is(live, "Degraded", "False");
        });
    }

    private static boolean is(KubernetesObject live, String type, String status) {
        return live.fields().maps("status", "conditions").stream()
                .anyMatch(condition -> type.equals(condition.get("type")) && status.equals(condition.get("status")));
    }

    /** Removes what the operator has made, with its ClusterOperator and all Events. */
    public void clear() {
        related().stream()
                .filter(reference -> !"namespaces".equals(reference.get("resource")))
                .map(OpenShiftCluster::path)
                .forEach(admin()::delete);
        admin().delete("/api/v1/namespaces/default/events");
        admin().delete("/api/v1/namespaces/" + MANAGED + "/events");
        admin().delete("/apis/coordination.k8s.io/v1/namespaces/" + OPERATOR + "/leases");
    }

    /** Changes an object as an administrator would, until the change is not a conflict with one of the operator. */
    public void edit(KubernetesObject object, Consumer<KubernetesObject> change) {
        await("a change of " + object.display()).atMost(PATIENCE).until(() -> {
            KubernetesObject live = live(object);
            change.accept(live);
            ApiAnswer answer = admin().replace(live);
            if (answer.status() != 409) {
                accepted(answer);
            }
            return answer.accepted();
        });
    }

    public void delete(KubernetesObject object) {
        accepted(admin().delete(object));
    }

    /** Messages of the Events of a reason, for an object. */
    public List<String> events(String reason, KubernetesObject object) {
        return accepted(admin().get("/api/v1/events")).object().fields().maps("items").stream()
                .map(KubernetesObject::new)
                .filter(event -> event.fields().string("reason").equals(reason)
                        && event.fields().string("involvedObject", "kind").equals(object.kind())
                        && event.fields().string("involvedObject", "name").equals(object.name()))
                .map(event -> event.fields().string("message"))
                .toList();
    }

    /** Ends the server. The requests of the operator must not contain a secret. */
    @Override
    public void close() {
        try {
            if (server.isRunning()) {
                List.of("/api/v1/events", "/apis/config.openshift.io/v1/clusteroperators")
                        .forEach(path -> PlantedSecrets.assertNoneIn(
                                path, JsonWriter.compact(admin().get(path).body())));
            }
        } finally {
            server.close();
        }
    }

    public static KubernetesObject key(String apiVersion, String kind, String name) {
        return key(apiVersion, kind, MANAGED, name);
    }

    public static KubernetesObject key(String apiVersion, String kind, String namespace, String name) {
        return manifest("{apiVersion: %s, kind: %s, metadata: {name: '%s', namespace: %s}}"
                .formatted(apiVersion, kind, name, namespace));
    }

    public static ApiAnswer accepted(ApiAnswer answer) {
        if (!answer.accepted()) {
            throw new IllegalStateException(answer.refusal());
        }
        return answer;
    }
}
