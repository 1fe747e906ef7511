// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.benchmark;

import static io.ccmoperator.operator.OpenShiftCluster.MANAGED;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.operator.OpenShiftCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a converged operator on AWS makes of much work: prints time, processor time, memory, requests and writes. System properties:
 * {@code load.objects} (10,000), {@code load.certificates} (500), {@code load.drifts} (200 a second), {@code load.seconds} (60).
 */
@RequiresApiServer
class LoadBenchmark {
    private static final KubernetesObject USERS = key("v1", "ConfigMap", "openshift-config", "cloud-provider-config");
    private static final KubernetesObject USERS_CA = key("v1", "ConfigMap", "openshift-config", "user-ca-bundle");
    private static final Duration LONGEST = Duration.ofMinutes(3);

    /** A ConfigMap holds 1 MiB, with its keys. */
    private static final int LARGE = (1 << 20) - 4096;

    @TempDir
    Path folder;

    private MeasuredOperator operator;
    private OpenShiftCluster cluster;

    @Test
    void measure() throws Exception {
        try (MeasuredOperator started =
                MeasuredOperator.start(Program.selected().get(0), folder)) {
            operator = started;
            cluster = started.cluster();
            started.secondsToAvailable();
            started.settle();
            System.out.printf("%-44s %8s %8s %8s %9s %7s%n", "load", "s", "CPU s", "MB", "requests", "writes");
            row("converged", () -> 0);
            row("foreign ConfigMaps and Secrets", this::createForeignObjects);
            row("cloud.conf of 1 MiB", this::growCloudConf);
            row("certificates in the user's bundle", this::addCertificates);
            row("drifts", this::drift);
        }
    }

    private void row(String name, Callable<Integer> load) throws Exception {
        int before = operator.requests().size();
        double cpu = operator.usage().cpuSeconds();
        long begin = System.nanoTime();
        int count = load.call();
        double seconds = (System.nanoTime() - begin) / 1e9;
        operator.settle();
        List<AuditedRequest> requests =
                operator.requests().stream().skip(before).toList();
        System.out.printf(
                "%-44s %8.1f %8.2f %8.1f %9d %7d%n",
                count == 0 ? name : count + " " + name,
                seconds,
                operator.usage().cpuSeconds() - cpu,
                operator.usage().residentMegabytes(),
                requests.size(),
                MeasuredOperator.writes(requests.stream()));
    }

    private int createForeignObjects() {
        int objects = Integer.getInteger("load.objects", 10_000);
        for (int i = 0; i < objects; i++) {
            KubernetesObject foreign = i % 2 == 0
                    ? key("v1", "ConfigMap", "openshift-config", "foreign-" + i)
                    : key("v1", "Secret", MANAGED, "foreign-" + i);
            foreign.tree().put(i % 2 == 0 ? "data" : "stringData", Map.of("key", "x".repeat(1 << 10)));
            OpenShiftCluster.accepted(cluster.admin().create(foreign));
        }
        return objects;
    }

    private int growCloudConf() {
        String large = "[Global]\nVPC = grown\nKubernetesClusterTag = " + "x".repeat(LARGE) + "\n";
        cluster.apply("""
                apiVersion: config.openshift.io/v1
                kind: Infrastructure
                metadata: {name: cluster}
                spec: {platformSpec: {type: AWS}, cloudConfig: {name: cloud-provider-config}}
                """);
        data(USERS, Map.of("cloud.conf", large));
        awaitData(MeasuredOperator.CLOUD_CONF, "cloud.conf", "grown");
        operator.rollOut();
        return 0;
    }

    private int addCertificates() {
        int certificates = Integer.getInteger("load.certificates", 500);
        data(
                USERS_CA,
                Map.of(
                        "ca-bundle.crt",
                        String.join(
                                "",
                                IntStream.range(0, certificates)
                                        .mapToObj(Certificates::numbered)
                                        .toList())));
        cluster.apply("""
                apiVersion: config.openshift.io/v1
                kind: Proxy
                metadata: {name: cluster}
                spec: {trustedCA: {name: user-ca-bundle}}
                """);
        String last = Certificates.numbered(certificates - 1).lines().toList().get(1);
        awaitData(MeasuredOperator.TRUSTED_CA, "ca-bundle.crt", last);
        operator.rollOut();
        return certificates;
    }

    /** Changes of the Deployment and of cloud-conf in turn; as many as were carried out. */
    private int drift() throws InterruptedException {
        Map<String, Object> cloudConf =
                cluster.live(MeasuredOperator.CLOUD_CONF).fields().map("data");
        Object replicas = cluster.live(MeasuredOperator.DEPLOYMENT).fields().at("spec", "replicas");
        int perSecond = Integer.getInteger("load.drifts", 200);
        int seconds = Integer.getInteger("load.seconds", 60);
        AtomicInteger carriedOut = new AtomicInteger();
        ScheduledExecutorService others = Executors.newScheduledThreadPool(8);
        for (int i = 0; i < perSecond * seconds; i++) {
            int number = i;
            others.schedule(
                    () -> driftOnce(number, carriedOut), (long) i * 1_000_000 / perSecond, TimeUnit.MICROSECONDS);
        }
        others.shutdown();
        if (!others.awaitTermination(seconds * 10L, TimeUnit.SECONDS)) {
            others.shutdownNow();
        }
        await("all to be repaired").atMost(LONGEST).untilAsserted(() -> {
            assertThat(cluster.live(MeasuredOperator.CLOUD_CONF).fields().map("data"))
                    .isEqualTo(cloudConf);
            assertThat(cluster.live(MeasuredOperator.DEPLOYMENT).fields().at("spec", "replicas"))
                    .isEqualTo(replicas);
        });
        operator.rollOut();
        return carriedOut.get();
    }

    private void driftOnce(int number, AtomicInteger carriedOut) {
        KubernetesObject change = (number % 2 == 0 ? MeasuredOperator.CLOUD_CONF : MeasuredOperator.DEPLOYMENT).copy();
        if (number % 2 == 0) {
            change.tree().put("data", Map.of("cloud.conf", "drift " + number));
        } else {
            change.tree().put("spec", Map.of("replicas", 3L + number));
        }
        if (cluster.admin().apply(change).accepted()) {
            carriedOut.incrementAndGet();
        }
    }

    private void data(KubernetesObject key, Map<String, Object> data) {
        KubernetesObject object = key.copy();
        object.tree().put("data", data);
        OpenShiftCluster.accepted(
                cluster.admin().read(key).accepted()
                        ? cluster.admin().replace(object)
                        : cluster.admin().create(object));
    }

    private void awaitData(KubernetesObject key, String entry, String content) {
        await(key.display())
                .atMost(LONGEST)
                .until(() -> cluster.live(key).fields().string("data", entry).contains(content));
    }
}
