// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.operator.OpenShiftCluster.MANAGED;
import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.PackagedProgram;
import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.LocalProcess;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.monitoring.Scrape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What administrators set in the CloudControllerManager, and what becomes of it in the cluster. */
@RequiresApiServer
@Tag("packaged")
class OverridesIT extends OperatorScene {
    private static final KubernetesObject OBJECT =
            manifest("{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster}}");

    private static Workloads workloads;

    @BeforeAll
    static void start(@TempDir Path data, @TempDir Path folder) throws IOException {
        cluster = OpenShiftCluster.start(data);
        workloads = new Workloads(cluster.admin());
        cluster.platform(Platform.AWS);
        cluster.syncControllersWork();
        operator = OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                cluster.kubeconfig(Account.FIRST),
                Images.of(folder, "1").flag());
    }

    /** Also of a test that has failed. */
    @AfterEach
    void deleteObject() {
        if (!cluster.live(OBJECT).tree().isEmpty()) {
            cluster.delete(OBJECT);
            cluster.awaitAvailable();
        }
    }

    private static void awaitRollout(String what, Runnable change) {
        Map<String, Long> before = workloads.generations();
        change.run();
        await(what).atMost(PATIENCE).until(() -> !workloads.generations().equals(before));
        cluster.awaitAvailable();
    }

    private static ApiAnswer set(String spec) {
        KubernetesObject object = OBJECT.copy();
        object.tree().put("spec", manifest("{spec: " + spec + "}").fields().map("spec"));
        return cluster.admin().apply(object);
    }

    private static KubernetesObject status() {
        return cluster.live(OBJECT);
    }

    private static void platform(Platform platform) {
        cluster.platform(platform);
        new TourStops(cluster).awaitConverged(platform);
    }

    private static List<String> conditions(KubernetesObject object) {
        return object.fields().maps("status", "conditions").stream()
                .map(condition -> "%s %s %s %s"
                        .formatted(
                                condition.get("type"),
                                condition.get("status"),
                                condition.get("reason"),
                                condition.getOrDefault("message", "")))
                .toList();
    }

    private static void awaitCondition(String type, String status) {
        await(type + "=" + status).atMost(PATIENCE).until(() -> {
            workloads.rollOut();
            return conditions(status()).stream().anyMatch(line -> line.startsWith(type + " " + status + " "));
        });
    }

    /** metadata.generation counts the states that a workload was written in. */
    @ParameterizedTest
    @EnumSource(names = "AZURE")
    void replacesPodsOnceForEachSettingAndOnceForItsRemoval(Platform platform) {
        replacePods(platform);
    }

    @ParameterizedTest
    @EnumSource(names = "AWS")
    @Tag("long")
    void replacesPodsOnceWhereOneWorkloadIsAll(Platform platform) {
        replacePods(platform);
    }

    private static void replacePods(Platform platform) {
        platform(platform);
        List<String> programs =
                platform == Platform.AZURE ? List.of("controllerManager", "nodeManager") : List.of("controllerManager");
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("logLevel: Debug", "--v=4");
        for (String program : programs) {
            settings.put(
                    program + ": {args: [{name: concurrent-service-syncs, value: '7'}]}",
                    "--concurrent-service-syncs=7");
            settings.put(program + ": {env: [{name: SET, value: here}]}", "name=SET");
            settings.put(program + ": {resources: {requests: {cpu: 13m}}}", "cpu=13m");
            // No more settings: ten changes of a workload within a minute count as those of clients that contest it.
            settings.put(
                    program
                            + ": {nodePlacement: {nodeSelector: {set: here}}, imagePullPolicy: Always, priorityClassName: set-class,"
                            + " podMetadata: {labels: {set-label: a}, annotations: {example.com/set: b}},"
                            + " hostAliases: [{ip: 10.9.8.7, hostnames: [set.example.com]}]}",
                    "set=here");
        }
        settings.put("controllerManager: {replicas: 3}", "replicas=3");

        settings.forEach((setting, expected) -> {
            Map<String, Long> before = workloads.generations();
            awaitRollout(
                    setting,
                    () -> assertThat(set("{" + setting + "}").refusal()).isEmpty());

            Map<String, Long> after = workloads.generations();
            after.forEach((name, generation) -> assertThat(generation - before.get(name))
                    .as(name + " for " + setting)
                    .isBetween(0L, 1L));
            assertThat(after.keySet())
                    .filteredOn(name -> after.get(name) > before.get(name))
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(
                                    workload(name).fields().at("spec").toString())
                            .contains(expected));
            await("the status")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(status().fields().map("status"))
                            .containsEntry(
                                    "observedGeneration", status().fields().at("metadata", "generation"))
                            .containsEntry("version", OpenShiftCluster.VERSION));
            awaitRollout("the provider's own", () -> cluster.delete(OBJECT));
        });
        assertThat(workloads.generations().keySet())
                .allSatisfy(
                        name -> assertThat(workload(name).fields().at("spec").toString())
                                .doesNotContain(settings.values()));
    }

    private static KubernetesObject workload(String name) {
        return cluster.live(key("apps/v1", name.endsWith("node-manager") ? "DaemonSet" : "Deployment", name));
    }

    @Test
    void showsInStatusWhatClusterOperatorSaysAndWritesNothingWhenNothingChanges() throws IOException {
        platform(Platform.AWS);
        set("{controllerManager: {args: [{name: concurrent-service-syncs, value: '8'}]}}");
        awaitCondition("Progressing", "False");
        cluster.awaitAvailable();
        await("one text in both")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(conditions(status()))
                        .isNotEmpty()
                        .containsAll(conditions(cluster.clusterOperator()).stream()
                                .filter(line -> conditions(status()).stream()
                                        .anyMatch(own -> own.split(" ")[0].equals(line.split(" ")[0])))
                                .toList()));

        assertThat(status().fields().string("status", "provider")).isEqualTo("aws");
        assertThat(status().fields().maps("status", "objects"))
                .contains(Map.of(
                        "group", "apps",
                        "kind", "Deployment",
                        "namespace", MANAGED,
                        "name", "aws-cloud-controller-manager",
                        "state", "Complete"));
        assertThat(cluster.clusterOperator().fields().maps("status", "relatedObjects"))
                .contains(Map.of("group", "ccmoperator.io", "resource", "cloudcontrollermanagers", "name", "cluster"));
        assertThat(Scrape.of(operator.metricsPort(), MetricsReader.token(cluster, "default", "reader"))
                        .text()
                        .lines())
                .contains("ccm_operator_overrides{field=\"controllerManager.args\",} 1.0");

        long writes = writesOf("deployments");
        long ofStatus = writesOf("cloudcontrollermanagers");
        set("{controllerManager: {args: [{name: concurrent-service-syncs, value: '8'}]}}");
        cluster.input("ConfigMap", "unrelated", "data: {a: b}");
        operatorHasSeenAll();
        // That of the Deployment's label, which the audit log may have a moment later.
        await("the write of the label").atMost(PATIENCE).until(() -> writesOf("deployments") > writes);
        assertThat(writesOf("deployments") - writes).isEqualTo(1);
        assertThat(writesOf("cloudcontrollermanagers") - ofStatus)
                .as("rolling out or not, for the label")
                .isLessThanOrEqualTo(2);
    }

    /** Its answer to a change that needs one comes after all that came before. */
    private static void operatorHasSeenAll() {
        KubernetesObject deployment = workload("aws-cloud-controller-manager");
        cluster.edit(
                deployment, live -> live.fields().map("metadata", "labels").remove("app.kubernetes.io/managed-by"));
        await("the label")
                .atMost(PATIENCE)
                .until(() -> workload(deployment.name())
                        .fields()
                        .map("metadata", "labels")
                        .containsKey("app.kubernetes.io/managed-by"));
    }

    private static long writesOf(String resource) {
        return cluster.requests(Account.FIRST).stream()
                .filter(request -> !request.verb().matches("get|list|watch"))
                .map(AuditedRequest::resource)
                .filter(written -> written.startsWith(resource))
                .count();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            controllerManager: {args: [{name: cloud-config, value: /a}]}  | spec.controllerManager.args[cloud-config]: the operator sets this flag; remove it
            controllerManager: {args: [{name: leader-elect, value: no}]}  | spec.controllerManager.args[leader-elect]: the operator sets this flag; remove it
            controllerManager: {image: 'a:1'}              | spec.controllerManager.image: the release of OpenShift names the image; remove it
            controllerManager: {podMetadata: {labels: {k8s-app: a}}} | spec.controllerManager.podMetadata.labels[k8s-app]: the provider sets this label; remove it
            nodeManager: {args: [{name: wait-routes, value: 'true'}]}     | spec.nodeManager: provider aws has no container cloud-node-manager; remove the field
            controllerManager: {env: [{name: CLOUD_CONFIG, value: a}]} | spec.controllerManager.env[CLOUD_CONFIG]: the operator sets this variable; remove it
            controllerManager: {env: [{name: A, valueFrom: {secretKeyRef: {name: none, key: a}}}]} | spec.controllerManager.env[A].valueFrom.secretKeyRef: Secret openshift-cloud-controller-manager/none does not exist; create it, or set optional: true
            """)
    void refusesWhatWouldBreakCloudControllerManagerAndKeepsIt(String spec, String message) {
        platform(Platform.AWS);
        Map<String, Long> before = workloads.generations();

        assertThat(set("{" + spec + "}").refusal()).isEmpty();
        awaitCondition("Degraded", "True");

        assertThat(conditions(status())).anyMatch(line -> line.startsWith("Degraded True") && line.contains(message));
        assertThat(workloads.generations()).isEqualTo(before);
        await("an event")
                .atMost(PATIENCE)
                .until(() ->
                        cluster.events("OverridesRefused", OBJECT).stream().anyMatch(line -> line.endsWith(message)));
        cluster.delete(OBJECT);
        cluster.awaitAvailable();
        assertThat(workloads.generations()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            logLevel: All                                                         | Unsupported value: "All": supported values: "Normal", "Debug", "Trace", "TraceAll"
            controllerManager: {args: [{name: --a, value: b}]}                    | spec.controllerManager.args[0].name: Invalid value: "--a": spec.controllerManager.args[0].name in body should match
            controllerManager: {replicas: 4}                                      | should be less than or equal to 3
            controllerManager: {env: [{name: A, value: b, valueFrom: {secretKeyRef: {name: a, key: b}}}]} | set value or valueFrom, not both
            controllerManager: {env: [{name: A, valueFrom: {}}]}                  | set secretKeyRef, configMapKeyRef or fieldRef
            controllerManager: {resources: {requests: {cpu: much}}}               | spec.controllerManager.resources.requests.cpu
            nodeManager: {nodePlacement: {tolerations: [{value: a}]}}             | set a key, or the operator Exists
            """)
    void isRefusedByServerWhereKindSaysSo(String spec, String message) {
        ApiAnswer answer = set("{" + spec + "}");

        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.refusal()).contains(message);
    }

    /** It comes from a backup, or from a cluster of another kind. */
    @Test
    void letsObjectGoThatHasFinalizerAndRefusesCommandThatRemoves(@TempDir Path folder) {
        platform(Platform.AWS);
        KubernetesObject copy = OBJECT.copy();
        copy.fields().map("metadata").put("finalizers", List.of("ccmoperator.io/cloud-controller-manager"));
        copy.tree().put("spec", Map.of("logLevel", "Trace"));
        awaitRollout(
                "the settings of the copy",
                () -> OpenShiftCluster.accepted(cluster.admin().create(copy)));
        Map<String, Long> before = workloads.generations();

        List<String> command = new ArrayList<>(PackagedProgram.command());
        command.addAll(List.of(
                "remove",
                "--kubeconfig=" + cluster.server().kubeconfig(cluster.server().uri())));
        try (LocalProcess program = LocalProcess.start(folder, "remove.log", command)) {
            assertThat(program.exitCode(PATIENCE)).as(program.printed()).isEqualTo(1);
            assertThat(program.printed())
                    .contains("error: on OpenShift, where Infrastructure cluster exists", "oc delete");
        }
        assertThat(status().fields().string("metadata", "deletionTimestamp")).isEmpty();
        assertThat(workloads.generations()).isEqualTo(before);

        awaitRollout("the provider's own", () -> cluster.delete(OBJECT));
        assertThat(cluster.live(OBJECT).tree()).isEmpty();
        assertThat(workload("aws-cloud-controller-manager").fields().at("spec").toString())
                .doesNotContain("--v=6");
    }

    @Test
    void hasOneObject() {
        KubernetesObject other = OBJECT.copy();
        other.fields().map("metadata").put("name", "other");

        assertThat(cluster.admin().create(other).refusal())
                .contains("name it cluster; no other CloudControllerManager counts");
    }
}
