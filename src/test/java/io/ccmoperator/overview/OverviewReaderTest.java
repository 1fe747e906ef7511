/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.overview;

import static io.ccmoperator.ControllerScene.MANAGED;
import static io.ccmoperator.ControllerScene.configMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.ccmoperator.ControllerScene;
import io.ccmoperator.SourceProviders;
import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.overview.Overview.Health;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverviewReaderTest {
    private static final String CCM = "aws-cloud-controller-manager";
    private static final ObjectKey LEASE = new ObjectKey(ResourceKind.LEASE, "o", "leader");
    private static final ObjectKey OPERATOR = new ObjectKey(ResourceKind.DEPLOYMENT, "o", "operator");

    /** The time of the scene is the beginning of 2030. */
    private final ControllerScene scene = new ControllerScene();

    private SourceProviders providers;
    private boolean listsForbidden;

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

    private void deployment(String status, String reason) {
        scene.put("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {namespace: %s, name: %s}
                spec: {replicas: 2}
                status:
                  observedGeneration: 9
                  availableReplicas: 1
                  conditions: [{type: Progressing, status: '%s', reason: %s}]
                """, MANAGED, CCM, status, reason);
    }

    private void lease(String holder, String renewed) {
        scene.put("""
                apiVersion: coordination.k8s.io/v1
                kind: Lease
                metadata: {namespace: o, name: leader}
                spec: {holderIdentity: '%s', renewTime: '%s', leaseDurationSeconds: 137}
                """, holder, renewed);
    }

    private void clusterOperator(String available, String progressing, String degraded) {
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

    private List<KubernetesObject> events(ResourceKind kind, String namespace, String fieldSelector) {
        if (listsForbidden) {
            throw new ApiException(403, "list events: User \"u\" cannot list resource \"events\"", null);
        }
        return namespace.equals("default") && fieldSelector.equals("involvedObject.name=cloud-controller-manager")
                ? List.of(event("ccm-operator", "First", "01"), event("ccm-operator", "Second", "02"))
                : List.of(event("kubelet", "Other", "03"), event("ccm-operator", "Third", "00"));
    }

    private static KubernetesObject event(String component, String reason, String hour) {
        return YamlText.manifest("""
                {reason: %s, type: Normal, count: 2, message: m, lastTimestamp: '2029-12-31T%s:00:00Z',
                 source: {component: %s}, involvedObject: {kind: Deployment, name: d}}
                """.formatted(reason, hour, component));
    }

    private Overview read() {
        return new OverviewReader(scene.server, this::events, ProviderIndex.load(), scene.clock)
                .read(new OverviewReader.Subject(OPERATOR, MANAGED, Optional.of(LEASE), ReleaseVersion.of("4.20.0")));
    }

    @Test
    void showsHealthyCluster() {
        Overview overview = read();

        assertThat(overview.health()).isEqualTo(Health.HEALTHY);
        assertThat(overview.waitsFor()).isEmpty();
        assertThat(overview.unreadable()).isEmpty();
        assertThat(overview.facts())
                .containsExactly(
                        entry("release", "4.20.0"),
                        entry("reached", "4.20.0"),
                        entry("platform", "AWS, provider aws"),
                        entry("leader", "host_1"),
                        entry("renewed", "2029-12-31T23:59:50.000000Z"),
                        entry("operator", "Deployment o/operator, 1/1 available"));
        assertThat(overview.conditions())
                .hasSize(5)
                .first()
                .satisfies(condition -> assertThat(condition)
                        .contains(
                                entry("type", "Available"),
                                entry("status", "True"),
                                entry("since", "2029-12-31T00:00:00Z")));
        assertThat(overview.objects())
                .singleElement()
                .satisfies(object ->
                        assertThat(object).contains(entry("name", CCM), entry("state", "rolled out, 1/2 available")));
    }

    @Test
    void namesSourcesOfConfigMaps() {
        assertThat(read().sources())
                .extracting(source -> source.get("of") + ": " + source.get("source"))
                .containsExactly(
                        "cloud-conf: ConfigMap openshift-config/cloud, key config",
                        "ccm-trusted-ca: ConfigMap " + MANAGED + "/cloud-conf, key ca-bundle.pem",
                        "ccm-trusted-ca: ConfigMap openshift-config/user-ca, key ca-bundle.crt",
                        "ccm-trusted-ca: the certificate authorities of the operator's image");
    }

    @Test
    void showsOwnEventsNewestFirst() {
        assertThat(read().events())
                .extracting(event -> event.get("reason"))
                .containsExactly("Second", "First", "Third");
    }

    @ParameterizedTest
    @CsvSource({
        "True, False, False, HEALTHY",
        "True, True, False, PROGRESSING",
        "True, False, True, UNHEALTHY",
        "False, False, False, UNHEALTHY",
        "Unknown, True, False, UNHEALTHY"
    })
    void judgesByConditions(String available, String progressing, String degraded, Health health) {
        clusterOperator(available, progressing, degraded);

        assertThat(read().health()).isEqualTo(health);
    }

    @ParameterizedTest
    @CsvSource({
        "True, ReplicaSetUpdated, PROGRESSING, 'rolling out, 1/2 available'",
        "False, ProgressDeadlineExceeded, UNHEALTHY, 'stalled, 1/2 available'"
    })
    void waitsForRollout(String status, String reason, Health health, String state) {
        deployment(status, reason);

        Overview overview = read();

        assertThat(overview.health()).isEqualTo(health);
        assertThat(overview.waitsFor()).containsExactly("Deployment " + MANAGED + "/" + CCM + ": " + state);
    }

    @Test
    void waitsForMissingObject() {
        scene.server.remove(new ObjectKey(ResourceKind.DEPLOYMENT, MANAGED, CCM));

        Overview overview = read();

        assertThat(overview.health()).isEqualTo(Health.UNHEALTHY);
        assertThat(overview.waitsFor()).containsExactly("Deployment " + MANAGED + "/" + CCM + ": missing");
    }

    @ParameterizedTest
    @CsvSource({"'', 2029-12-31T23:59:50Z, has no holder", "host_1, 2029-12-31T23:57:00Z, has expired"})
    void waitsForLeader(String holder, String renewed, String reason) {
        lease(holder, renewed);

        Overview overview = read();

        assertThat(overview.health()).isEqualTo(Health.UNHEALTHY);
        assertThat(overview.waitsFor())
                .containsExactly("a leader: Lease o/leader " + reason + "; see whether the Pod of the operator runs");
    }

    @Test
    void saysWhatIsWrongWithClusterOperatorThatDoesNotExist() {
        scene.server.remove(ObjectKey.ofCluster(ResourceKind.CLUSTER_OPERATOR, "cloud-controller-manager"));

        Overview overview = read();

        assertThat(overview.health()).isEqualTo(Health.UNHEALTHY);
        assertThat(overview.waitsFor())
                .containsExactly("ClusterOperator cloud-controller-manager, which the operator creates when it leads");
    }

    @Test
    void namesMissingConfigurationAsSource() {
        scene.server.remove(configMap("openshift-config", "cloud"));

        assertThat(read().sources())
                .extracting(source -> source.get("source"))
                .contains("configmap openshift-config/cloud, named in the Infrastructure, does not exist");
    }

    @Test
    void leavesOutWhatUserMayNotRead() {
        listsForbidden = true;
        scene.server.beforeRequest(request -> {
            if (request.startsWith("GET Lease") || request.startsWith("GET Deployment " + MANAGED)) {
                throw new ApiException(403, request + ": User \"u\" cannot get it", null);
            }
        });

        Overview overview = read();

        assertThat(overview.health()).isEqualTo(Health.HEALTHY);
        assertThat(overview.objects()).extracting(object -> object.get("state")).containsExactly("unknown");
        assertThat(overview.events()).isEmpty();
        assertThat(overview.unreadable())
                .hasSize(4)
                .allMatch(line -> line.endsWith(
                                " cannot get it; grant the user this permission, or name the kubeconfig of another user")
                        || line.startsWith("list events: "));
    }

    @Test
    void failsWhenServerDoesNotAnswer() {
        scene.server.beforeRequest(request -> {
            throw new ApiException(ApiException.NO_ANSWER, "no answer", null);
        });

        assertThatThrownBy(this::read).isInstanceOf(ApiException.class).hasMessage("no answer");
    }
}
