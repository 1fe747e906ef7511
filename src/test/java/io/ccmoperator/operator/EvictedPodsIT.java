// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.operator.OpenShiftCluster.MANAGED;
import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.accepted;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionType.DEGRADED;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Evicted Pods stay until there are thousands in the cluster: more of them than a page of a list has. */
@RequiresApiServer
@Tag("packaged")
@Tag("genuine")
@Tag("once")
class EvictedPodsIT extends OperatorScene {
    private static final int EVICTED = 120;
    private static final KubernetesObject DEPLOYMENT =
            OpenShiftCluster.key("apps/v1", "Deployment", "gcp-cloud-controller-manager");

    @BeforeAll
    static void start(@TempDir Path data, @TempDir Path folder) throws IOException {
        cluster = OpenShiftCluster.start(data);
        cluster.platform(Platform.GCP);
        operator = startOperator(folder);
        cluster.awaitAvailable();
    }

    @Test
    void saysWhichPodEndsBehindEvictedOnes() {
        KubernetesObject former = cluster.live(DEPLOYMENT);
        evictPodsOf(former);

        cluster.apply(manifest("{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager,"
                + " metadata: {name: cluster}, spec: {logLevel: Debug}}"));

        String words = "Failed to resync for operator: 4.20.0 because Pods of " + DEPLOYMENT.kind() + " " + MANAGED
                + "/" + DEPLOYMENT.name() + " restarted 3 times or more within 15 minutes: Pod " + DEPLOYMENT.name()
                + "-ends:";
        await("the words of the Pod that ends").atMost(PATIENCE).untilAsserted(() -> {
            new Workloads(cluster.admin()).rollOut(workload -> !hasTemplateOf(former, workload));
            assertThatCondition(cluster.clusterOperator(), DEGRADED).isTrue().hasMessageStartingWith(words);
        });
    }

    private static boolean hasTemplateOf(KubernetesObject former, KubernetesObject workload) {
        return workload.fields()
                .map("spec", "template", "spec")
                .equals(former.fields().map("spec", "template", "spec"));
    }

    /** By name they are before all others. */
    private static void evictPodsOf(KubernetesObject deployment) {
        Map<String, Object> owner = new EndingPod(cluster.admin(), deployment).owner();
        for (int i = 0; i < EVICTED; i++) {
            KubernetesObject pod = manifest("""
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: evicted-%d, namespace: %s, labels: {}, annotations: {}}
                    spec: {containers: [{name: cloud-controller-manager, image: image}]}
                    status: {phase: Failed, reason: Evicted, message: 'The node was low on resource: memory.'}
                    """.formatted(i, MANAGED));
            List.of("labels", "annotations")
                    .forEach(field -> pod.fields()
                            .map("metadata", field)
                            .putAll(deployment.fields().map("spec", "template", "metadata", field)));
            pod.fields().map("metadata", "labels").put("pod-template-hash", "former");
            pod.fields().map("metadata").put("ownerReferences", List.of(owner));
            accepted(cluster.admin().create(pod));
            accepted(cluster.admin().mergeStatus(pod));
        }
    }
}
