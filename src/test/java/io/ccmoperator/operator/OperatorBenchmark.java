/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.operator;

import static io.ccmoperator.operator.Measured.print;
import static io.ccmoperator.operator.Measured.printMillis;
import static io.ccmoperator.operator.Measured.printSeconds;
import static io.ccmoperator.operator.Measured.residentMemory;
import static io.ccmoperator.operator.OpenShiftCluster.key;

import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.assets.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** The running operator on AWS: how long, how much, how often. Run with -Pbenchmark; nothing of it can fail for being slow. */
@EnabledIfEnvironmentVariable(named = ApiServer.ASSETS, matches = ".+", disabledReason = ApiServer.SKIPPED)
class OperatorBenchmark {
    private static final Manifest CLOUD_CONF = key("v1", "ConfigMap", "cloud-conf");
    private static final Manifest TRUSTED_CA = key("v1", "ConfigMap", "ccm-trusted-ca");
    private static final Manifest DEPLOYMENT = key("apps/v1", "Deployment", "aws-cloud-controller-manager");
    private static final List<Path> BUNDLES = List.of(
            Path.of("/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem"),
            Path.of("/etc/ssl/certs/ca-certificates.crt"));
    private static final int STARTS = 5;
    private static final int REPAIRS = 10;

    private final List<Long> cloudConf = new ArrayList<>();
    private final List<Long> trustedCa = new ArrayList<>();
    private final List<Long> deployment = new ArrayList<>();
    private final List<Long> available = new ArrayList<>();

    @TempDir
    Path folder;

    @Test
    void measure() throws Exception {
        System.out.println();
        for (int start = 1; start <= STARTS; start++) {
            try (OpenShiftCluster cluster = OpenShiftCluster.start(Files.createTempDirectory(folder, "cluster"))) {
                cluster.platform(Platform.AWS);
                try (OperatorUnderTest operator = start(cluster)) {
                    if (start == STARTS) {
                        printStart(cluster);
                        measureLoad(cluster, operator);
                        measureRepairs(cluster);
                    }
                }
            }
        }
    }

    private OperatorUnderTest start(OpenShiftCluster cluster) throws IOException {
        Path images = Images.of(Files.createTempDirectory(folder, "files"), "1").file();
        long begin = System.nanoTime();
        OperatorUnderTest operator = OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                List.of("*"),
                cluster.kubeconfig(Account.FIRST),
                "--images-json=" + images,
                "--system-trust-bundle=" + systemBundle());
        cloudConf.add(until(begin, () -> isThere(cluster, CLOUD_CONF)));
        trustedCa.add(until(begin, () -> isThere(cluster, TRUSTED_CA)));
        deployment.add(until(begin, () -> isThere(cluster, DEPLOYMENT)));
        new Workloads(cluster.admin()).rollOut();
        available.add(until(begin, () -> isAvailable(cluster)));
        return operator;
    }

    private void printStart(OpenShiftCluster cluster) {
        List<AuditedRequest> requests = cluster.requests(Account.FIRST);
        printSeconds("start to cloud-conf, median of " + STARTS, cloudConf, "0.25 s");
        printSeconds("start to ccm-trusted-ca", trustedCa, "0.27 s");
        printSeconds("start to Deployment", deployment, "0.44 s");
        printSeconds("start to Available, rolled out at once", available, "0.6 s");
        print("API requests until then", String.valueOf(requests.size()), "30");
        print(
                "API writes until then",
                String.valueOf(requests.stream().filter(AuditedRequest::isWrite).count()),
                "14");
    }

    private static void measureLoad(OpenShiftCluster cluster, OperatorUnderTest operator) throws Exception {
        TimeUnit.SECONDS.sleep(60);
        print("resident memory 60 s after convergence", residentMemory(operator.pid()), "60 MB");
        int requests = cluster.requests(Account.FIRST).size();
        double cpu = Measured.cpuSeconds(operator.pid());
        String text = "x".repeat(10 << 10);
        for (int i = 0; i < 2_000; i++) {
            cluster.apply(foreign("ConfigMap", "openshift-config", i, "data: {key: " + text + "}"));
        }
        for (int i = 0; i < 500; i++) {
            cluster.apply(foreign("Secret", OpenShiftCluster.MANAGED, i, "stringData: {key: " + text + "}"));
        }
        print(
                "CPU caused by 2,000 foreign ConfigMaps and 500 Secrets",
                "%.2f s".formatted(Measured.cpuSeconds(operator.pid()) - cpu),
                "0.1 s");
        print(
                "API writes caused by them",
                String.valueOf(cluster.requests(Account.FIRST).stream()
                        .skip(requests)
                        .filter(request ->
                                request.isWrite() && !request.resource().equals("leases"))
                        .count()),
                "0");
        print("resident memory with them", residentMemory(operator.pid()), "62 MB");
    }

    private static void measureRepairs(OpenShiftCluster cluster) throws InterruptedException {
        printMillis("repair of a deleted Deployment, median of " + REPAIRS, deletions(cluster, DEPLOYMENT), "10 ms");
        printMillis("repair of a changed image", imageChanges(cluster), "15 ms");
        printMillis("repair of a deleted cloud-conf", deletions(cluster, CLOUD_CONF), "10 ms");
    }

    private static List<Long> deletions(OpenShiftCluster cluster, Manifest object) throws InterruptedException {
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < REPAIRS; i++) {
            String uid = cluster.live(object).text("metadata", "uid");
            cluster.delete(object);
            times.add(until(System.nanoTime(), () -> {
                String now = cluster.live(object).text("metadata", "uid");
                return !now.isEmpty() && !now.equals(uid);
            }));
            settle();
        }
        return times;
    }

    private static List<Long> imageChanges(OpenShiftCluster cluster) throws InterruptedException {
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < REPAIRS; i++) {
            cluster.edit(DEPLOYMENT, live -> live.containers().get(0).put("image", "other"));
            times.add(until(
                    System.nanoTime(),
                    () -> !"other"
                            .equals(cluster.live(DEPLOYMENT).containers().get(0).get("image"))));
            settle();
        }
        return times;
    }

    /** Lets what else follows from a repair come to its end. */
    private static void settle() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(700);
    }

    private static long until(long begin, BooleanSupplier state) {
        long end = System.nanoTime() + OpenShiftCluster.PATIENCE.toNanos();
        while (!state.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("what is measured does not come");
            }
        }
        return System.nanoTime() - begin;
    }

    private static boolean isThere(OpenShiftCluster cluster, Manifest object) {
        return !cluster.live(object).tree().isEmpty();
    }

    private static boolean isAvailable(OpenShiftCluster cluster) {
        List<Object> conditions = new ArrayList<>();
        cluster.clusterOperator()
                .maps("status", "conditions")
                .forEach(condition -> conditions.add(condition.get("type") + "=" + condition.get("status")));
        return conditions.containsAll(List.of("Available=True", "Progressing=False"));
    }

    private static Manifest foreign(String kind, String namespace, int number, String data) {
        return YamlText.manifest("{apiVersion: v1, kind: %s, metadata: {name: foreign-%d, namespace: %s}, %s}"
                .formatted(kind, number, namespace, data));
    }

    private static Path systemBundle() {
        return BUNDLES.stream().filter(Files::exists).findFirst().orElseThrow();
    }
}
