/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Desired resources against an API server with its own defaults, validation, dry run and immutable fields. */
@RequiresApiServer
class ApplierIT {
    private static LiveCluster cluster;

    private final RecordingApiServer server = new RecordingApiServer(cluster.server());
    private final RecordedEvents events = new RecordedEvents();
    private final Applier applier = new Applier(server, events, ObjectOwnership.ALL, Sleeper.SLEEP);

    @BeforeAll
    static void start(@TempDir Path data) {
        cluster = LiveCluster.start(data);
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @BeforeEach
    void clear() {
        cluster.clear("aws", "azure");
    }

    @ParameterizedTest
    @ValueSource(strings = {"aws", "azure"})
    void sendsOneWritePerObjectToEmptyCluster(String provider) {
        List<KubernetesObject> desired = BuiltInProviders.desired(provider);

        ApplyResult result = cluster.apply(applier, desired);

        assertThat(result.failure()).isEmpty();
        assertThat(server.requests())
                .isEqualTo(desired.stream()
                        .map(object -> "POST " + object.display())
                        .toList());
        assertThat(events.lines()).hasSize(desired.size()).allMatch(line -> line.startsWith("ResourceCreateSuccess"));
    }

    static List<String> providers() {
        return BuiltInProviders.names();
    }

    @ParameterizedTest
    @MethodSource("providers")
    void sendsNoRequestToConvergedCluster(String provider) {
        List<KubernetesObject> desired = BuiltInProviders.desired(provider);
        assertThat(cluster.apply(applier, desired).failure()).isEmpty();
        server.requests();
        events.lines();

        ApplyResult again = cluster.apply(applier, desired);

        assertThat(server.requests()).isEmpty();
        assertThat(again.outcomes()).allMatch(Outcome.Unchanged.class::isInstance);
        assertThat(events.lines()).isEmpty();
    }

    @Test
    void noticesChangeOfSpecAfterRepairOfMetadata() {
        KubernetesObject desired = find("aws", "Deployment");
        applier.apply(desired, Optional.empty());
        cluster.edit(desired, live -> live.fields().map("metadata", "labels").clear());
        applier.apply(desired, Optional.of(cluster.live(desired)));
        cluster.edit(desired, live -> live.fields().map("spec").put("minReadySeconds", 77L));

        assertThat(applier.apply(desired, Optional.of(cluster.live(desired)))).isInstanceOf(Outcome.Written.class);
        assertThat(cluster.live(desired).fields().at("spec", "minReadySeconds")).isNull();
        assertUnchanged(desired);
    }

    @Test
    void keepsLabelsOfOthers() {
        for (KubernetesObject desired : BuiltInProviders.desired("azure")) {
            applier.apply(desired, Optional.empty());
            cluster.edit(desired, live -> {
                live.fields().map("metadata", "labels").put("of", "others");
                live.fields().map("metadata", "labels").remove("app.kubernetes.io/managed-by");
            });

            applier.apply(desired, Optional.of(cluster.live(desired)));

            assertThat(cluster.live(desired).fields().map("metadata", "labels"))
                    .containsEntry("of", "others")
                    .containsEntry("app.kubernetes.io/managed-by", "ccm-operator");
            assertUnchanged(desired);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Deployment", "DaemonSet"})
    void recreatesWorkloadWhenSelectorDiffers(String kind) {
        KubernetesObject desired = find("azure", kind);
        KubernetesObject old = desired.copy();
        old.fields().map("spec", "selector", "matchLabels").put("x", "y");
        old.fields().map("spec", "template", "metadata", "labels").put("x", "y");
        applier.apply(old, Optional.empty());
        KubernetesObject before = cluster.live(desired);
        events.lines();

        assertThat(applier.apply(desired, Optional.of(before))).isEqualTo(new Outcome.Written(cluster.live(desired)));

        assertThat(cluster.live(desired).fields().at("metadata", "uid"))
                .isNotEqualTo(before.fields().at("metadata", "uid"));
        assertThat(events.lines())
                .containsExactly(
                        "ResourceRecreating " + kind + " " + desired.name(),
                        "ResourceRecreateSuccess " + kind + " " + desired.name());
        assertUnchanged(desired);
    }

    @Test
    void keepsOldObjectWhenServerWouldRejectNewOne() {
        KubernetesObject old = find("aws", "Deployment");
        applier.apply(old, Optional.empty());
        KubernetesObject before = cluster.live(old);
        KubernetesObject desired = old.copy();
        desired.fields().map("spec", "selector", "matchLabels").put("x", "y");

        assertThat(applier.apply(desired, Optional.of(before)))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.cause())
                                .contains("aws-cloud-controller-manager-dry-run", "does not match template `labels`"));
        assertThat(cluster.live(old)).isEqualTo(before);
    }

    @Test
    void recreatesBindingWhenRoleDiffers() {
        KubernetesObject desired = find("azure", "RoleBinding");
        KubernetesObject old = desired.copy();
        old.fields().map("roleRef").put("name", "other");
        applier.apply(old, Optional.empty());

        assertThat(applier.apply(desired, Optional.of(cluster.live(desired)))).isInstanceOf(Outcome.Written.class);
        assertThat(cluster.live(desired).fields().string("roleRef", "name"))
                .isEqualTo(desired.fields().string("roleRef", "name"));
        assertUnchanged(desired);
    }

    @Test
    void continuesAfterRejectedObject() {
        List<KubernetesObject> desired = BuiltInProviders.desired("aws");
        desired.stream()
                .filter(object -> object.kind().equals("Service"))
                .forEach(object -> object.fields().map("spec").put("ports", new ArrayList<>()));

        ApplyResult result = cluster.apply(applier, desired);

        assertThat(result.failure())
                .hasValueSatisfying(cause -> assertThat(cause).contains("spec.ports"));
        assertThat(result.live()).hasSize(desired.size() - 1);
    }

    @Test
    void convergesFromOutdatedCache() {
        KubernetesObject desired = find("aws", "Deployment");
        applier.apply(desired, Optional.empty());
        cluster.edit(desired, live -> live.fields().map("spec").put("replicas", 5L));
        KubernetesObject outdated = cluster.live(desired);
        cluster.edit(desired, live -> live.fields().map("spec").put("replicas", 7L));

        assertThat(applier.apply(desired, Optional.of(outdated))).isInstanceOf(Outcome.Written.class);
        assertThat(cluster.live(desired).fields().at("spec", "replicas")).isEqualTo(2L);
        assertUnchanged(desired);
        assertThat(applier.apply(desired, Optional.empty())).isInstanceOf(Outcome.Unchanged.class);
    }

    private void assertUnchanged(KubernetesObject desired) {
        server.requests();
        assertThat(applier.apply(desired, Optional.of(cluster.live(desired)))).isInstanceOf(Outcome.Unchanged.class);
        assertThat(server.requests()).isEmpty();
    }

    private static KubernetesObject find(String provider, String kind) {
        return BuiltInProviders.desired(provider).stream()
                .filter(object -> object.kind().equals(kind))
                .findFirst()
                .orElseThrow();
    }
}
