// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.assets.ResourceKind;
import io.fabric8.kubernetes.api.model.DefaultKubernetesResourceList;
import io.fabric8.kubernetes.client.Client;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.dsl.internal.BaseOperation;
import io.fabric8.kubernetes.client.dsl.internal.HasMetadataOperationsImpl;

/**
 * The client's operations on objects as trees. Reason: {@code client.genericKubernetesResources} takes a kind
 * without a class of its own, but brings its own class for the object; {@code client.resources} takes a class for each kind.
 */
final class Operations {
    private Operations() {}

    /** Objects of a kind in all namespaces. */
    @SuppressWarnings("unchecked")
    static HasMetadataOperationsImpl<ClusterResource, DefaultKubernetesResourceList<ClusterResource>> of(
            Client client, ResourceKind kind) {
        String[] version = kind.apiVersion().split("/", 2);
        ResourceDefinitionContext context = new ResourceDefinitionContext.Builder()
                .withGroup(version.length == 2 ? version[0] : "")
                .withVersion(version[version.length - 1])
                .withKind(kind.kind())
                .withPlural(kind.plural())
                .withNamespaced(kind.isNamespaced())
                .build();
        Class<?> list = DefaultKubernetesResourceList.class;
        return new HasMetadataOperationsImpl<>(
                client, context, ClusterResource.class, (Class<DefaultKubernetesResourceList<ClusterResource>>) list);
    }

    /** Objects of the key's kind in the key's namespace. */
    static BaseOperation<ClusterResource, DefaultKubernetesResourceList<ClusterResource>, Resource<ClusterResource>> of(
            Client client, ObjectKey key) {
        var all = of(client, key.kind());
        return key.kind().isNamespaced() ? all.inNamespace(key.namespace()) : all;
    }

    /** The object of the key. */
    static Resource<ClusterResource> on(Client client, ObjectKey key) {
        return of(client, key).withName(key.name());
    }
}
