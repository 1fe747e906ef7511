// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import static io.ccmoperator.operator.OpenShiftCluster.MANAGED;
import static io.ccmoperator.operator.OpenShiftCluster.accepted;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.ControllerManager;
import io.ccmoperator.apiserver.LocalProcess;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.kubelet.Kubelet;
import io.ccmoperator.kubelet.Program;
import io.ccmoperator.operator.Images;
import io.ccmoperator.operator.OpenShiftCluster;
import io.ccmoperator.operator.OperatorUnderTest;
import io.ccmoperator.operator.Platform;
import io.ccmoperator.operator.TourStops;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A cluster with the controllers of Kubernetes and a kubelet, in which every write of the operator and every condition is watched. */
final class WatchedCluster implements AutoCloseable {
    /** Pods of Azure have to be ready for 75 seconds of the clock. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final Duration CALM = Duration.ofSeconds(3);
    private static final Duration SILENCE = Duration.ofSeconds(30);

    /** Twenty seconds of a node are one. */
    private static final int SPEED = 20;

    private static final String REVISION = "deployment.kubernetes.io/revision";
    private static final String DAEMON_SET_REVISION = "deprecated.daemonset.template.generation";

    private final Path folder;
    private final OpenShiftCluster cluster;
    private final Deque<Runnable> ends = new ArrayDeque<>();
    private final List<KubernetesObject> workloads;
    private final Distribution distribution;
    private final ConditionHistory history;

    private WatchedCluster(
            Path folder, OpenShiftCluster cluster, Distribution distribution, List<KubernetesObject> workloads) {
        this.folder = folder;
        this.cluster = cluster;
        this.workloads = workloads;
        this.distribution = distribution;
        this.history = distribution == Distribution.OPENSHIFT
                ? new ConditionHistory(cluster.admin())
                : ConditionHistory.onKubernetes(cluster.admin());
        ends.push(cluster::close);
        ends.push(history::close);
    }

    /**
     * Installs a platform and waits until all Pods work.
     *
     * @param folder an empty one
     * @param workloads those that the platform has
     */
    static WatchedCluster install(Path folder, Platform platform, KubernetesObject... workloads) throws IOException {
        return install(
                folder,
                Distribution.OPENSHIFT,
                platform.toString(),
                workloads,
                cluster -> new TourStops(cluster).infrastructure(platform));
    }

    /**
     * The same on Kubernetes, for the CloudControllerManager of {@link #describe}. What the operator may do there is the subject of other tests.
     *
     * @param spec members of the object's spec, as YAML
     */
    static WatchedCluster installOnKubernetes(Path folder, String spec, KubernetesObject... workloads)
            throws IOException {
        return install(folder, Distribution.KUBERNETES, "Kubernetes", workloads, cluster -> {
            cluster.apply("""
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: ClusterRoleBinding
                    metadata: {name: operator-on-kubernetes}
                    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
                    subjects: [{kind: ServiceAccount, namespace: %s, name: cluster-cloud-controller-manager}]
                    """, OpenShiftCluster.OPERATOR);
            describe(cluster, spec);
        });
    }

    private static WatchedCluster install(
            Path folder,
            Distribution distribution,
            String what,
            KubernetesObject[] workloads,
            Consumer<OpenShiftCluster> description)
            throws IOException {
        OpenShiftCluster cluster = start(folder);
        WatchedCluster installed = new WatchedCluster(folder, cluster, distribution, List.of(workloads));
        try {
            installed.ends.push(ControllerManager.start(cluster.server(), folder)::close);
            installed.ends.push(Kubelet.start(cluster.admin(), MANAGED, SPEED, Program.WORKS)::close);
            // For DaemonSets.
            cluster.apply("{apiVersion: v1, kind: Node, metadata: {name: node, labels: {kubernetes.io/os: linux}}}");
            description.accept(cluster);
            // The Secret that the Pods of the platform refer to.
            for (String secret : List.of("azure-cloud-credentials", "cloud-controller-manager-credentials")) {
                cluster.input("Secret", secret, "stringData: {key: value}");
            }
            installed.ends.push(installed.operator()::close);
            installed.awaitConverged(what + " to be installed", () -> true);
            return installed;
        } catch (RuntimeException | IOException e) {
            installed.close();
            throw e;
        }
    }

    /** One after the other: the start of a server is what costs most. */
    private static synchronized OpenShiftCluster start(Path folder) throws IOException {
        return OpenShiftCluster.start(Files.createDirectories(folder.resolve("cluster")));
    }

    private OperatorUnderTest operator() throws IOException {
        List<String> flags = new ArrayList<>(List.of(
                cluster.kubeconfig(Account.FIRST),
                Images.of(folder, "1").flag(),
                "--system-trust-bundle=" + Files.writeString(folder.resolve("system.pem"), Certificates.pem("ca-5"))));
        if (distribution == Distribution.KUBERNETES) {
            flags.addAll(List.of(
                    "--distribution=kubernetes",
                    "--namespace=" + MANAGED,
                    "--leader-elect-resource-namespace=" + OpenShiftCluster.OPERATOR));
        }
        return OperatorUnderTest.start(folder, OpenShiftCluster.VERSION, List.of("*"), flags.toArray(String[]::new));
    }

    /** The user's cloud configuration. */
    void configure(String cloudConf) {
        KubernetesObject source = key("v1", "ConfigMap", "openshift-config", "cloud-provider-config");
        source.tree().put("data", Map.of("cloud.conf", cloudConf));
        cluster.apply(source);
    }

    /** What a cluster is, and flags of the cloud controller manager. @param spec members of the object's spec, as YAML */
    void describe(String spec) {
        describe(cluster, spec);
    }

    private static void describe(OpenShiftCluster cluster, String spec) {
        cluster.apply("""
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster}
                spec: {%s}
                """, spec);
    }

    /** All images of a release. */
    void images(String tag) {
        Images.of(folder, tag);
    }

    /** What another client does with kubectl, in the operator's namespace. */
    void kubectl(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                ApiServer.kubectl().toString(),
                "--kubeconfig=" + cluster.server().kubeconfig(cluster.server().uri()),
                "--namespace=" + MANAGED));
        command.addAll(List.of(arguments));
        try (LocalProcess kubectl = LocalProcess.start(folder, "kubectl-" + System.nanoTime() + ".log", command)) {
            assertThat(kubectl.exitCode(OpenShiftCluster.PATIENCE))
                    .as(kubectl.printed())
                    .isZero();
        }
    }

    /** Whether the cloud controller manager has a configuration with a name in it. */
    boolean mounts(String name) {
        return podSpec().items("volumes").stream()
                .map(volume -> volume.string("configMap", "name"))
                .filter(copy -> copy.startsWith("cloud-conf-"))
                .anyMatch(copy -> cluster.live(key("v1", "ConfigMap", copy))
                        .fields()
                        .string("data", "cloud.conf")
                        .contains(name));
    }

    /** Whether there is one copy of cloud-conf: the former one is deleted when a Pod has led with the present one. */
    boolean hasOneCopy() {
        return accepted(cluster.admin().get("/api/v1/namespaces/" + MANAGED + "/configmaps"))
                        .object()
                        .fields()
                        .items("items")
                        .stream()
                        .filter(copy -> copy.string("metadata", "name").startsWith("cloud-conf-"))
                        .count()
                == 1;
    }

    /** What the Pods of the cloud controller manager are made of. */
    FieldReader podSpec() {
        return FieldReader.of(cluster.live(workloads.get(0)).podSpec());
    }

    /** A workload as it is. */
    KubernetesObject live(KubernetesObject workload) {
        return cluster.live(workload);
    }

    /**
     * What the operator has done in a scenario.
     *
     * @param writes of the operator until it converged, trials without an effect among them
     * @param ofWorkloads writes of workloads that had an effect
     * @param generations how far the generations of the workloads rose
     * @param rollouts how many templates the controllers have rolled out
     * @param later writes in the silence
     * @param progressing each status that the condition had
     * @param ready the same of Ready, which a ClusterOperator has not
     */
    record Outcome(
            long writes,
            long ofWorkloads,
            long generations,
            long rollouts,
            List<AuditedRequest> later,
            List<String> progressing,
            List<String> ready) {}

    /**
     * Changes something, waits until the cluster has converged, and then for 30 s.
     *
     * @param what the scenario
     * @param has whether the workloads are what they have to become
     */
    Outcome after(String what, Runnable change, BooleanSupplier has) {
        history.beginAgain();
        int before = requests().size();
        long generations = generations();
        long rollouts = rollouts();

        change.run();

        awaitConverged(what, has);
        List<AuditedRequest> first = since(before);
        int converged = before + first.size();
        await(what + ": the silence")
                .during(SILENCE)
                .atMost(SILENCE.plus(PATIENCE))
                .pollInterval(Duration.ofSeconds(5))
                .failFast(
                        "a write after " + what, () -> !writes(since(converged)).isEmpty())
                .until(() -> true);
        for (String type : distribution == Distribution.OPENSHIFT
                ? List.of("Available", "Upgradeable")
                : List.of("Available", "CloudConfigReady", "TrustedCAReady")) {
            assertThat(history.of(type)).as("%s: %s", what, type).containsExactly("True");
        }
        assertThat(history.of("Degraded")).as("%s: Degraded", what).containsExactly("False");
        return new Outcome(
                writes(first).size(),
                first.stream().filter(WatchedCluster::changesWorkload).count(),
                generations() - generations,
                rollouts() - rollouts,
                writes(since(converged)),
                history.of("Progressing"),
                history.of("Ready"));
    }

    /** All Pods work, the operator says so, and has written nothing for a moment. */
    void awaitConverged(String what, BooleanSupplier has) {
        int[] requests = {-1};
        await(what)
                .during(CALM)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> {
                    int now = writes(requests()).size();
                    boolean calm = requests[0] == now;
                    requests[0] = now;
                    return calm && isRolledOut() && has.getAsBoolean();
                });
    }

    private boolean isRolledOut() {
        KubernetesObject reporting = distribution == Distribution.OPENSHIFT
                ? cluster.clusterOperator()
                : cluster.object("ccmoperator.io/v1beta1", "CloudControllerManager", "cluster");
        List<Map<String, Object>> conditions = reporting.fields().maps("status", "conditions");
        return Map.of("Available", "True", "Progressing", "False", "Degraded", "False").entrySet().stream()
                        .allMatch(expected -> conditions.stream()
                                .anyMatch(condition -> expected.getKey().equals(condition.get("type"))
                                        && expected.getValue().equals(condition.get("status"))))
                && workloads.stream().map(cluster::live).allMatch(WatchedCluster::isRolledOut);
    }

    private static boolean isRolledOut(KubernetesObject live) {
        FieldReader fields = live.fields();
        boolean isDaemonSet = live.kind().equals("DaemonSet");
        List<String> numbers = isDaemonSet
                ? List.of("updatedNumberScheduled", "numberAvailable")
                : List.of("replicas", "updatedReplicas", "availableReplicas");
        var desired =
                isDaemonSet ? fields.number("status", "desiredNumberScheduled") : fields.number("spec", "replicas");
        return fields.number("status", "observedGeneration").equals(fields.number("metadata", "generation"))
                && numbers.stream()
                        .allMatch(number -> fields.number("status", number).equals(desired));
    }

    private List<AuditedRequest> requests() {
        return cluster.requests(Account.FIRST);
    }

    private List<AuditedRequest> since(int count) {
        List<AuditedRequest> all = requests();
        return all.subList(count, all.size());
    }

    /** The Lease is renewed for as long as the operator runs. */
    private static List<AuditedRequest> writes(List<AuditedRequest> requests) {
        return requests.stream()
                .filter(AuditedRequest::isWrite)
                .filter(Predicate.not(request -> request.resource().equals("leases")))
                .toList();
    }

    private static boolean changesWorkload(AuditedRequest request) {
        return request.hasWritten()
                && List.of("deployments", "daemonsets").contains(request.resource())
                && !request.query().contains("dryRun");
    }

    private long generations() {
        return workloads.stream()
                .mapToLong(workload ->
                        live(workload).fields().number("metadata", "generation").orElse(0L))
                .sum();
    }

    private long rollouts() {
        return workloads.stream()
                .map(this::live)
                .mapToLong(workload -> Long.parseLong(workload.fields()
                        .string(
                                "metadata",
                                "annotations",
                                workload.kind().equals("DaemonSet") ? DAEMON_SET_REVISION : REVISION)))
                .sum();
    }

    /** What is started last ends first. */
    @Override
    public void close() {
        ends.forEach(Runnable::run);
    }
}
