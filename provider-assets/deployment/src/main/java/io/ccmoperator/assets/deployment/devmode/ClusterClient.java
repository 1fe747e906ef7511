// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.ccmoperator.assets.KubernetesObject;
import io.fabric8.kubernetes.api.Pluralize;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.ApiVersionUtil;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.fabric8.kubernetes.client.vertx.VertxHttpClientFactory;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;

/**
 * Fabric8's client of the sample cluster, and objects of any kind: the server in memory has no discovery, from which the
 * client would learn their paths. Failed requests are not repeated.
 *
 * @param kubernetes the client, for kinds that it knows
 */
record ClusterClient(KubernetesClient kubernetes) implements AutoCloseable {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

    static ClusterClient of(URI server) {
        return new ClusterClient(new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(Config.empty())
                        .withMasterUrl(server.toString())
                        .withRequestTimeout((int) ANSWER_WITHIN.toMillis())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .withHttpClientFactory(new VertxHttpClientFactory())
                // Without a search for model classes in class loaders that a restart of the application closes.
                .withKubernetesSerialization(new KubernetesSerialization(new ObjectMapper(), false))
                .build());
    }

    /**
     * Creates an object, and then its status if it has one.
     *
     * @throws DevModeException if the server rejects it; the message names it
     */
    void create(KubernetesObject object) {
        GenericKubernetesResource document =
                kubernetes.getKubernetesSerialization().convertValue(object.tree(), GenericKubernetesResource.class);
        Resource<GenericKubernetesResource> resource = resources(object.apiVersion(), object.kind(), object.namespace())
                .resource(document);
        try {
            resource.create();
            if (document.getAdditionalProperties().containsKey("status")) {
                resource.patchStatus();
            }
        } catch (KubernetesClientException e) {
            throw new DevModeException("cannot create " + object.display() + ": " + e.getMessage(), e);
        }
    }

    /**
     * The objects of a kind.
     *
     * @param namespace empty for cluster-scoped kinds
     */
    NonNamespaceOperation<GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            resources(String apiVersion, String kind, String namespace) {
        MixedOperation<GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
                resources = kubernetes.genericKubernetesResources(new ResourceDefinitionContext.Builder()
                .withGroup(ApiVersionUtil.trimGroupOrNull(apiVersion))
                .withVersion(ApiVersionUtil.trimVersion(apiVersion))
                .withKind(kind)
                .withPlural(Pluralize.toPlural(kind.toLowerCase(Locale.ROOT)))
                .withNamespaced(!namespace.isEmpty())
                .build());
        return namespace.isEmpty() ? resources : resources.inNamespace(namespace);
    }

    @Override
    public void close() {
        kubernetes.close();
    }
}
