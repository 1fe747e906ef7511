// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kind CloudControllerManager of a former release, which Helm does not upgrade: the server drops fields that it does not have. */
@RequiresApiServer
@Tag("packaged")
@Tag("genuine")
class OlderKindIT extends OperatorScene {
    private static final KubernetesObject OBJECT = YamlText.manifest(
            "{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster},"
                    + " spec: {logLevel: Debug}}");
    private static final KubernetesObject KIND =
            PayloadFolder.objects(".crd.yaml").get(0);
    private static final List<String> LATER = List.of("provider", "controllerManager");

    @BeforeAll
    static void start(@TempDir Path data, @TempDir Path folder) throws IOException {
        cluster = OpenShiftCluster.start(data);
        kind(fields -> fields.keySet().removeAll(LATER));
        cluster.platform(Platform.GCP);
        cluster.apply(OBJECT);
        operator = startOperator(folder);
        cluster.awaitAvailable();
        forgetGeneration();
    }

    @Test
    void writesOnceWhatServerDropsAndAgainWithNextChange() {
        long before = writes();

        forgetGeneration();

        await("one write for the correction, and none for what the server drops")
                .during(Duration.ofSeconds(2))
                .atMost(PATIENCE)
                .until(() -> writes() - before == 1);
        assertThat(status().fields().map("status")).doesNotContainKeys(LATER.toArray(String[]::new));

        kind(fields -> fields.putAll(statusFields(KIND)));
        await("the fields of the upgraded kind").atMost(PATIENCE).untilAsserted(() -> {
            forgetGeneration();
            assertThat(status().fields().map("status")).containsKeys(LATER.toArray(String[]::new));
        });
    }

    /** The fields of the status that the kind of the cluster has, as another client replaces it. */
    private static void kind(Consumer<Map<String, Object>> change) {
        cluster.edit(KIND, live -> change.accept(statusFields(live)));
    }

    private static Map<String, Object> statusFields(KubernetesObject kind) {
        return kind.fields()
                .items("spec", "versions")
                .get(0)
                .map("schema", "openAPIV3Schema", "properties", "status", "properties");
    }

    /** As another client, which the operator corrects; what it has to write beside that, it writes at once. */
    private static void forgetGeneration() {
        await("no conflict").atMost(PATIENCE).until(() -> {
            KubernetesObject live = status();
            live.fields().map("status").remove("observedGeneration");
            return cluster.admin().replaceStatus(live).accepted();
        });
        await("the correction")
                .atMost(PATIENCE)
                .until(() -> status().fields().map("status").containsKey("observedGeneration"));
    }

    private static KubernetesObject status() {
        return cluster.live(OBJECT);
    }

    private static long writes() {
        return cluster.requests(Account.FIRST).stream()
                .filter(request -> request.resource().equals("cloudcontrollermanagers/status"))
                .filter(AuditedRequest::hasWritten)
                .count();
    }
}
