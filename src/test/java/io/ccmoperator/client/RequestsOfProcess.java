// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.faults.FaultyProxy;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** An API server process, the proxy before it, and requests through that. */
abstract class RequestsOfProcess {
    @TempDir
    static Path folder;

    static Vertx vertx;
    static io.ccmoperator.apiserver.ApiServer process;
    static FaultyProxy proxy;
    static ApiConnection connection;
    static ApiServer server;

    final String name = "test-" + UUID.randomUUID();
    final ObjectKey key = new ObjectKey(ResourceKind.CONFIG_MAP, "default", name);

    @BeforeAll
    static void start() {
        vertx = Vertx.vertx();
        process = io.ccmoperator.apiserver.ApiServer.start(folder);
        proxy = FaultyProxy.before(process);
        connection = Connections.open(proxy.kubeconfig(), vertx);
        server = connection.server();
    }

    @AfterAll
    static void stop() throws Exception {
        connection.close();
        proxy.close();
        process.close();
        Connections.close(vertx);
    }

    @AfterEach
    void heal() {
        proxy.heal();
        proxy.accept();
    }

    KubernetesObject configMap(String value) {
        return YamlText.manifest("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {namespace: default, name: %s}
                data: {key: "%s"}
                """.formatted(name, value));
    }
}
