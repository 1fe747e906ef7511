// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.overview;

import static io.ccmoperator.ControllerScene.MANAGED;
import static io.ccmoperator.ControllerScene.configMap;

import io.ccmoperator.ControllerScene;
import io.ccmoperator.SourceProviders;
import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ReleaseVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A healthy cluster in memory, and what a reader says of it. */
abstract class OverviewScene {
    static final String CCM = "aws-cloud-controller-manager";
    static final ObjectKey LEASE = new ObjectKey(ResourceKind.LEASE, "o", "leader");
    static final ObjectKey OPERATOR = new ObjectKey(ResourceKind.DEPLOYMENT, "o", "operator");

    /** The time of the scene is the beginning of 2030. */
    final ControllerScene scene = new ControllerScene();

    private SourceProviders providers;
    boolean listsForbidden;
    List<String> droppedFields = List.of();
    final List<KubernetesObject> nodes = new ArrayList<>();
    final List<KubernetesObject> serviceEvents = new ArrayList<>();
    final List<KubernetesObject> ofClusterOperator = new ArrayList<>(List.of(
            event("ccm-operator", "First", "01", "ClusterOperator, name: cloud-controller-manager"),
            event("ccm-operator", "Second", "02", "ClusterOperator, name: cloud-controller-manager")));

    @BeforeEach
    void createHealthyCluster() {
        providers = SourceProviders.open();
        scene.put("""
                apiVersion: config.openshift.io/v1
                kind: Infrastructure
                metadata: {name: cluster}
                spec: {cloudConfig: {name: cloud, key: config}}
                status: {infrastructureName: sample-1, platformStatus: {type: AWS}}
                """);
        scene.put("""
                apiVersion: config.openshift.io/v1
                kind: Proxy
                metadata: {name: cluster}
                spec: {trustedCA: {name: user-ca}}
                """);
        scene.put(configMap("openshift-config", "cloud"), "{data: {config: '[Global]'}}");
        scene.put(configMap(MANAGED, "cloud-conf"), "{data: {cloud.conf: '[Global]', ca-bundle.pem: pem}}");
        scene.put("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {namespace: o, name: operator}
                spec: {replicas: 1}
                status: {availableReplicas: 1}
                """);
        deployment("True", "NewReplicaSetAvailable");
        lease("host_1", "2029-12-31T23:59:50.000000Z");
        clusterOperator("True", "False", "False");
    }

    @AfterEach
    void close() {
        providers.close();
    }

    void deployment(String status, String reason) {
        scene.put("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {namespace: %s, name: %s}
                spec: {replicas: 2}
                status:
                  observedGeneration: 9
                  replicas: 2
                  updatedReplicas: 2
                  availableReplicas: 1
                  conditions: [{type: Progressing, status: '%s', reason: %s}]
                """, MANAGED, CCM, status, reason);
    }

    void lease(String holder, String renewed) {
        scene.put("""
                apiVersion: coordination.k8s.io/v1
                kind: Lease
                metadata: {namespace: o, name: leader}
                spec: {holderIdentity: '%s', renewTime: '%s', leaseDurationSeconds: 137}
                """, holder, renewed);
    }

    void clusterOperator(String available, String progressing, String degraded) {
        scene.put("""
                apiVersion: config.openshift.io/v1
                kind: ClusterOperator
                metadata: {name: cloud-controller-manager}
                status:
                  versions: [{name: operator, version: 4.20.0}]
                  relatedObjects:
                    - {group: '', resource: namespaces, name: n}
                    - {group: config.openshift.io, resource: clusteroperators, name: cloud-controller-manager}
                    - {group: apps, resource: deployments, namespace: %s, name: %s}
                  conditions:
                    - {type: Available, status: '%s', reason: A, lastTransitionTime: '2029-12-31T00:00:00Z'}
                    - {type: Progressing, status: '%s', reason: P, message: Rolling out x}
                    - {type: Degraded, status: '%s', reason: D}
                    - {type: CloudConfigControllerAvailable, status: 'True'}
                    - {type: TrustedCABundleControllerControllerAvailable, status: 'True'}
                """, MANAGED, CCM, available, progressing, degraded);
    }

    void node(String name, String taints) {
        nodes.add(YamlText.manifest("""
                apiVersion: v1
                kind: Node
                metadata: {name: %s, creationTimestamp: '2029-12-31T23:50:00Z'}
                spec: {taints: [%s]}
                """.formatted(name, taints)));
    }

    void serviceEvent(String service, String reason, String first, String last) {
        serviceEvents.add(YamlText.manifest("""
                {reason: %s, message: m of %s, firstTimestamp: '2029-12-31T%sZ', lastTimestamp: '2029-12-31T%sZ',
                 involvedObject: {kind: Service, namespace: shop, name: %s}}
                """.formatted(reason, last, first, last, service)));
    }

    private List<KubernetesObject> list(
            ResourceKind kind,
            String namespace,
            String selector,
            Function<KubernetesObject, Optional<KubernetesObject>> keep) {
        return all(kind, namespace, selector).stream()
                .flatMap(object -> keep.apply(object).stream())
                .toList();
    }

    private List<KubernetesObject> all(ResourceKind kind, String namespace, String selector) {
        if (listsForbidden) {
            String what = kind.plural() + " " + namespace;
            throw new ApiException(403, "list " + what + ": User \"u\" cannot list resource \"" + what + "\"", null);
        }
        if (kind == ResourceKind.NODE) {
            return nodes;
        }
        if (namespace.isEmpty()) {
            return selector.equals("fieldSelector=source=service-controller") ? serviceEvents : List.of();
        }
        return namespace.equals("default")
                        && selector.equals("fieldSelector=involvedObject.name=cloud-controller-manager")
                ? ofClusterOperator
                : List.of(
                        event("kubelet", "Other", "03", "Deployment, name: d"),
                        event("ccm-operator", "Third", "00", "Deployment, name: d, uid: another"));
    }

    static KubernetesObject event(String component, String reason, String hour, String involved) {
        return YamlText.manifest("""
                {reason: %s, type: Normal, count: 2, message: m, lastTimestamp: '2029-12-31T%s:00:00Z',
                 source: {component: %s}, involvedObject: {kind: %s}}
                """.formatted(reason, hour, component, involved));
    }

    Overview read() {
        return read(Distribution.OPENSHIFT);
    }

    Overview read(Distribution distribution) {
        return new OverviewReader(scene.server, this::list, ProviderIndex.load(), scene.clock)
                .read(new OverviewReader.Subject(
                        OPERATOR,
                        MANAGED,
                        Optional.of(LEASE),
                        ReleaseVersion.of("4.20.0"),
                        distribution,
                        droppedFields));
    }
}
