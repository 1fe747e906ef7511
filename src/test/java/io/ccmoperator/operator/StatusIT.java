// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.LocalProcess;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.monitoring.OnPath;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program as {@code status}, beside a running operator. */
@RequiresApiServer
@Tag("packaged")
class StatusIT extends OperatorScene {
    private static final Pattern HEALTHY = Pattern.compile("HEALTH +healthy\n");
    private static final Pattern PROGRESSING = Pattern.compile("HEALTH +progressing\n");
    private static final KubernetesObject DEPLOYMENT = key("apps/v1", "Deployment", "gcp-cloud-controller-manager");

    @TempDir
    Path folder;

    @BeforeAll
    static void start(@TempDir Path data, @TempDir Path folder) throws IOException {
        cluster = OpenShiftCluster.start(data);
        cluster.platform(Platform.GCP);
        cluster.apply("{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster},"
                + " spec: {logLevel: Debug, controllerManager: {replicas: 2}}}");
        operator = startOperator(folder);
        cluster.awaitAvailable();
        await("the event")
                .atMost(PATIENCE)
                .until(() -> !cluster.events("ResourceCreateSuccess", cluster.clusterOperator())
                        .isEmpty());
    }

    private String status(int exitCode, String... flags) {
        return status(folder, exitCode, command(flags));
    }

    private String status(int exitCode, List<String> command) {
        return status(folder, exitCode, command);
    }

    @Test
    void showsHealthyOperatorAndWritesNothing() {
        cluster.awaitAvailable();
        int before = cluster.server().audit().of("admin").size();

        String screen = status(0);

        List<AuditedRequest> requests = cluster.server().audit().of("admin");
        assertThat(screen)
                .containsPattern(HEALTHY)
                .containsPattern("reached +4.20.0\n")
                .containsPattern("platform +GCP, provider gcp\n")
                .contains("s ago\n")
                .containsPattern("ready +True\n")
                .containsPattern("overrides +logLevel, controllerManager.replicas\n")
                .containsPattern("leader +\\S+_\\S+\n")
                .containsPattern(
                        "Available +True +\\w+ +AsExpected\n +Cluster Cloud Controller Manager Operator is available")
                .containsPattern(
                        "rolled out, \\S+ available +Deployment openshift-cloud-controller-manager/gcp-cloud-controller-manager\n")
                .containsPattern("ResourceCreateSuccess +\\w+ +Normal +1 +ClusterOperator cloud-controller-manager")
                .containsPattern("ccm-trusted-ca +the certificate authorities of the operator's image")
                .doesNotContain("WAITS FOR", "NOT READABLE");
        assertThat(requests.subList(before, requests.size())).isNotEmpty().noneMatch(AuditedRequest::isWrite);
    }

    @Test
    void fitsTerminalAndHasColor() {
        cluster.awaitAvailable();

        String colored = onTerminal("colored.log", Map.of("COLUMNS", "80"));
        String plain = onTerminal("plain.log", Map.of("COLUMNS", "", "NO_COLOR", "1"));

        assertThat(colored).containsPattern("HEALTH +\u001b\\[32mhealthy\u001b\\[");
        assertThat(plain).containsPattern(HEALTHY).doesNotContain("\u001b");
        assertThat(plain.lines())
                .hasSizeGreaterThan(40)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    /** On a pseudo-terminal, which {@code script} makes. */
    private String onTerminal(String file, Map<String, String> environment) {
        List<String> command =
                List.of(OnPath.assumed("script", "bsdutils"), "-qec", String.join(" ", command()), "/dev/null");
        Map<String, String> all = new HashMap<>(environment);
        all.put("TERM", "xterm-256color");
        try (LocalProcess process = LocalProcess.start(folder, file, command, all)) {
            assertThat(process.exitCode(PATIENCE)).as(process.printed()).isZero();
            return process.printed().replace("\r\n", "\n");
        }
    }

    @Test
    void printsSameAsJsonAndYaml() {
        cluster.awaitAvailable();

        Object json = JsonReader.read(status(0, "-o", "json"));
        Object yaml = YamlReader.read(status(0, "--output=yaml")).get(0).value();

        assertThat(((Map<?, ?>) json).keySet()).isEqualTo(((Map<?, ?>) yaml).keySet());
        assertThat(((Map<?, ?>) json).get("health")).isEqualTo("healthy");
        assertThat(((Map<?, ?>) json).get("platform"))
                .isEqualTo(Map.of("type", "GCP", "variant", "", "provider", "gcp"));
        assertThat(((Map<?, ?>) json).get("objects")).isEqualTo(((Map<?, ?>) yaml).get("objects"));
    }

    @Test
    void showsWhatTheCloudKeepsWaiting() {
        cluster.awaitAvailable();
        KubernetesObject node = manifest("""
                apiVersion: v1
                kind: Node
                metadata: {name: worker-1}
                spec: {taints: [{key: node.cloudprovider.kubernetes.io/uninitialized, effect: NoSchedule}]}
                """);
        cluster.apply(node);
        KubernetesObject event = manifest("""
                apiVersion: v1
                kind: Event
                metadata: {name: web.1, namespace: default}
                involvedObject: {apiVersion: v1, kind: Service, name: web, namespace: default}
                source: {component: service-controller}
                type: Warning
                reason: SyncLoadBalancerFailed
                message: 'Error syncing load balancer: quota exceeded'
                firstTimestamp: '2026-01-01T00:00:00Z'
                lastTimestamp: '2026-01-01T00:00:00Z'
                """);
        cluster.apply(event);

        String young = status(0);
        cluster.edit(
                node,
                live -> live.fields()
                        .maps("spec", "taints")
                        .get(0)
                        .put("timeAdded", Instant.now().minusSeconds(600).toString()));
        String late = status(4);
        String ofOperator = status(4, command(cluster.server().kubeconfig(Account.SECOND)));
        cluster.delete(node);
        cluster.delete(event);

        assertThat(young)
                .doesNotContain("WAITS FOR")
                .containsPattern(
                        "\\d+s +Node worker-1\n  has the taint node.cloudprovider.kubernetes.io/uninitialized\n")
                .containsPattern(
                        "\\d+d +Service default/web\n  SyncLoadBalancerFailed: Error syncing load balancer: quota exceeded\n");
        assertThat(late).contains("the initialization of Node worker-1; see the alert CCMNodeUninitialized\n");
        assertThat(ofOperator)
                .contains("Node worker-1\n")
                .doesNotContain("quota exceeded")
                .containsPattern(
                        "NOT READABLE\n(  .*\n)*  list events: events is forbidden: .*; grant the user this permission");
    }

    @Test
    void printsEachChangeWhileItWatches() {
        cluster.awaitAvailable();
        try (LocalProcess process = begin(folder, command("--watch"))) {
            await("the first screen")
                    .atMost(PATIENCE)
                    .until(process::printed, screen -> HEALTHY.matcher(screen).find());

            int before = cluster.server().audit().of("admin").size();
            cluster.edit(DEPLOYMENT, live -> live.fields().map("spec").put("replicas", 7L));

            await("the rollout")
                    .atMost(PATIENCE)
                    .until(
                            process::printed,
                            screen -> PROGRESSING.matcher(screen).find());
            assertThat(process.printed()).doesNotContain("\u001b");
            assertThat(cluster.server().audit().of("admin").stream().skip(before))
                    .as("the thousand nodes of a cluster are not read every two seconds")
                    .noneMatch(request -> request.resource().equals("nodes"));
        }
    }
}
