// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionType.AVAILABLE;
import static io.ccmoperator.status.ConditionType.DEGRADED;
import static io.ccmoperator.status.ConditionType.PROGRESSING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.Release;
import io.ccmoperator.PackagedProgram;
import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.LocalProcess;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.operator.OperatorUnderTest;
import io.ccmoperator.operator.Workloads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A cluster for releases of the chart. No process here runs Pods: the tests start the programs of the release as its Pods would. */
abstract class ReleaseScene {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    static final String RELEASE = "ccm-operator";
    static final String ACCOUNT = "cluster-cloud-controller-manager";
    static final KubernetesObject CLUSTER =
            manifest("{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster}}");

    @TempDir
    Path data;

    @TempDir
    Path folder;

    Chart chart;
    ApiServer server;
    Path kubeconfig;

    @BeforeAll
    static void findHelm() {
        Chart.assumeHelm();
    }

    @BeforeEach
    void start() {
        chart = new Chart(folder);
        server = ApiServer.start(data);
        kubeconfig = server.kubeconfig(server.uri());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    Release install(String namespace, String values) {
        return Chart.helm()
                .install()
                .withName(RELEASE)
                .withNamespace(namespace)
                .createNamespace()
                .withKubeConfig(kubeconfig)
                .withValuesFile(chart.file(values))
                .call();
    }

    Release upgrade(String namespace, String values) {
        return Chart.helm()
                .upgrade()
                .withName(RELEASE)
                .withNamespace(namespace)
                .withKubeConfig(kubeconfig)
                .withValuesFile(chart.file(values))
                .call();
    }

    String uninstall(String namespace) {
        return Helm.uninstall(RELEASE)
                .withNamespace(namespace)
                .withKubeConfig(kubeconfig)
                .call();
    }

    /**
     * The same, with the Jobs that Helm runs before and afterwards: their containers' programs are started here.
     *
     * @param operator the operator's namespace
     * @return what the first program has printed
     */
    String uninstallWithJobs(String release, String operator) throws IOException {
        return uninstallWithJobs(release, operator, () -> {});
    }

    /**
     * The same.
     *
     * @param meanwhile happens while the second program runs
     */
    String uninstallWithJobs(String release, String operator, Runnable meanwhile) throws IOException {
        CompletableFuture<String> uninstallation = CompletableFuture.supplyAsync(() -> uninstall(release));
        String printed = runJob(operator, "ccm-operator-remove", ACCOUNT, uninstallation, () -> {});
        runJob(operator, "ccm-operator-remove-lease", "ccm-operator-remove-lease", uninstallation, meanwhile);
        assertThat(uninstallation.join()).contains(RELEASE);
        return printed;
    }

    private String runJob(
            String namespace, String name, String account, CompletableFuture<String> uninstallation, Runnable meanwhile)
            throws IOException {
        KubernetesObject job = manifest(
                "{apiVersion: batch/v1, kind: Job, metadata: {name: %s, namespace: %s}}".formatted(name, namespace));
        await("Job " + name)
                .atMost(PATIENCE)
                .until(() -> server.admin().read(job).accepted() || uninstallation.isDone());
        KubernetesObject created = accepted(server.admin().read(job)).object();
        assertThat(created.fields().string("spec", "template", "spec", "serviceAccountName"))
                .isEqualTo(account);
        List<String> arguments = new ArrayList<>(created.fields()
                .items("spec", "template", "spec", "containers")
                .get(0)
                .strings("args"));
        arguments.add("--kubeconfig=" + server.kubeconfig(server.uri(), token(namespace, account)));
        try (LocalProcess program = startProgram(arguments)) {
            meanwhile.run();
            assertThat(program.exitCode(Duration.ofMinutes(2)))
                    .as(program.printed())
                    .isZero();
            complete(job);
            return program.printed();
        }
    }

    /** Starts a command of the program. */
    LocalProcess startProgram(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(PackagedProgram.command());
        command.addAll(arguments);
        Path output = Files.createTempFile(folder, arguments.get(0), ".log");
        return LocalProcess.start(folder, output.getFileName().toString(), command);
    }

    private void complete(KubernetesObject job) {
        String condition = "{type: %s, status: 'True', lastProbeTime: %2$s, lastTransitionTime: %2$s}";
        String time = "'2026-01-01T00:00:00Z'";
        accepted(server.admin().mergeStatus(manifest("""
                apiVersion: batch/v1
                kind: Job
                metadata: {name: %s, namespace: %s}
                status:
                  succeeded: 1
                  startTime: %s
                  completionTime: %s
                  conditions: [%s, %s]
                """.formatted(
                        job.name(),
                        job.namespace(),
                        time,
                        time,
                        condition.formatted("SuccessCriteriaMet", time),
                        condition.formatted("Complete", time)))));
    }

    /** Starts the program as the Deployment of the release says, with files and ports of this machine. */
    OperatorUnderTest startOperator(String namespace) throws IOException {
        return startOperator(namespace, server.uri());
    }

    /** The same with further flags, where the server is reached at another address. */
    OperatorUnderTest startOperator(String namespace, URI address, String... more) throws IOException {
        KubernetesObject container =
                new KubernetesObject(accepted(server.admin().read(deployment(namespace)))
                        .object()
                        .containers()
                        .get(0));
        List<String> flags = new ArrayList<>(container.fields().strings("args").stream()
                .filter(flag -> Stream.of("--leader-elect", "--distribution", "--namespace")
                        .anyMatch(flag::startsWith))
                .map(flag -> flag.replace("$(POD_NAMESPACE)", namespace))
                .toList());
        flags.addAll(List.of(more));
        flags.add("--images-json=" + writeImages(namespace));
        flags.add("--system-trust-bundle=" + Files.writeString(folder.resolve("system.pem"), Certificates.pem("ca-1")));
        flags.add("--kubeconfig=" + server.kubeconfig(address, token(namespace)));
        return OperatorUnderTest.start(
                folder,
                FieldReader.of(container.fields().maps("env").get(0)).string("value"),
                List.of("*"),
                flags.toArray(String[]::new));
    }

    /** images.json as the Pod has it; in a cluster the kubelet does this. */
    Path writeImages(String namespace) throws IOException {
        KubernetesObject images = accepted(server.admin()
                        .get("/api/v1/namespaces/" + namespace + "/configmaps/cloud-controller-manager-images"))
                .object();
        return Files.writeString(folder.resolve("images.json"), images.fields().string("data", "images.json"));
    }

    /** The Deployment of the operator. */
    static KubernetesObject deployment(String namespace) {
        return manifest("""
                {apiVersion: apps/v1, kind: Deployment,
                 metadata: {name: cluster-cloud-controller-manager-operator, namespace: %s}}""".formatted(namespace));
    }

    /** Of the operator's account. */
    String token(String namespace) {
        return token(namespace, ACCOUNT);
    }

    private String token(String namespace, String account) {
        return accepted(server.admin().token(namespace, account))
                .object()
                .fields()
                .string("status", "token");
    }

    /** The requests of the operator's account. */
    List<AuditedRequest> requests(String namespace) {
        return server.audit()
                .of(accepted(server.admin().get("/api/v1/namespaces/" + namespace + "/serviceaccounts/" + ACCOUNT))
                        .object()
                        .fields()
                        .string("metadata", "uid"));
    }

    /** The operator asks for nothing that it may not, and for nothing of OpenShift. */
    void assertRequestsOfKubernetesAlone(List<AuditedRequest> requests) {
        assertThat(requests).isNotEmpty().noneMatch(request -> request.status() == 403);
        assertThat(requests)
                .extracting(AuditedRequest::group)
                .contains("ccmoperator.io")
                .noneMatch(group -> group.endsWith("openshift.io"));
        assertThat(requests)
                .extracting(AuditedRequest::namespace)
                .noneMatch(namespace -> namespace.startsWith("openshift-config"));
    }

    void awaitAvailable(OperatorUnderTest operator, String managed) {
        await("Available").atMost(PATIENCE).untilAsserted(() -> {
            new Workloads(server.admin(), managed).rollOut();
            KubernetesObject live = accepted(server.admin().read(CLUSTER)).object();
            assertThat(live.fields().maps("status", "conditions"))
                    .as(operator.log())
                    .isNotEmpty();
            assertThatCondition(live, AVAILABLE).isTrue();
            assertThatCondition(live, PROGRESSING).isFalse();
            assertThatCondition(live, DEGRADED).isFalse();
            assertThat(live.fields().at("status", "observedGeneration"))
                    .isEqualTo(live.fields().at("metadata", "generation"));
        });
    }

    /** The Deployment of the cloud controller manager of AWS. */
    KubernetesObject aws(String managed) {
        return accepted(server.admin()
                        .get("/apis/apps/v1/namespaces/" + managed + "/deployments/aws-cloud-controller-manager"))
                .object();
    }

    /** Whether a namespace exists and is not being deleted. */
    boolean isLeftAlone(String namespace) {
        ApiAnswer answer = server.admin().get("/api/v1/namespaces/" + namespace);
        return answer.accepted()
                && answer.object()
                        .fields()
                        .string("metadata", "deletionTimestamp")
                        .isEmpty();
    }

    /** The objects of all kinds but Events, as resource and name; those of the cluster, or those of all namespaces. */
    Set<String> objects(boolean namespaced) {
        String kinds = String.join(
                ",",
                kubectl("api-resources", "--verbs=list", "--namespaced=" + namespaced, "--output=name")
                        .lines()
                        .filter(kind -> !kind.startsWith("events"))
                        .toList());
        return new TreeSet<>(kubectl("get", kinds, "--all-namespaces=" + namespaced, "--output=name")
                .lines()
                .toList());
    }

    /** What kubectl prints. */
    String kubectl(String... arguments) {
        List<String> command = new ArrayList<>(List.of(ApiServer.kubectl().toString(), "--kubeconfig=" + kubeconfig));
        command.addAll(List.of(arguments));
        return run(command);
    }

    /** What a program prints that ends without an error. */
    static String run(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.onExit().join().exitValue()).as(printed).isZero();
            return printed;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ApiAnswer accepted(ApiAnswer answer) {
        assertThat(answer.refusal()).isEmpty();
        return answer;
    }
}
