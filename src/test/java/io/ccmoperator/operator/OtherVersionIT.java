// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionType.DEGRADED;
import static io.ccmoperator.status.ConditionType.PROGRESSING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The API server has a kind in another version than the one that the program reads, and answers 404 in that. */
@RequiresApiServer
@Tag("packaged")
@Tag("genuine")
@Tag("once")
class OtherVersionIT extends OperatorScene {
    private static final KubernetesObject OBJECT =
            manifest("{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster},"
                    + " spec: {logLevel: Debug}}");
    private static final Map<String, String> KINDS = Map.of(
            "CloudControllerManager",
            "cloudcontrollermanagers.ccmoperator.io",
            "Infrastructure",
            "infrastructures.config.openshift.io");
    private static final KubernetesObject DEPLOYMENT = manifest("{apiVersion: apps/v1, kind: Deployment, metadata:"
            + " {namespace: openshift-cloud-controller-manager, name: gcp-cloud-controller-manager}}");

    @BeforeAll
    static void start(@TempDir Path data, @TempDir Path folder) throws IOException {
        cluster = OpenShiftCluster.start(data);
        cluster.platform(Platform.GCP);
        cluster.apply(OBJECT);
        operator = startOperator(folder);
        cluster.awaitAvailable();
    }

    @Test
    void degradesAndContinuesWithWhatWasKnown() {
        KubernetesObject before = cluster.live(DEPLOYMENT);
        serve(false);

        await("the condition").atMost(PATIENCE).untilAsserted(OtherVersionIT::assertDegraded);
        KINDS.keySet()
                .forEach(kind -> assertThat(operator.log())
                        .containsOnlyOnce("cannot watch, retrying: the cluster has the kind " + kind));

        List<AuditedRequest> refused = refused();
        cluster.delete(DEPLOYMENT);
        await("the Deployment")
                .atMost(PATIENCE)
                .until(() -> cluster.live(DEPLOYMENT)
                        .fields()
                        .field("spec", "template", "spec")
                        .map()
                        .equals(before.fields().map("spec", "template", "spec")));
        new Workloads(cluster.admin()).rollOut();
        await("the rollout")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThatCondition(cluster.clusterOperator(), PROGRESSING)
                        .isFalse());
        assertDegraded();
        assertThat(refused()).as("requests for what cannot be there").isEqualTo(refused);

        serve(true);
        cluster.awaitAvailable();
        assertThatCondition(cluster.live(OBJECT), DEGRADED).isFalse();
    }

    private static void assertDegraded() {
        KubernetesObject live = cluster.clusterOperator();
        assertThatCondition(live, DEGRADED).isTrue();
        KINDS.forEach((kind, definition) -> assertThat(live.tree().toString())
                .contains(kind + " cluster: the cluster has the kind " + kind + " in "
                        + definition.substring(definition.indexOf('.') + 1) + "/v9 alone"));
    }

    /** The definitions get a second version, which is stored; the one that the program reads is served or not. */
    private static void serve(boolean served) {
        KINDS.values()
                .forEach(definition -> cluster.edit(
                        manifest(
                                "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: %s}}"
                                        .formatted(definition)),
                        live -> {
                            List<Map<String, Object>> versions = live.fields().maps("spec", "versions");
                            Map<String, Object> read = versions.get(versions.size() - 1);
                            Map<String, Object> other = new LinkedHashMap<>(read);
                            other.putAll(Map.of("name", "v9", "served", true, "storage", true));
                            read.putAll(Map.of("served", served, "storage", false));
                            live.fields().map("spec").put("versions", new ArrayList<>(List.of(other, read)));
                        }));
    }

    /** Requests but for those of the watches, which look again each half a minute. */
    private static List<AuditedRequest> refused() {
        return cluster.requests(Account.FIRST).stream()
                .filter(request -> request.status() == 404)
                .filter(request -> List.of(
                                "infrastructures", "cloudcontrollermanagers", "cloudcontrollermanagers/status")
                        .contains(request.resource()))
                .filter(request -> !List.of("list", "watch").contains(request.verb()))
                .toList();
    }
}
