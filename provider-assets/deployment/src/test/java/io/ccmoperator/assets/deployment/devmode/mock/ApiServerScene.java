// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode.mock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A server in memory with a client. */
abstract class ApiServerScene {
    InMemoryApiServer server;
    KubernetesClient client;

    @BeforeEach
    void start() {
        server = InMemoryApiServer.start();
        client = server.server().createClient();
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("cloud")
                        .endMetadata()
                        .build())
                .create();
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    Map<?, ?> raw(String path, String yaml) {
        KubernetesSerialization serialization = client.getKubernetesSerialization();
        return serialization.unmarshal(
                client.raw(path, "POST", serialization.unmarshal("---\n" + yaml, Map.class)), Map.class);
    }

    @SuppressWarnings("unchecked")
    Map<String, Object> review(String group, String resource, Map<String, Object> spec) {
        String answer = client.raw(
                "/apis/" + group + "/v1/" + resource,
                "POST",
                Map.of("apiVersion", group + "/v1", "kind", "Review", "spec", spec));
        return (Map<String, Object>)
                client.getKubernetesSerialization().unmarshal(answer, Map.class).get("status");
    }

    Deployment create(int replicas) {
        return client.resource(deployment(replicas)).create();
    }

    void create(Deployment live, int replicas) {
        client.resource(new DeploymentBuilder(live)
                        .editSpec()
                        .withReplicas(replicas)
                        .endSpec()
                        .build())
                .update();
    }

    Deployment live() {
        return client.apps().deployments().inNamespace("cloud").withName("aws").get();
    }

    static ConfigMap configMap(String namespace, String name, String value) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace)
                .endMetadata()
                .withData(Map.of("key", value))
                .build();
    }

    static String next(BlockingQueue<String> events) throws InterruptedException {
        return events.poll(60, TimeUnit.SECONDS);
    }

    static <T extends HasMetadata> Watcher<T> recording(BlockingQueue<String> events) {
        return new Watcher<>() {
            @Override
            public void eventReceived(Action action, T object) {
                events.add(action + " " + object.getMetadata().getName() + " "
                        + object.getMetadata().getResourceVersion());
            }

            @Override
            public void onClose(WatcherException cause) {
                events.add("CLOSED " + cause.getMessage());
            }
        };
    }

    static void assertRejected(ThrowingCallable request, int code, String reason, String words) {
        assertThatThrownBy(request).isInstanceOfSatisfying(KubernetesClientException.class, e -> {
            assertThat(e.getCode()).isEqualTo(code);
            assertThat(e.getStatus().getReason()).isEqualTo(reason);
            assertThat(e.getStatus().getMessage()).contains(words);
        });
    }

    static Deployment deployment(int replicas) {
        return new DeploymentBuilder()
                .withNewMetadata()
                .withName("aws")
                .withNamespace("cloud")
                .endMetadata()
                .withNewSpec()
                .withReplicas(replicas)
                .endSpec()
                .build();
    }
}
