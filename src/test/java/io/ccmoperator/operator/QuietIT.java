// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.RequiresApiServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the operator asks of the API server, by the server's audit log. */
@RequiresApiServer
@Tag("packaged")
class QuietIT {
    /** With a renewal every second there are enough of them to see that nothing else is among them. */
    private static final String[] FAST_LEASE = {
        "--leader-elect-lease-duration=6s", "--leader-elect-renew-deadline=4s", "--leader-elect-retry-period=1s"
    };

    @TempDir
    Path data;

    @TempDir
    Path folder;

    @Test
    void readsSingleObjectsAndWritesOnlyLeaseOnceConverged() {
        try (OpenShiftCluster cluster = OpenShiftCluster.start(data)) {
            cluster.platform(Platform.AWS);
            cluster.syncControllersWork();
            Images images = Images.of(folder, "1");
            try (OperatorUnderTest operator = OperatorUnderTest.start(
                    folder,
                    OpenShiftCluster.VERSION,
                    cluster.kubeconfig(Account.FIRST),
                    images.flag(),
                    FAST_LEASE[0],
                    FAST_LEASE[1],
                    FAST_LEASE[2])) {
                cluster.awaitAvailable();
                await("the event")
                        .atMost(PATIENCE)
                        .until(() -> !cluster.events("ResourceCreateSuccess", cluster.clusterOperator())
                                .isEmpty());
                List<AuditedRequest> first = cluster.requests(Account.FIRST);
                assertThat(first).filteredOn(AuditedRequest::isUnbounded).isEmpty();
                assertThat(writes(first))
                        .containsEntry("create deployments", 1L)
                        .containsEntry("create services", 1L)
                        .containsEntry("create poddisruptionbudgets", 1L)
                        .containsEntry("create validatingadmissionpolicies", 1L)
                        .containsEntry("create validatingadmissionpolicybindings", 1L)
                        .containsEntry("create events", 1L)
                        .containsEntry("patch clusteroperators/status", 2L);

                List<AuditedRequest> later = await("ten renewals of the Lease")
                        .atMost(PATIENCE)
                        .pollInterval(Duration.ofMillis(500))
                        .until(
                                () -> since(first.size(), cluster.requests(Account.FIRST)),
                                requests -> requests.stream()
                                                .filter(AuditedRequest::isWrite)
                                                .count()
                                        >= 10);

                assertThat(later)
                        .filteredOn(AuditedRequest::isWrite)
                        .allSatisfy(write -> assertThat(write.toString())
                                .isEqualTo("update leases cluster-cloud-controller-manager-leader 200"));
                assertThat(later).filteredOn(AuditedRequest::isUnbounded).isEmpty();
                assertThat(later.size()).as("%s", later).isLessThan(25);
                assertThat(operator.log()).doesNotContain("ERROR", "WARN");
            }
        }
    }

    private static List<AuditedRequest> since(int count, List<AuditedRequest> requests) {
        return requests.subList(count, requests.size());
    }

    private static Map<String, Long> writes(List<AuditedRequest> requests) {
        return requests.stream()
                .filter(AuditedRequest::isWrite)
                .collect(Collectors.groupingBy(
                        request -> request.verb() + " " + request.resource(), TreeMap::new, Collectors.counting()));
    }
}
