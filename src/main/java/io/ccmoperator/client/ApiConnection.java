// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesMinor;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.kubeconfig.KubeconfigFlags;
import io.ccmoperator.kubeconfig.ProxyServer;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.impl.KubernetesClientImpl;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;
import java.util.function.UnaryOperator;

/** A connection to an API server: the Kubernetes client, and the narrow ports to it that the operator's features use. */
public final class ApiConnection implements AutoCloseable {
    private static final Path SERVICE_ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    private final KubernetesClientImpl client;
    private final KubernetesApiServer server;
    private final ObjectWatches objects;

    private ApiConnection(
            KubernetesClientImpl client, Optional<ProxyServer> proxy, ClientTimings timings, Clock clock) {
        this.client = client;
        this.server = new KubernetesApiServer(client, proxy);
        this.objects = new ObjectWatches(client, timings, clock);
    }

    /**
     * Reads the API server's address and the credentials for it. No request is sent yet.
     *
     * @param flags which kubeconfig, and what of it; without a kubeconfig, the service account of the pod. Certificates, keys and tokens
     *     are read again when their files are replaced
     * @param vertx has the network's threads; it is the caller's to close, after the connection
     * @param primaries types of the SDK's primary resources
     * @param listener is notified of every request that was answered or was not, on the network's threads: the verb (get, list, watch, create,
     *     update, patch or delete), and the HTTP status or {@link ApiException#NO_ANSWER}. Returns at once
     * @throws io.ccmoperator.cluster.InvalidInputException if there is no such file, it is invalid, or there is neither a file
     *     nor a service account
     */
    public static ApiConnection open(
            KubeconfigFlags flags,
            Vertx vertx,
            Clock clock,
            Map<ResourceKind, Class<? extends ClusterResource>> primaries,
            ObjIntConsumer<String> listener) {
        return open(flags, System::getenv, SERVICE_ACCOUNT, vertx, ClientTimings.USUAL, clock, primaries, listener);
    }

    static ApiConnection open(
            KubeconfigFlags flags,
            UnaryOperator<String> environment,
            Path serviceAccount,
            Vertx vertx,
            ClientTimings timings,
            Clock clock,
            Map<ResourceKind, Class<? extends ClusterResource>> primaries,
            ObjIntConsumer<String> listener) {
        ServerAccess access = ServerAccess.read(flags, environment, serviceAccount, clock);
        Optional<ProxyServer> proxy = access.address().proxy();
        ApiServerConnectivity connectivity =
                new ApiServerConnectivity(access.address().server().toString(), proxy, clock);
        RequestObserver observer = new RequestObserver(listener, connectivity);
        return new ApiConnection(
                KubernetesClientFactory.create(access, vertx, timings, observer, primaries), proxy, timings, clock);
    }

    /** The client itself, for the SDK. */
    public KubernetesClient kubernetes() {
        return client;
    }

    /** Requests. */
    public ApiServer server() {
        return server;
    }

    /** Lists. */
    public ObjectLists lists() {
        return server;
    }

    /**
     * The minor version of Kubernetes that the API server says of itself.
     *
     * @throws ApiException for an error or a missing response
     */
    public KubernetesMinor version() {
        return server.version();
    }

    /**
     * Whether the API server has a kind, in any version: discovery needs no permission.
     *
     * @throws ApiException for an error or a missing response
     */
    public boolean serves(ResourceKind kind) {
        return !server.versions(kind).isEmpty();
    }

    /**
     * Watches how many objects of a kind have a label, until the connection is closed.
     *
     * @param counted is given the number when it is known, and after each creation and deletion
     */
    void count(ResourceKind kind, String label, IntConsumer counted) {
        objects.count(kind, label, counted);
    }

    /**
     * Creates a {@link ResourceKind#TOKEN_REVIEW} or a {@link ResourceKind#SUBJECT_ACCESS_REVIEW}, and blocks until the response is there,
     * usually 5 s at most. The API server stores no object, so that it is not a write: a process that does not lead may create one, too.
     *
     * @param review the question, with its spec; it is not changed
     * @return the review with its status
     * @throws IllegalArgumentException if it is of another kind
     * @throws ApiException when the answer is an error or does not come. It contains nothing of the review, which may hold a
     *     token, and nothing of what the server says, which may repeat it.
     */
    public KubernetesObject review(KubernetesObject review) {
        return server.review(review);
    }

    /** The watches of the process. */
    public ObjectCache objects() {
        return objects;
    }

    /** Ends the watches; requests in flight and later ones get no answer. */
    @Override
    public void close() {
        objects.close();
        client.close();
    }
}
