// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.certificates.Certificates.pem;
import static io.ccmoperator.operator.OpenShiftCluster.MANAGED;
import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.accepted;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.PlantedSecrets;
import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.CustomResources;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.faults.FaultyProxy;
import io.ccmoperator.payload.PayloadFolder;
import io.ccmoperator.permissions.Permission;
import io.ccmoperator.permissions.Rules;
import io.ccmoperator.perturbation.TreeDifference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** An installation that all inputs have a part in, on the platform that has an object of nearly every kind. */
abstract class LawScene extends OperatorScene {
    private static final String CCM = "azure-cloud-controller-manager";
    static final KubernetesObject DEPLOYMENT = key("apps/v1", "Deployment", CCM);
    static final KubernetesObject DAEMON_SET = key("apps/v1", "DaemonSet", "azure-cloud-node-manager");
    static final KubernetesObject SERVICE = key("v1", "Service", CCM);
    static final KubernetesObject BUDGET = key("policy/v1", "PodDisruptionBudget", CCM);
    static final KubernetesObject ROLE = key("rbac.authorization.k8s.io/v1", "ClusterRole", CCM);
    static final KubernetesObject POLICY = key(
            "admissionregistration.k8s.io/v1",
            "ValidatingAdmissionPolicy",
            "azure-load-balancer-tcp-idle-timeout-annotation-validation-policy");
    static final KubernetesObject CLOUD_CONF = key("v1", "ConfigMap", "cloud-conf");
    static final KubernetesObject TRUSTED_CA = key("v1", "ConfigMap", "ccm-trusted-ca");

    /** Those that are looked at, each with an edit that has to be reverted. */
    static final Map<KubernetesObject, Consumer<KubernetesObject>> EDITS = edits();

    /** What users and OpenShift write. */
    static final KubernetesObject USERS = key("v1", "ConfigMap", "openshift-config", "cloud-provider-config");

    static final KubernetesObject BUNDLE = key("v1", "ConfigMap", "openshift-config", "user-ca-bundle");
    static final KubernetesObject SETTINGS =
            manifest("{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster}}");
    private static final KubernetesObject CREDENTIALS = key("v1", "Secret", "azure-cloud-credentials");
    private static final String POLICIES = "/apis/admissionregistration.k8s.io/v1/";

    private static final String OWNER = "app.kubernetes.io/managed-by";

    private static FaultyProxy proxy;
    static Workloads workloads;

    @TempDir
    Path folder;

    private Images images;

    private static Map<KubernetesObject, Consumer<KubernetesObject>> edits() {
        Map<KubernetesObject, Consumer<KubernetesObject>> edits = new LinkedHashMap<>();
        edits.put(DEPLOYMENT, live -> live.fields().map("spec").put("replicas", 1L));
        edits.put(DAEMON_SET, live -> live.fields().map("spec").put("minReadySeconds", 7L));
        edits.put(SERVICE, live -> live.fields().map("spec", "selector").put("x", "y"));
        edits.put(BUDGET, live -> live.fields().map("spec").put("minAvailable", 0L));
        edits.put(ROLE, live -> live.tree().put("rules", List.of()));
        edits.put(POLICY, live -> live.fields().map("spec").put("failurePolicy", "Ignore"));
        edits.put(CLOUD_CONF, live -> live.tree().put("data", Map.of("cloud.conf", "other")));
        edits.put(TRUSTED_CA, live -> live.tree().put("data", Map.of("ca-bundle.crt", "other")));
        return edits;
    }

    @BeforeAll
    static void startCluster(@TempDir Path data) {
        // Objects of OpenShift get fields of other types.
        cluster = OpenShiftCluster.startPermissive(data);
        CustomResources.loadOwn(cluster.admin());
        proxy = FaultyProxy.before(cluster.server());
        workloads = new Workloads(cluster.admin());
    }

    @AfterAll
    static void stopProxy() {
        if (proxy != null) {
            proxy.close();
        }
    }

    /** All inputs are good. */
    @BeforeEach
    void writeInputs() {
        images = Images.of(folder, "1");
        Stream.concat(Singleton.DESCRIBING.stream(), Stream.of(Singleton.INFRASTRUCTURE))
                .map(Singleton::object)
                .forEach(object -> {
                    cluster.admin().delete(object);
                    accepted(cluster.admin().create(object));
                    accepted(cluster.admin().mergeStatus(object));
                });
        cloudConf(Platform.AZURE.cloudConf());
        bundle(pem("ca-1"));
        cluster.input("Secret", CREDENTIALS.name(), "stringData: {key: " + PlantedSecrets.VALUE + "}");
        settings("{name: concurrent-service-syncs, value: '8'}");
    }

    @AfterEach
    void clear() {
        if (operator != null) {
            operator.close();
            operator = null;
        }
        PayloadFolder.ofKind("ClusterRole").forEach(cluster::apply);
        for (String kind : List.of("validatingadmissionpolicybindings", "validatingadmissionpolicies")) {
            cluster.admin().delete(POLICIES + kind + "/no-budgets");
        }
        cluster.clear();
        Stream.concat(
                        EDITS.keySet().stream(),
                        Stream.of("a", "b", "c").map(copy -> key("v1", "ConfigMap", "cloud-conf-" + copy)))
                .forEach(cluster.admin()::delete);
    }

    OpenShiftCluster cluster() {
        return cluster;
    }

    Images images() {
        return images;
    }

    void cloudConf(String text) {
        new TourStops(cluster).userConfigMap(USERS.name(), Map.of("cloud.conf", text));
    }

    void bundle(String text) {
        new TourStops(cluster).userConfigMap(BUNDLE.name(), Map.of("ca-bundle.crt", text));
    }

    void removeImage() {
        Map<String, Object> lacking = Images.all("1");
        lacking.remove("cloudControllerManagerAzure");
        images.write(lacking);
    }

    /** @param args flags of the cloud controller manager, items of the list as YAML */
    void settings(String args) {
        KubernetesObject object = SETTINGS.copy();
        object.tree().put("spec", YamlText.tree("{controllerManager: {args: [" + args + "]}}"));
        cluster.apply(object);
    }

    void deleteCredentials() {
        cluster.delete(CREDENTIALS);
    }

    /** The operator's role has no rule for it any more, and watches start again. */
    void forbid(Singleton singleton) {
        Permission list = permission(singleton, "list");
        Permission watch = permission(singleton, "watch");
        PayloadFolder.ofKind("ClusterRole").stream()
                .filter(role -> Rules.of(role, "").contains(watch))
                .map(role -> Rules.without(Rules.without(role, list), watch))
                .forEach(cluster::apply);
        for (Permission permission : List.of(list, watch)) {
            await("no permission to " + permission)
                    .atMost(PATIENCE)
                    .until(() -> permission.isRefused(cluster.admin(), OperatorAccount.user()));
        }
        proxy.cut();
    }

    private static Permission permission(Singleton singleton, String verb) {
        return new Permission(
                "",
                "config.openshift.io",
                singleton.plural(),
                verb,
                singleton.object().name());
    }

    void mistype(Singleton singleton) {
        KubernetesObject live = cluster.live(singleton.object());
        live.tree().putAll(singleton.mistyped().tree());
        live.tree().put("metadata", cluster.live(singleton.object()).fields().map("metadata"));
        accepted(
                singleton.mistyped().tree().containsKey("spec")
                        ? cluster.admin().replace(live)
                        : cluster.admin().replaceStatus(live));
    }

    void forgetName() {
        KubernetesObject live = cluster.live(Singleton.INFRASTRUCTURE.object());
        live.fields().map("status").remove("infrastructureName");
        accepted(cluster.admin().replaceStatus(live));
    }

    /** No client but the administrator may write the PodDisruptionBudget. */
    void denyBudget() {
        cluster.apply("""
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicy
                metadata: {name: no-budgets}
                spec:
                  matchConstraints:
                    resourceRules:
                      - {apiGroups: [policy], apiVersions: [v1], resources: [poddisruptionbudgets], operations: [CREATE, UPDATE]}
                  validations:
                    - {expression: "request.userInfo.username == 'admin'", message: no budgets here}
                """);
        cluster.apply("""
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicyBinding
                metadata: {name: no-budgets}
                spec: {policyName: no-budgets, validationActions: [Deny]}
                """);
        KubernetesObject probe = manifest(
                "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: probe, namespace: %s}, spec: {minAvailable: 1}}"
                        .formatted(MANAGED));
        await("the policy to be effective")
                .atMost(PATIENCE)
                .until(() -> cluster.admin()
                        .as(OperatorAccount.user())
                        .dryRun()
                        .create(probe)
                        .refusal()
                        .contains("no budgets here"));
    }

    /** Starts an operator that takes the feature gates of the version that the cluster says it has. */
    void start() throws IOException {
        start(ReleaseVersion.SNAPSHOT);
    }

    void start(String version) throws IOException {
        operator = OperatorUnderTest.start(
                folder,
                version,
                List.of("*"),
                "--kubeconfig=" + proxy.kubeconfig(Account.FIRST.token()),
                images.flag(),
                "--system-trust-bundle=" + Files.writeString(folder.resolve("system.pem"), pem("ca-5")));
    }

    /** An installation in which all is well. */
    void install(String version) throws IOException {
        start(version);
        await("all objects")
                .atMost(PATIENCE)
                .until(() -> contents().values().stream().noneMatch(Map::isEmpty));
        cluster.awaitAvailable();
        workloads.lead();
        awaitPeace();
    }

    void restart(String version) throws IOException {
        operator.terminate();
        assertThat(operator.exitCode()).isZero();
        operator.close();
        start(version);
    }

    /** What counts of each object that is there; empty: it is not there. A copy of cloud-conf counts by its content. */
    static Map<KubernetesObject, Map<String, Object>> contents() {
        Map<KubernetesObject, Map<String, Object>> contents = new LinkedHashMap<>();
        EDITS.keySet().forEach(object -> contents.put(object, content(cluster.live(object))));
        return contents;
    }

    static Map<String, Object> content(KubernetesObject live) {
        Map<String, Object> content = new LinkedHashMap<>();
        for (String member : List.of("spec", "rules", "data")) {
            if (live.tree().containsKey(member)) {
                content.put(member, live.tree().get(member));
            }
        }
        if (!content.isEmpty()) {
            content.put("labels", live.fields().map("metadata", "labels"));
        }
        for (FieldReader volume : FieldReader.of(live.podSpec()).items("volumes")) {
            String name = volume.string("configMap", "name");
            if (name.startsWith("cloud-conf-")) {
                volume.map("configMap")
                        .put(
                                "name",
                                cluster.live(key("v1", "ConfigMap", name))
                                        .fields()
                                        .map("data"));
            }
        }
        return content;
    }

    /** How the contents of objects differ, by the label of each; but for some objects, which may. */
    static Map<String, String> differences(
            Map<KubernetesObject, Map<String, Object>> one,
            Map<KubernetesObject, Map<String, Object>> other,
            Set<KubernetesObject> spared) {
        Map<String, String> differences = new TreeMap<>();
        one.forEach((object, content) -> TreeDifference.of(content, other.get(object))
                .filter(difference -> !spared.contains(object))
                .ifPresent(difference -> differences.put(label(object), difference)));
        return differences;
    }

    /** Waits until no object changes for a second. */
    static void awaitPeace() {
        Map<KubernetesObject, Map<String, Object>> last = new LinkedHashMap<>();
        await("no change for a second")
                .atMost(PATIENCE)
                .during(Duration.ofSeconds(1))
                .until(() -> {
                    Map<KubernetesObject, Map<String, Object>> now = contents();
                    boolean same = now.equals(last);
                    last.putAll(now);
                    return same;
                });
    }

    /** Whether something has come true in time. */
    static boolean comesTrue(Duration patience, Callable<Boolean> condition) {
        try {
            await().atMost(patience)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(20))
                    .until(condition);
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }

    /** All conditions of the ClusterOperator, one a line. */
    static String conditions() {
        return cluster.clusterOperator().fields().maps("status", "conditions").stream()
                .map(condition -> "%s %s %s: %s"
                        .formatted(
                                condition.get("type"),
                                condition.get("status"),
                                condition.get("reason"),
                                condition.get("message")))
                .sorted()
                .collect(Collectors.joining("\n"));
    }

    /** Whether a condition, or the log from a place on, says something. */
    static boolean says(String words, int since) {
        return Pattern.compile(words)
                .matcher(conditions() + "\n" + operator.log().substring(since))
                .find();
    }

    /** Whether the operator repairs a Service in time: it has looked at all that was there before. */
    static boolean repairs(Duration patience) {
        cluster.edit(SERVICE, live -> live.fields().map("metadata", "labels").remove(OWNER));
        return comesTrue(
                patience,
                () -> cluster.live(SERVICE).fields().map("metadata", "labels").containsKey(OWNER));
    }

    /**
     * Disturbs all objects at once.
     *
     * @param before what has to come back
     * @return seconds until each was as before; an object that was not so in time is absent
     */
    static Map<KubernetesObject, Double> restored(
            Map<KubernetesObject, Map<String, Object>> before,
            Consumer<KubernetesObject> disturbance,
            Duration patience) {
        Map<KubernetesObject, Long> begin = new LinkedHashMap<>();
        Map<KubernetesObject, Double> seconds = new LinkedHashMap<>();
        Map<KubernetesObject, KubernetesObject> whole = new LinkedHashMap<>();
        before.keySet().forEach(object -> whole.put(object, cluster.live(object)));
        before.keySet().forEach(object -> {
            begin.put(object, System.nanoTime());
            disturbance.accept(object);
        });
        comesTrue(patience, () -> {
            before.forEach((object, content) -> {
                if (!seconds.containsKey(object)
                        && content(cluster.live(object)).equals(content)) {
                    seconds.put(object, (System.nanoTime() - begin.get(object)) / 1e9);
                }
            });
            return seconds.size() == before.size();
        });
        // So that what comes next does not depend on it.
        before.keySet().stream().filter(object -> !seconds.containsKey(object)).forEach(object -> {
            System.out.println("not as before: " + label(object) + ": "
                    + TreeDifference.of(before.get(object), content(cluster.live(object))));
            putBack(whole.get(object));
        });
        return seconds;
    }

    private static void putBack(KubernetesObject before) {
        Map<String, Object> metadata = before.fields().map("metadata");
        boolean isGone = cluster.live(before).tree().isEmpty();
        if (isGone) {
            metadata.keySet().removeAll(List.of("resourceVersion", "uid"));
            accepted(cluster.admin().create(before));
        } else {
            cluster.edit(before, live -> {
                // It may be another object of the name by now.
                Map<String, Object> now = live.fields().map("metadata");
                metadata.put("uid", now.get("uid"));
                metadata.put("resourceVersion", now.get("resourceVersion"));
                live.tree().putAll(before.tree());
            });
        }
    }

    /** The kind of an object; the name of a ConfigMap. */
    static String label(KubernetesObject object) {
        return object.kind().equals("ConfigMap") ? object.name() : object.kind();
    }
}
