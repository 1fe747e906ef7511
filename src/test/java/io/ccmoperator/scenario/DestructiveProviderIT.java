// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.scenario;

import static io.ccmoperator.operator.OpenShiftCluster.MANAGED;
import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.accepted;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.operator.OpenShiftCluster;
import io.ccmoperator.operator.Platform;
import io.ccmoperator.payload.PayloadFolder;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.ReconcileResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The operator's controllers with a provider that the build rejects: no rule has judged it, and the operator's account may do
 * everything.
 */
@RequiresApiServer
class DestructiveProviderIT {
    private static final Path PROVIDER = Path.of("test/resources/destructive-provider");
    private static final String RBAC = "rbac.authorization.k8s.io/v1";
    private static final String LABEL = "app.kubernetes.io/managed-by";

    private static final KubernetesObject ADMIN = key(RBAC, "ClusterRole", "cluster-admin");
    private static final KubernetesObject OPERATOR =
            key(RBAC, "ClusterRole", "system:openshift:operator:cloud-controller-manager");
    private static final KubernetesObject PAYLOAD_ROLE = key(RBAC, "Role", "cluster-cloud-controller-manager");
    private static final KubernetesObject PAYLOAD_ACCOUNT = key("v1", "ServiceAccount", "cloud-controller-manager");
    private static final List<KubernetesObject> FOREIGN = List.of(ADMIN, OPERATOR, PAYLOAD_ROLE, PAYLOAD_ACCOUNT);

    /** An object of the payload that the cluster does not have when the operator starts. */
    private static final KubernetesObject MISSING_PAYLOAD_ROLE = key(RBAC, "ClusterRole", "cloud-node-manager");

    private static final KubernetesObject CLOUD_CONF = key("v1", "ConfigMap", "cloud-conf");
    private static final KubernetesObject TRUSTED_CA = key("v1", "ConfigMap", "ccm-trusted-ca");
    private static final KubernetesObject DEPLOYMENT =
            key("apps/v1", "Deployment", "destructive-cloud-controller-manager");
    private static final KubernetesObject OWN_ROLE = key(RBAC, "ClusterRole", DEPLOYMENT.name());

    private final SourceProviders providers = SourceProviders.open(PROVIDER);
    private OpenShiftCluster cluster;
    private ControllersUnderTest controllers;

    @BeforeEach
    void startCluster(@TempDir Path data) {
        cluster = OpenShiftCluster.start(data);
        cluster.featureGatesOf(Scenario.VERSION);
        PayloadFolder.ofKind("ServiceAccount").forEach(cluster::apply);
        cluster.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: everything}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
                subjects:
                  - {kind: ServiceAccount, name: cluster-cloud-controller-manager,
                     namespace: openshift-cloud-controller-manager-operator}
                """);
        cluster.apply("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: cloud-provider-config, namespace: openshift-config}
                data: {cloud.conf: of the user}
                """);
        if (!cluster.live(MISSING_PAYLOAD_ROLE).tree().isEmpty()) {
            accepted(cluster.admin().delete(MISSING_PAYLOAD_ROLE));
        }
        // Even the label does not make them the operator's.
        for (KubernetesObject labelled : List.of(ADMIN, OPERATOR)) {
            cluster.edit(labelled, live -> {
                live.fields().map("metadata").computeIfAbsent("labels", name -> new LinkedHashMap<>());
                live.fields().map("metadata", "labels").put(LABEL, "ccm-operator");
            });
        }
        cluster.infrastructure(
                "{cloudConfig: {name: cloud-provider-config, key: cloud.conf},"
                        + " platformSpec: {type: External, external: {platformName: destructive}}}",
                "platformStatus: " + Platform.DIGITAL_OCEAN.status());
    }

    @AfterEach
    void stop() {
        if (controllers != null) {
            controllers.close();
        }
        cluster.close();
        providers.close();
    }

    @Test
    void leavesObjectsOfOthersAloneAndReportsThem(@TempDir Path folder) throws IOException {
        List<KubernetesObject> before = FOREIGN.stream().map(cluster::live).toList();
        assertThat(cluster.live(MISSING_PAYLOAD_ROLE).tree()).isEmpty();

        controllers = ControllersUnderTest.start(
                cluster.server().kubeconfig(Account.FIRST),
                Files.writeString(folder.resolve("system.pem"), Scenario.SYSTEM_CA),
                new ImageReferences(Map.of("cloudControllerManagerDestructive", "registry/destructive:1")));

        Stream.concat(FOREIGN.stream(), Stream.of(MISSING_PAYLOAD_ROLE, CLOUD_CONF, TRUSTED_CA))
                .forEach(this::awaitEvent);
        awaitTransientFailure();
        await("what is the provider's")
                .atMost(OpenShiftCluster.PATIENCE)
                .until(() -> !cluster.live(DEPLOYMENT).tree().isEmpty());
        controllers.check();
        assertThat(FOREIGN.stream().map(cluster::live)).containsExactlyElementsOf(before);
        assertThat(cluster.live(CLOUD_CONF).fields().string("data", "cloud.conf"))
                .isEqualTo("of the user");
        assertThat(cluster.live(TRUSTED_CA).fields().string("data", "ca-bundle.crt"))
                .contains("BEGIN CERTIFICATE");
        assertThat(writesOf(CLOUD_CONF)).containsExactly("create");
        assertThat(writesOf(TRUSTED_CA)).containsExactly("create");

        cluster.platform(Platform.NONE);

        await("the deletion of what is the provider's")
                .atMost(PATIENCE)
                .until(() -> Stream.of(DEPLOYMENT, OWN_ROLE)
                        .allMatch(object -> cluster.live(object).tree().isEmpty()));
        await("no failure")
                .atMost(PATIENCE)
                .until(() ->
                        controllers.result(Controller.CLOUD_CONTROLLER_MANAGER) instanceof ReconcileResult.Converged);
        assertThat(FOREIGN.stream().map(cluster::live)).containsExactlyElementsOf(before);
        assertThat(FOREIGN).allSatisfy(object -> assertThat(writesOf(object)).isEmpty());
        assertThat(writesOf(MISSING_PAYLOAD_ROLE)).isEmpty();
        assertThat(cluster.live(MISSING_PAYLOAD_ROLE).tree()).isEmpty();
        assertThat(writesOf(CLOUD_CONF)).containsExactly("create");
        assertThat(writesOf(TRUSTED_CA)).containsExactly("create");
    }

    private void awaitEvent(KubernetesObject object) {
        String name = object.kind() + " " + (object.kind().equals("ClusterRole") ? "" : MANAGED + "/") + object.name();
        await("an event for " + name).atMost(PATIENCE).untilAsserted(() -> {
            controllers.check();
            assertThat(cluster.events("ResourceNotOwned", object))
                    .singleElement()
                    .asString()
                    .startsWith(name + " ");
        });
    }

    /** The message is cut where it is longer than a condition should be. */
    private void awaitTransientFailure() {
        await("the failure")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(controllers.result(Controller.CLOUD_CONTROLLER_MANAGER))
                        .isInstanceOfSatisfying(ReconcileResult.Degraded.class, failure -> {
                            assertThat(failure.kind()).isEqualTo(ReconcileResult.Kind.TRANSIENT);
                            assertThat(failure.cause())
                                    .contains(PAYLOAD_ACCOUNT.display(), "ClusterRole cluster-admin");
                        }));
    }

    /** The verbs of the operator's writes of an object, in order. */
    private List<String> writesOf(KubernetesObject object) {
        String resource = object.kind().toLowerCase(Locale.ROOT) + "s";
        return cluster.requests(Account.FIRST).stream()
                .filter(AuditedRequest::isWrite)
                .filter(request -> request.resource().equals(resource)
                        && request.name().equals(object.name())
                        && (request.namespace().isEmpty() || request.namespace().equals(MANAGED)))
                .map(AuditedRequest::verb)
                .toList();
    }
}
