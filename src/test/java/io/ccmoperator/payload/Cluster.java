/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.payload;

import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.apiserver.ApiClient;
import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.apiserver.ApiUser;
import io.ccmoperator.apiserver.CustomResources;
import io.ccmoperator.assets.Manifest;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** An API server that has what the payload finds in a cluster of OpenShift. */
final class Cluster implements AutoCloseable {
    /** What the operator may do there, it may do by the payload. */
    static final ApiUser OPERATOR =
            ApiUser.serviceAccount("openshift-cloud-controller-manager-operator", "cluster-cloud-controller-manager");

    private static final List<String> NAMESPACES =
            List.of("openshift-config", "openshift-config-managed", "openshift-cloud-credential-operator");

    private final ApiServer server;

    private Cluster(ApiServer server) {
        this.server = server;
    }

    /**
     * Starts the server.
     *
     * @param folder an empty one
     */
    static Cluster start(Path folder) {
        ApiServer server = ApiServer.start(folder);
        try {
            NAMESPACES.forEach(name -> applyNamespace(server.admin(), name));
            CustomResources.load(server.admin());
            return new Cluster(server);
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** A client that may do everything. */
    ApiClient admin() {
        return server.admin();
    }

    /** Applies the payload as the Cluster Version Operator does. Gives what the server says against it. */
    List<String> applyPayload() {
        return PayloadFolder.objects(".yaml").stream()
                .flatMap(object -> object.kind().equals("ClusterOperator")
                        ? Stream.of(admin().apply(object), admin().applyStatus(object))
                        : Stream.of(admin().apply(object)))
                .filter(answer -> !answer.accepted())
                .map(ApiAnswer::refusal)
                .toList();
    }

    @Override
    public void close() {
        server.close();
    }

    static void applyNamespace(ApiClient client, String name) {
        Manifest namespace = YamlText.manifest("{apiVersion: v1, kind: Namespace, metadata: {name: " + name + "}}");
        ApiAnswer answer = client.apply(namespace);
        if (!answer.accepted()) {
            throw new IllegalStateException(answer.refusal());
        }
    }
}
