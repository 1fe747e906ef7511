// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ccmoperator.assets.ResourceKind;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder.ExecutorSupplier;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.impl.BaseClient;
import io.fabric8.kubernetes.client.impl.KubernetesClientImpl;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.vertx.core.Vertx;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Makes the client: on Quarkus' Vert.x, with objects as trees, and with nothing registered that the operator does not use. */
final class KubernetesClientFactory {
    /** Why an answer of something other than an API server is an error. */
    static final String FOREIGN_ANSWER =
            "the response is not a Kubernetes object; check for a proxy that answers instead";

    /** The kind of what is sent instead of an object whose metadata alone is asked for. */
    private static final String METADATA = "PartialObjectMetadata";

    /**
     * The first pause of the SDK's informers before they watch again; it doubles five times. A server that answers each of their
     * watches with 410 is asked each time after the first pause: the client counts a list that came before it as success.
     */
    private static final Duration INFORMER_RECONNECT = Duration.ofMillis(500);

    private static final Duration RETRY_BACKOFF = Duration.ofMillis(100);

    private KubernetesClientFactory() {}

    /**
     * @param access the API server's address, and what it is shown
     * @param primaries types of the SDK's primary resources by apiVersion and kind; all other kinds are
     *     {@link ClusterResource}s
     * @throws io.ccmoperator.cluster.InvalidInputException if a header cannot have a value of the configuration
     */
    static KubernetesClientImpl create(
            ServerAccess access,
            Vertx vertx,
            ClientTimings timings,
            RequestObserver observer,
            Map<ResourceKind, Class<? extends ClusterResource>> primaries) {
        Config config = configuration(access.address(), timings);
        HttpClient http = http(config, access, new HttpConnections(vertx, access, timings), observer);
        return new TrimmedClient(http, config, null, serialization(primaries));
    }

    /**
     * A client that is sent the metadata of objects alone, by lists and watches; for requests of other kinds it is of no use.
     *
     * @param client whose connections and threads it uses, so that it is not to be closed
     */
    static BaseClient metadataOnly(BaseClient client) {
        HttpClient http = client.getHttpClient()
                .newBuilder()
                .addOrReplaceInterceptor("metadata", new Interceptor() {
                    @Override
                    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
                        String query = request.uri().getQuery();
                        boolean isWatch = query != null && query.contains("watch=true");
                        builder.setHeader(
                                "Accept",
                                "application/json;g=meta.k8s.io;v=v1;as=" + METADATA + (isWatch ? "" : "List"));
                    }
                })
                .build();
        return new TrimmedClient(
                http, client.getConfiguration(), client::getExecutor, client.getKubernetesSerialization());
    }

    /**
     * The configuration for an API server; Quarkus' properties for the client do not suffice, since flags are read before they are.
     * Addresses and credentials that are not in it are those of {@link ServerAccess}.
     *
     * @param timings of which that of a request is used
     * @throws io.ccmoperator.cluster.InvalidInputException if a header cannot have a value
     */
    static Config configuration(ServerAccess.Address address, ClientTimings timings) {
        Config config = Config.empty();
        config.setMasterUrl(address.server().toString());
        address.actsAs().ifPresent(user -> Impersonation.configure(config, user));
        config.setUserAgent("ccm-operator");
        config.setRequestTimeout((int) timings.request().toMillis());
        config.setWatchReconnectInterval((int) INFORMER_RECONNECT.toMillis());
        config.setWatchReconnectLimit(-1);
        // A WebSocket would be a connection of its own.
        config.setOnlyHttpWatches(true);
        config.setRequestRetryBackoffInterval((int) RETRY_BACKOFF.toMillis());
        config.setRequestRetryBackoffLimit(1);
        return config;
    }

    private static KubernetesSerialization serialization(
            Map<ResourceKind, Class<? extends ClusterResource>> primaries) {
        // Keys of an object are as long as the API server takes them.
        ObjectMapper mapper = new ObjectMapper(JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNameLength(Integer.MAX_VALUE)
                        .build())
                .build());
        mapper.enable(DeserializationFeature.USE_LONG_FOR_INTS, DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
        // Of metadata alone, the server writes an empty list as null.
        mapper.configOverride(List.class).setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY));
        KubernetesSerialization serialization = new Serialization(mapper);
        for (ResourceKind kind : ResourceKind.values()) {
            Class<? extends KubernetesResource> type = primaries.get(kind);
            serialization.registerKubernetesResource(
                    kind.apiVersion(), kind.kind(), type == null ? ClusterResource.class : type);
        }
        serialization.registerKubernetesResource("meta.k8s.io/v1", METADATA, ClusterResource.class);
        // A watch that is too old ends with a Status; as anything else the client would not know it and list no more.
        serialization.registerKubernetesResource("v1", "Status", Status.class);
        return serialization;
    }

    /**
     * The client without its typed API groups: they keep 2,000 model classes in the executable, none of which is used here.
     */
    private static final class TrimmedClient extends KubernetesClientImpl {
        TrimmedClient(
                HttpClient http, Config config, ExecutorSupplier executor, KubernetesSerialization serialization) {
            super(http, config, executor, serialization);
        }

        @Override
        protected void registerDefaultAdapters() {
            // None: all requests name their kind.
        }

        @Override
        protected void registerDefaultHandlers() {
            // None: all objects are trees.
        }
    }

    /**
     * Serialization whose failures have no cause of Jackson. Reason: informers of the operator SDK stop after a failure of
     * Jackson, as if the class of the resource were wrong, and the page of a proxy is such a failure.
     */
    private static final class Serialization extends KubernetesSerialization {
        Serialization(ObjectMapper mapper) {
            super(mapper, false);
        }

        /** All other methods call this one. The content is not quoted: it may hold a secret. Empty content is null for Jackson. */
        @Override
        public <T> T unmarshal(InputStream content, TypeReference<T> type) {
            try {
                return Objects.requireNonNull(super.unmarshal(content, type));
            } catch (RuntimeException e) {
                throw new KubernetesClientException(FOREIGN_ANSWER);
            }
        }
    }

    /** As the client's own, but for certificates and credentials, see {@link ServerAccess}. */
    private static HttpClient http(
            Config config, ServerAccess access, HttpConnections connections, RequestObserver observer) {
        Http2Client.Builder builder = new Http2Client.Builder(connections, connections);
        builder.tag(config.getRequestConfig());
        // The first: those that come after one that repeats a request see the second answer only.
        builder.addOrReplaceInterceptor("observer", observer);
        HttpClientUtils.createApplicableInterceptors(config, connections).forEach(builder::addOrReplaceInterceptor);
        builder.addOrReplaceInterceptor(Authentication.NAME, new Authentication(access));
        return builder.build();
    }
}
