// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode.mock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lists and watches. */
@Timeout(120)
class ApiServerReadsTest extends ApiServerScene {
    @Test
    void watchesOneObjectByNameWithGrowingVersions() throws InterruptedException {
        String name = "system:role";
        BlockingQueue<String> events = new LinkedBlockingQueue<>();
        client.resource(new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
        client.rbac().clusterRoles().withField("metadata.name", name).watch(recording(events));
        List<String> seen = new ArrayList<>(List.of(next(events)));

        client.resource(new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName("other")
                        .endMetadata()
                        .build())
                .create();
        client.rbac()
                .clusterRoles()
                .withName(name)
                .edit(role -> new ClusterRoleBuilder(role)
                        .addNewRule()
                        .withVerbs("get")
                        .endRule()
                        .build());
        client.rbac().clusterRoles().withName(name).delete();

        seen.add(next(events));
        seen.add(next(events));
        assertThat(seen)
                .extracting(event -> event.substring(0, event.lastIndexOf(' ')))
                .containsExactly("ADDED system:role", "MODIFIED system:role", "DELETED system:role");
        assertThat(seen)
                .extracting(event -> Long.valueOf(event.substring(event.lastIndexOf(' ') + 1)))
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void listsObjectsByNamespaceAndName() {
        client.resource(configMap("cloud", "one", "a")).create();
        client.resource(configMap("cloud", "two", "b")).create();
        client.resource(configMap("default", "one", "c")).create();

        assertThat(client.configMaps().inNamespace("cloud").list().getItems()).hasSize(2);
        assertThat(client.configMaps().inAnyNamespace().list().getItems()).hasSize(3);
        assertThat(client.configMaps()
                        .inNamespace("cloud")
                        .withField("metadata.name", "two")
                        .list(new ListOptionsBuilder().withLimit(1L).build())
                        .getItems())
                .singleElement()
                .satisfies(map -> assertThat(map.getData()).containsEntry("key", "b"));
        assertRejected(() -> client.configMaps().withField("type", "x").list(), 400, "BadRequest", "field selector");
    }

    @Test
    void rejectsWatchLists() {
        assertThatThrownBy(() -> client.configMaps()
                        .inNamespace("cloud")
                        .watch(
                                new ListOptionsBuilder()
                                        .withSendInitialEvents(true)
                                        .build(),
                                recording(new LinkedBlockingQueue<>())))
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        e -> assertThat(e.getCode()).isEqualTo(422));
    }

    @Test
    void rejectsWatchThatWouldMissDeletion() {
        ConfigMap map = client.resource(configMap("cloud", "one", "a")).create();
        String version = map.getMetadata().getResourceVersion();
        client.resource(map).delete();

        watchSince(version, "default");
        assertThatThrownBy(() -> watchSince(version, "cloud"))
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        e -> assertThat(e.getCode()).isEqualTo(410));
    }

    private void watchSince(String version, String namespace) {
        ListOptions since =
                new ListOptionsBuilder().withResourceVersion(version).build();
        client.configMaps().inNamespace(namespace).watch(since, recording(new LinkedBlockingQueue<>()));
    }

    @Test
    void rejectsPathsThatAreNotOfObjects() {
        assertRejected(() -> client.raw("/healthz", "GET", null), 404, "NotFound", "path /healthz");
        assertRejected(
                () -> client.raw("/api/v1/namespaces/cloud/configmaps", "PUT", Map.of("kind", "ConfigMap")),
                405,
                "MethodNotAllowed",
                "PUT");
    }
}
