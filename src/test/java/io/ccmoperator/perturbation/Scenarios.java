// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.operator.OpenShiftCluster.MANAGED;
import static io.ccmoperator.operator.OpenShiftCluster.key;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.operator.OpenShiftCluster;
import io.ccmoperator.operator.Platform;
import io.ccmoperator.operator.TourStops;
import io.ccmoperator.perturbation.Scenario.End;
import io.ccmoperator.perturbation.Scenario.Release;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** All scenarios. */
final class Scenarios {
    private static final String CCM = "azure-cloud-controller-manager";
    private static final KubernetesObject DEPLOYMENT = key("apps/v1", "Deployment", CCM);
    private static final KubernetesObject DAEMON_SET = key("apps/v1", "DaemonSet", "azure-cloud-node-manager");
    private static final KubernetesObject SERVICE = key("v1", "Service", CCM);
    private static final KubernetesObject BUDGET = key("policy/v1", "PodDisruptionBudget", CCM);
    private static final KubernetesObject ROLE = key("rbac.authorization.k8s.io/v1", "ClusterRole", CCM);
    private static final KubernetesObject BINDING = key(
            "rbac.authorization.k8s.io/v1", "RoleBinding", "kube-system", "azure-cloud-provider:azure-cloud-provider");
    private static final KubernetesObject POLICY = key(
            "admissionregistration.k8s.io/v1",
            "ValidatingAdmissionPolicy",
            "azure-load-balancer-tcp-idle-timeout-annotation-validation-policy");
    private static final KubernetesObject CLOUD_CONF = key("v1", "ConfigMap", "cloud-conf");
    private static final KubernetesObject TRUSTED_CA = key("v1", "ConfigMap", "ccm-trusted-ca");
    private static final KubernetesObject USERS = key("v1", "ConfigMap", "openshift-config", "cloud-provider-config");
    private static final KubernetesObject USERS_CA = key("v1", "ConfigMap", "openshift-config", "user-ca-bundle");
    private static final KubernetesObject CLUSTER_OPERATOR =
            key("config.openshift.io/v1", "ClusterOperator", "cloud-controller-manager");

    private Scenarios() {}

    static List<Scenario> all() {
        List<Scenario> all = new ArrayList<>();
        TourStops.PLATFORMS.forEach(platform -> all.add(convergence(platform)));
        all.addAll(changes());
        drifts().forEach(all::add);
        return all;
    }

    /** From a cluster without anything of the operator. */
    static Scenario convergence(Platform platform) {
        String name = "converge-" + platform.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return new Scenario(
                name, null, cluster -> new TourStops(cluster).infrastructure(platform), Release.CURRENT, End.CHANGED);
    }

    private static List<Scenario> changes() {
        return List.of(
                new Scenario(
                        "upgrade",
                        Platform.AZURE,
                        cluster -> cluster.featureGatesOf(Release.NEXT.version()),
                        Release.NEXT,
                        End.CHANGED),
                change(
                        "platform-change",
                        Platform.AZURE,
                        cluster -> new TourStops(cluster).infrastructure(Platform.AWS)),
                change("tls-change", Platform.AZURE, cluster -> cluster.apply(manifest("""
                        apiVersion: config.openshift.io/v1
                        kind: APIServer
                        metadata: {name: cluster}
                        spec: {tlsAdherence: StrictAllComponents, tlsSecurityProfile: {type: Modern, modern: {}}}
                        """))),
                change(
                        "cloud-conf-edit",
                        Platform.OPEN_STACK,
                        cluster -> data(cluster, USERS, Map.of("cloud.conf", "[LoadBalancer]\nmax-shared-lb = 3\n"))),
                change("ca-edit", Platform.AWS, cluster -> {
                    data(cluster, USERS_CA, Map.of("ca-bundle.crt", Certificates.pem("ca-1")));
                    cluster.apply(manifest("""
                            apiVersion: config.openshift.io/v1
                            kind: Proxy
                            metadata: {name: cluster}
                            spec: {trustedCA: {name: user-ca-bundle}}
                            """));
                }),
                takenBack(
                        "configuration-ends",
                        cluster -> data(cluster, USERS, Map.of("cloud.conf", EndingPods.CLOUD_CONF))),
                takenBack(
                        "setting-ends",
                        cluster -> manager(
                                cluster,
                                "controllerManager: {args: [{name: " + EndingPods.WORD + ", value: here}]}, ")),
                new Scenario("takeover", null, TakeoverObjects::leave, Release.CURRENT, End.CHANGED),
                new Scenario(
                        "overrides",
                        null,
                        cluster -> {
                            new TourStops(cluster).infrastructure(Platform.AWS);
                            manager(cluster, "");
                        },
                        Release.CURRENT,
                        End.CHANGED),
                new Scenario(
                        "kubernetes",
                        null,
                        cluster -> manager(cluster, "cluster: {provider: aws, name: sample-1}, "),
                        Release.CURRENT,
                        End.CHANGED,
                        Distribution.KUBERNETES));
    }

    private static void manager(OpenShiftCluster cluster, String described) {
        cluster.apply(
                "{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster},"
                        + " spec: {%slogLevel: Debug}}",
                described);
    }

    private static Scenario change(String name, Platform start, Consumer<OpenShiftCluster> change) {
        return new Scenario(name, start, change, Release.CURRENT, End.CHANGED);
    }

    private static Scenario takenBack(String name, Consumer<OpenShiftCluster> change) {
        return new Scenario(name, Platform.AZURE, change, Release.CURRENT, End.TAKEN_BACK);
    }

    private static Stream<Scenario> drifts() {
        return Stream.of(
                drift("deleted-deployment", cluster -> cluster.delete(DEPLOYMENT)),
                drift("deleted-daemonset", cluster -> cluster.delete(DAEMON_SET)),
                drift("deleted-cloud-conf", cluster -> cluster.delete(CLOUD_CONF)),
                drift("deleted-clusteroperator", cluster -> cluster.delete(CLUSTER_OPERATOR)),
                drift("deleted-policy", cluster -> cluster.delete(POLICY)),
                drift(
                        "edited-image",
                        cluster -> cluster.edit(
                                DAEMON_SET, live -> live.containers().get(0).put("image", "other"))),
                drift(
                        "edited-port",
                        cluster -> cluster.edit(
                                SERVICE,
                                live -> live.fields()
                                        .maps("spec", "ports")
                                        .get(0)
                                        .put("port", 1L))),
                drift(
                        "edited-budget",
                        cluster -> cluster.edit(
                                BUDGET, live -> live.fields().map("spec").put("minAvailable", 0L))),
                drift(
                        "edited-rules",
                        cluster -> cluster.edit(ROLE, live -> live.tree().put("rules", new ArrayList<>()))),
                drift(
                        "removed-label",
                        cluster -> cluster.edit(
                                DEPLOYMENT,
                                live -> live.fields()
                                        .map("metadata", "labels")
                                        .remove("app.kubernetes.io/managed-by"))),
                drift(
                        "another-selector",
                        cluster -> replace(cluster, DEPLOYMENT, live -> {
                            live.fields().map("spec", "selector", "matchLabels").put("other", "label");
                            live.fields()
                                    .map("spec", "template", "metadata", "labels")
                                    .put("other", "label");
                        })),
                drift(
                        "another-role",
                        cluster -> replace(
                                cluster,
                                BINDING,
                                live -> live.fields().map("roleRef").put("name", "other"))),
                drift(
                        "immutable-ca-bundle",
                        cluster -> cluster.edit(TRUSTED_CA, live -> {
                            live.tree().put("data", Map.of("ca-bundle.crt", "other"));
                            live.tree().put("immutable", true);
                        })),
                drift(
                        "everything-deleted",
                        cluster -> Snapshot.of(cluster.admin()).owned().stream()
                                .filter(object -> object.namespace().equals(MANAGED))
                                .forEach(cluster::delete)));
    }

    private static Scenario drift(String name, Consumer<OpenShiftCluster> change) {
        return new Scenario(name, Platform.AZURE, change, Release.CURRENT, End.REPAIRED);
    }

    /** Leaves an object as another release may have left it, which no update changes to the desired state. */
    private static void replace(OpenShiftCluster cluster, KubernetesObject key, Consumer<KubernetesObject> change) {
        KubernetesObject other = cluster.live(key);
        cluster.delete(key);
        List.of("resourceVersion", "uid").forEach(other.fields().map("metadata")::remove);
        change.accept(other);
        OpenShiftCluster.accepted(cluster.admin().create(other));
    }

    private static void data(OpenShiftCluster cluster, KubernetesObject key, Map<String, Object> data) {
        KubernetesObject object = key.copy();
        object.tree().put("data", data);
        cluster.apply(object);
    }
}
