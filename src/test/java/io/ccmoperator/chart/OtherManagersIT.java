// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.chart.Chart.NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.LocalProcess;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.operator.OperatorUnderTest;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Another cloud controller manager in the cluster, by the account of the release: what is said of it, and what it costs. */
@RequiresApiServer
@Tag("packaged")
class OtherManagersIT extends ReleaseScene {
    private static final String MANAGED = "cloud-controller-manager";
    private static final String THEIRS = "DaemonSet kube-system/aws-cloud-controller-manager";
    private static final String LEASE = "Lease kube-system/cloud-controller-manager";

    private static final KubernetesObject WORKLOAD = manifest("""
            apiVersion: apps/v1
            kind: DaemonSet
            metadata: {namespace: kube-system, name: aws-cloud-controller-manager}
            spec:
              selector: {matchLabels: {k8s-app: aws-cloud-controller-manager}}
              template:
                metadata: {labels: {k8s-app: aws-cloud-controller-manager}}
                spec: {containers: [{name: aws-cloud-controller-manager, image: registry.example.com/aws}]}
            """);

    private OperatorUnderTest operator;

    private static KubernetesObject lease(String holder, Instant renewed) {
        return manifest("""
                apiVersion: coordination.k8s.io/v1
                kind: Lease
                metadata: {namespace: kube-system, name: cloud-controller-manager}
                spec: {holderIdentity: '%s', leaseDurationSeconds: 15, renewTime: '%s'}
                """.formatted(
                holder, renewed.truncatedTo(ChronoUnit.MILLIS).toString().replaceFirst("(\\.\\d+)?Z$", ".000000Z")));
    }

    private String available() {
        return accepted(server.admin().read(CLUSTER)).object().fields().maps("status", "conditions").stream()
                .filter(condition -> "Available".equals(condition.get("type")))
                .map(condition -> condition.get("status") + " " + condition.get("message"))
                .findFirst()
                .orElse("");
    }

    private void awaitWarning(String... named) {
        await("the warning")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(available())
                        .as(operator.log())
                        .startsWith("True ")
                        .contains("another cloud controller manager runs: ")
                        .contains(named));
    }

    private String status() throws IOException {
        List<String> arguments = new ArrayList<>(List.of("status", "--kubeconfig=" + kubeconfig));
        try (LocalProcess program = startProgram(arguments)) {
            program.exitCode(Duration.ofMinutes(1));
            return program.printed();
        }
    }

    @Test
    void saysThatAnotherManagerRunsUntilItDoesNot() throws IOException {
        accepted(server.admin().apply(WORKLOAD));
        accepted(server.admin().apply(lease("node-1_c0ffee", Instant.now())));
        install(NAMESPACE, Chart.KUBERNETES);
        try (OperatorUnderTest started = startOperator(NAMESPACE)) {
            operator = started;
            awaitAvailable(operator, MANAGED);
            awaitWarning(THEIRS, LEASE + " is held by node-1");
            assertThat(requests(NAMESPACE))
                    .filteredOn(request -> request.namespace().equals("kube-system")
                            && List.of("daemonsets", "deployments", "leases").contains(request.resource()))
                    .isNotEmpty()
                    .allMatch(request -> request.verb().equals("get"));
            assertThat(status())
                    .containsPattern(
                            "running, \\d+/\\d+ available +DaemonSet kube-system/aws-cloud-controller-manager\n")
                    .containsPattern("held by node-1 +Lease kube-system/cloud-controller-manager\n");

            accepted(server.admin().delete(WORKLOAD));
            accepted(server.admin().apply(lease("", Instant.now())));
            assertThat(status()).doesNotContain("OTHER");
            await("the condition without the warning")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(available())
                            .startsWith("True ")
                            .doesNotContain("another cloud controller manager"));
        }
        await("the event")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(events())
                        .singleElement()
                        .asString()
                        .startsWith("another cloud controller manager runs: "));
        assertRequestsOfKubernetesAlone(requests(NAMESPACE));
    }

    private List<String> events() {
        return accepted(server.admin().get("/api/v1/namespaces/default/events"))
                .object()
                .fields()
                .maps("items")
                .stream()
                .map(KubernetesObject::new)
                .filter(event -> event.fields().string("reason").equals("OtherCloudControllerManagerRuns"))
                .map(event -> event.fields().string("message"))
                .toList();
    }
}
