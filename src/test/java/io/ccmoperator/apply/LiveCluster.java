// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.ApiClient;
import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiConnection;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.kubeconfig.KubeconfigFlags;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** An API server process, the operator's connection to it, and another client with all permissions. */
final class LiveCluster implements AutoCloseable {
    private final ApiServer process;
    private final Vertx vertx = Vertx.vertx();
    private final ApiConnection connection;

    private LiveCluster(ApiServer process) {
        this.process = process;
        this.connection = ApiConnection.open(
                KubeconfigFlags.of(process.kubeconfig(process.uri())),
                vertx,
                Clock.systemUTC(),
                java.util.Map.of(),
                (verb, code) -> {});
    }

    /** Starts it with the managed namespace. */
    static LiveCluster start(Path folder) {
        LiveCluster cluster = new LiveCluster(ApiServer.start(folder));
        KubernetesObject namespace = YamlText.manifest(
                "{apiVersion: v1, kind: Namespace, metadata: {name: openshift-cloud-controller-manager}}");
        assertThat(cluster.admin().create(namespace).refusal()).isEmpty();
        return cluster;
    }

    /** The operator's requests. */
    io.ccmoperator.client.ApiServer server() {
        return connection.server();
    }

    /** The object as it is now. */
    Optional<KubernetesObject> find(ObjectKey key) {
        return server().get(key);
    }

    /** Applies objects to what exists now. */
    ApplyResult apply(Applier applier, List<KubernetesObject> desired) {
        return new ApplyResult(
                desired.stream()
                        .map(object -> applier.apply(object, find(ObjectKey.of(object))))
                        .toList(),
                List.of());
    }

    /** The object of the same kind and name as it is now. */
    KubernetesObject live(KubernetesObject object) {
        return find(ObjectKey.of(object)).orElseThrow();
    }

    /** Another client changes an object. */
    void edit(KubernetesObject object, Consumer<KubernetesObject> change) {
        KubernetesObject edited = live(object);
        change.accept(edited);
        assertThat(admin().replace(edited).refusal()).isEmpty();
    }

    /** Deletes all that the providers have. */
    void clear(String... providers) {
        Stream.of(providers)
                .flatMap(provider -> BuiltInProviders.desired(provider).stream())
                .map(ObjectKey::of)
                .forEach(key -> find(key)
                        .ifPresent(
                                object -> server().delete(key, object.fields().string("metadata", "uid"))));
    }

    @Override
    public void close() {
        connection.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
        process.close();
    }

    private ApiClient admin() {
        return process.admin();
    }
}
