// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.benchmark;

import static io.ccmoperator.operator.OpenShiftCluster.key;

import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.ApiUser;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.LocalProcess;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.benchmark.ClusterObserver.Event;
import io.ccmoperator.operator.Images;
import io.ccmoperator.operator.OpenShiftCluster;
import io.ccmoperator.operator.OperatorAccount;
import io.ccmoperator.operator.Platform;
import io.ccmoperator.operator.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A program as the operator of a cluster of its own on AWS, from its start to Available. */
final class MeasuredOperator implements AutoCloseable {
    static final KubernetesObject CLOUD_CONF = key("v1", "ConfigMap", "cloud-conf");
    static final KubernetesObject TRUSTED_CA = key("v1", "ConfigMap", "ccm-trusted-ca");
    static final KubernetesObject DEPLOYMENT = key("apps/v1", "Deployment", "aws-cloud-controller-manager");

    private static final KubernetesObject CLUSTER_OPERATOR =
            key("config.openshift.io/v1", "ClusterOperator", "cloud-controller-manager");
    private static final Pattern METRICS_PORT = Pattern.compile("--metrics-bind-address=127\\.0\\.0\\.1:(\\d+)");
    private static final List<Path> BUNDLES = List.of(
            Path.of("/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem"),
            Path.of("/etc/ssl/certs/ca-certificates.crt"));

    private final OpenShiftCluster cluster;
    private final OperatorAccount account;
    private final ClusterObserver observer;
    private final List<LocalProcess> processes;
    private final String commands;
    private final long begin;

    private MeasuredOperator(
            OpenShiftCluster cluster,
            OperatorAccount account,
            ClusterObserver observer,
            List<LocalProcess> processes,
            String commands,
            long begin) {
        this.cluster = cluster;
        this.account = account;
        this.observer = observer;
        this.processes = processes;
        this.commands = commands;
        this.begin = begin;
    }

    /**
     * Starts an API server, and the program as soon as its service account has its permissions there.
     *
     * @param folder for data and logs
     */
    static MeasuredOperator start(Program program, Path folder) throws IOException, InterruptedException {
        OpenShiftCluster cluster = OpenShiftCluster.start(Files.createTempDirectory(folder, "cluster"));
        try {
            cluster.platform(Platform.AWS);
            OperatorAccount account = OperatorAccount.of(cluster);
            awaitPermissions(cluster);
            createOtherOperator(cluster);
            Path files = Files.createTempDirectory(folder, "files");
            String images = Images.of(files, "1").flag();
            List<List<String>> commands = program.operators(Map.of(
                    "kubeconfig",
                    cluster.server()
                            .kubeconfig(cluster.server().uri(), account.token())
                            .toString(),
                    "images",
                    images.substring(images.indexOf('=') + 1),
                    "trust-bundle",
                    systemBundle().toString()));
            ClusterObserver observer = ClusterObserver.of(cluster.admin());
            long begin = System.nanoTime();
            List<LocalProcess> processes = new ArrayList<>();
            for (List<String> command : commands) {
                processes.add(LocalProcess.start(
                        files,
                        "operator-" + processes.size() + ".log",
                        command,
                        Map.of("RELEASE_VERSION", OpenShiftCluster.VERSION)));
            }
            return new MeasuredOperator(cluster, account, observer, processes, commands.toString(), begin);
        } catch (RuntimeException | IOException | InterruptedException e) {
            cluster.close();
            throw e;
        }
    }

    /** An API server answers the first creation of a kind that is younger than 2 s after 2 s; in a cluster there are others before. */
    private static void createOtherOperator(OpenShiftCluster cluster) {
        OpenShiftCluster.accepted(cluster.admin().create(YamlText.manifest("""
                apiVersion: config.openshift.io/v1
                kind: ClusterOperator
                metadata: {name: other}
                spec: {}
                """)));
    }

    /** An API server that has just started does not enforce new roles for some 100 ms. */
    private static void awaitPermissions(OpenShiftCluster cluster) throws InterruptedException {
        long end = System.nanoTime() + OpenShiftCluster.PATIENCE.toNanos();
        while (!maySee(cluster, "config.openshift.io", "infrastructures", "", "cluster")
                || !maySee(cluster, "", "configmaps", OpenShiftCluster.MANAGED, "cloud-conf")) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("the operator's account has no permissions");
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private static boolean maySee(
            OpenShiftCluster cluster, String group, String resource, String namespace, String name) {
        ApiUser user = OperatorAccount.user();
        KubernetesObject review =
                YamlText.manifest("""
                apiVersion: authorization.k8s.io/v1
                kind: SubjectAccessReview
                spec:
                  user: %s
                  groups: [%s]
                  resourceAttributes: {verb: watch, group: '%s', resource: %s, namespace: '%s', name: %s}
                """.formatted(user.name(), quoted(user.groups()), group, resource, namespace, name));
        return Boolean.TRUE.equals(
                cluster.admin().create(review).object().fields().at("status", "allowed"));
    }

    private static String quoted(List<String> strings) {
        return strings.stream().map(text -> "'" + text + "'").collect(Collectors.joining(", "));
    }

    /** When an object was created, in seconds from the start of the process; waits for it. */
    double secondsToCreation(KubernetesObject object) {
        return seconds(observer.await(object.display() + " created", begin, event -> event.is("ADDED", object)));
    }

    /** Completes the rollout from outside and waits for Available; in seconds from the start of the process. */
    double secondsToAvailable() {
        observer.await("Deployment created", begin, event -> event.is("ADDED", DEPLOYMENT));
        long since = System.nanoTime();
        rollOut();
        return seconds(observer.await("Available", since, event -> isAvailable(event.object())));
    }

    /** Completes the rollout from outside. */
    void rollOut() {
        new Workloads(cluster.admin()).rollOut();
    }

    /**
     * Waits until the program has sent no request for one and a half seconds, those of its lease aside: it may collect what it
     * reports for a second.
     */
    void settle() throws InterruptedException {
        long before;
        long now = requestCount();
        do {
            before = now;
            TimeUnit.MILLISECONDS.sleep(1_500);
            now = requestCount();
        } while (now != before);
    }

    private long requestCount() {
        return requests().stream()
                .filter(request -> !request.resource().equals("leases"))
                .count();
    }

    OpenShiftCluster cluster() {
        return cluster;
    }

    ClusterObserver observer() {
        return observer;
    }

    ProcessUsage usage() {
        return new ProcessUsage(handles());
    }

    private List<ProcessHandle> handles() {
        return processes.stream()
                .map(process -> ProcessHandle.of(process.pid()).orElseThrow())
                .toList();
    }

    /** The port on 127.0.0.1 of the option --metrics-bind-address. */
    int metricsPort() {
        Matcher port = METRICS_PORT.matcher(commands);
        if (!port.find()) {
            throw new IllegalStateException("no metrics are served: " + commands);
        }
        return Integer.parseInt(port.group(1));
    }

    /** What the program has printed so far. */
    String printed() {
        return processes.stream().map(LocalProcess::printed).collect(Collectors.joining());
    }

    /** The process ids of the program. */
    List<Long> pids() {
        return processes.stream().map(LocalProcess::pid).toList();
    }

    /** The requests of the program so far. */
    List<AuditedRequest> requests() {
        return account.requests();
    }

    /** Writes beside those of the lease. */
    static long writes(Stream<AuditedRequest> requests) {
        return requests.filter(
                        request -> request.isWrite() && !request.resource().equals("leases"))
                .count();
    }

    @Override
    public void close() {
        observer.close();
        processes.forEach(LocalProcess::close);
        cluster.close();
    }

    private double seconds(Event event) {
        return (event.nanos() - begin) / 1e9;
    }

    private static boolean isAvailable(KubernetesObject object) {
        List<Object> conditions = new ArrayList<>();
        object.fields()
                .maps("status", "conditions")
                .forEach(condition -> conditions.add(condition.get("type") + "=" + condition.get("status")));
        return object.kind().equals(CLUSTER_OPERATOR.kind())
                && object.name().equals(CLUSTER_OPERATOR.name())
                && conditions.containsAll(List.of("Available=True", "Progressing=False"))
                && object.fields().maps("status", "versions").stream()
                        .anyMatch(version -> OpenShiftCluster.VERSION.equals(version.get("version")));
    }

    private static Path systemBundle() {
        return BUNDLES.stream().filter(Files::exists).findFirst().orElseThrow();
    }
}
