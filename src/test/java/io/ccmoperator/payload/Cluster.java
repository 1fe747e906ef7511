// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.payload;

import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.apiserver.ApiClient;
import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.apiserver.ApiUser;
import io.ccmoperator.apiserver.CustomResources;
import io.ccmoperator.assets.KubernetesObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** An API server that has what the payload finds in a cluster of OpenShift. */
final class Cluster implements AutoCloseable {
    /** What the operator may do there, it may do by the payload. */
    static final ApiUser OPERATOR =
            ApiUser.serviceAccount("openshift-cloud-controller-manager-operator", "cluster-cloud-controller-manager");

    static final String NO_SUCH_KIND = "the server has no such kind";

    private static final List<String> NAMESPACES =
            List.of("openshift-config", "openshift-config-managed", "openshift-cloud-credential-operator");

    private final ApiServer server;

    /**
     * What the server has against an object.
     *
     * @param object kind and name
     * @param reason one line
     */
    record Refused(String object, String reason) {}

    private Cluster(ApiServer server) {
        this.server = server;
    }

    /**
     * Starts the server.
     *
     * @param folder an empty one
     */
    static Cluster start(Path folder) {
        return start(folder, CustomResources::loadOpenShift);
    }

    /** Starts the server without the kinds of the Prometheus operator. */
    static Cluster startWithoutMonitoring(Path folder) {
        return start(folder, CustomResources::loadWithoutMonitoring);
    }

    private static Cluster start(Path folder, Consumer<ApiClient> customResources) {
        ApiServer server = ApiServer.start(folder);
        try {
            NAMESPACES.forEach(name -> applyNamespace(server.admin(), name));
            customResources.accept(server.admin());
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

    /** Creates the objects of the payload as the Cluster Version Operator does. Gives what the server says against it. */
    List<String> createPayload() {
        return PayloadFolder.objects(".yaml").stream()
                .flatMap(object -> object.kind().equals("ClusterOperator")
                        ? Stream.of(admin().create(object), admin().applyStatus(object))
                        : Stream.of(admin().create(object)))
                .filter(answer -> !answer.accepted())
                .map(ApiAnswer::refusal)
                .toList();
    }

    /**
     * Applies the objects of the payload in order up to the first that the server refuses, as each attempt of the Cluster Version
     * Operator does.
     *
     * @return that object and why it was refused; empty if the server has accepted all
     */
    Optional<Refused> applyPayloadUpToFirstError() {
        return PayloadFolder.objects(".yaml").stream()
                .map(object -> new Refused(object.display(), refusal(object)))
                .filter(object -> !object.reason().isEmpty())
                .findFirst();
    }

    /** Why the server does not take an object; empty if it does. */
    private String refusal(KubernetesObject object) {
        if (!admin().serves(object)) {
            return NO_SUCH_KIND;
        }
        ApiAnswer answer = createOrReplace(object);
        return answer.accepted() ? "" : answer.refusal();
    }

    private ApiAnswer createOrReplace(KubernetesObject object) {
        ApiAnswer live = admin().read(object);
        if (live.status() == 404) {
            return admin().create(object);
        }
        KubernetesObject next = object.copy();
        next.fields()
                .map("metadata")
                .put("resourceVersion", live.object().fields().string("metadata", "resourceVersion"));
        return admin().replace(next);
    }

    @Override
    public void close() {
        server.close();
    }

    static void applyNamespace(ApiClient client, String name) {
        KubernetesObject namespace =
                YamlText.manifest("{apiVersion: v1, kind: Namespace, metadata: {name: " + name + "}}");
        ApiAnswer answer = client.apply(namespace);
        if (!answer.accepted()) {
            throw new IllegalStateException(answer.refusal());
        }
    }
}
