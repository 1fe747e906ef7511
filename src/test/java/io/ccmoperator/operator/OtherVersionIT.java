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
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The API server has a kind in another version than the one that the program reads, and answers 404 in that. */
@RequiresApiServer
@Tag("packaged")
@Tag("genuine")
class OtherVersionIT extends OperatorScene {
    private static final KubernetesObject OBJECT =
            manifest("{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster},"
                    + " spec: {logLevel: Debug}}");
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

    @ParameterizedTest
    @CsvSource({
        "CloudControllerManager, cloudcontrollermanagers.ccmoperator.io, v1beta1",
        "Infrastructure, infrastructures.config.openshift.io, v1",
        "FeatureGate, featuregates.config.openshift.io, v1"
    })
    void degradesAndGoesOnWithWhatWasKnown(String kind, String definition, String version) {
        KubernetesObject before = cluster.live(DEPLOYMENT);
        String words = kind + " cluster: the cluster has the kind " + kind + " in ";
        serve(definition, version, false);

        await("the condition").atMost(PATIENCE).untilAsserted(() -> assertDegraded(words));
        assertThat(operator.log()).containsOnlyOnce("cannot watch, retrying: the cluster has the kind " + kind);

        long refused = refused(kind);
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
        assertDegraded(words);
        assertThat(refused(kind))
                .as("writes and reads of an object that cannot be there")
                .isEqualTo(refused);

        serve(definition, version, true);
        cluster.awaitAvailable();
        assertThat(cluster.live(OBJECT).fields().maps("status", "conditions"))
                .noneMatch(condition -> condition.toString().contains(words));
    }

    private static void assertDegraded(String words) {
        assertThatCondition(cluster.clusterOperator(), DEGRADED)
                .isTrue()
                .hasMessageStartingWith("Failed to resync for operator: 4.20.0 because " + words);
    }

    /** The definition gets a second version, which is stored; the one that the program reads is served or not. */
    private static void serve(String definition, String version, boolean served) {
        cluster.edit(
                manifest("{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: %s}}"
                        .formatted(definition)),
                live -> {
                    Map<String, Object> read = live.fields().maps("spec", "versions").stream()
                            .filter(each -> version.equals(each.get("name")))
                            .findFirst()
                            .orElseThrow();
                    Map<String, Object> other = new LinkedHashMap<>(read);
                    other.putAll(Map.of("name", "v9", "served", true, "storage", true));
                    read.putAll(Map.of("served", served, "storage", false));
                    live.fields().map("spec").put("versions", new ArrayList<>(List.of(other, read)));
                });
    }

    /** Requests but for those of the watch, which looks again each half a minute. */
    private static long refused(String kind) {
        return cluster.requests(Account.FIRST).stream()
                .filter(request -> request.resource().startsWith(kind.toLowerCase(Locale.ROOT)))
                .filter(request -> !List.of("list", "watch").contains(request.verb()))
                .filter(request -> request.status() == 404)
                .count();
    }
}
