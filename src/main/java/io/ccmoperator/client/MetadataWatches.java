// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.cluster.OnChange;
import io.fabric8.kubernetes.client.impl.BaseClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.BasicItemStore;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import org.jboss.logging.Logger;

/**
 * Watches of all objects of a kind that a label selector selects, of which the server sends the metadata alone. They are informers of
 * the client, since {@link ObjectWatch} is of one object, and end with the connection at the latest.
 */
final class MetadataWatches {
    private static final Logger LOG = Logger.getLogger(MetadataWatches.class);

    private final BaseClient client;

    MetadataWatches(BaseClient client) {
        this.client = KubernetesClientFactory.metadataOnly(client);
    }

    /** @param counted is given the number of objects when it is known, and after each creation and deletion */
    void count(ResourceKind kind, String selector, IntConsumer counted) {
        SharedIndexInformer<ClusterResource> informer = informer(kind, selector);
        Runnable count = () -> {
            if (informer.hasSynced()) {
                counted.accept(informer.getStore().listKeys().size());
            }
        };
        informer.addEventHandler(new ResourceEventHandler<>() {
            @Override
            public void onAdd(ClusterResource object) {
                count.run();
            }

            @Override
            public void onUpdate(ClusterResource before, ClusterResource after) {
                // The number is the same.
            }

            @Override
            public void onDelete(ClusterResource object, boolean unknown) {
                count.run();
            }
        });
        informer.start().thenRun(count);
    }

    private SharedIndexInformer<ClusterResource> informer(ResourceKind kind, String selector) {
        OnChange<String> log =
                new OnChange<>("", cause -> LOG.warnf("cannot watch %s, retrying: %s", kind.plural(), cause));
        return KubernetesApiServer.objects(client, kind)
                .withLabelSelector(selector)
                .withLimit((long) KubernetesApiServer.PAGE)
                .runnableInformer(0)
                .itemStore(new Identities())
                .exceptionHandler((started, failure) -> {
                    log.accept(String.valueOf(failure.getMessage()));
                    return true;
                });
    }

    /** Keeps of an object what an informer compares, so that a cluster with thousands of Nodes costs little memory. */
    private static final class Identities extends BasicItemStore<ClusterResource> {
        Identities() {
            super(Cache::metaNamespaceKeyFunc);
        }

        @Override
        public ClusterResource put(String key, ClusterResource object) {
            Map<String, Object> metadata =
                    new LinkedHashMap<>(object.manifest().fields().map("metadata"));
            metadata.keySet().retainAll(Set.of("name", "namespace", "uid", "resourceVersion"));
            return super.put(key, new ClusterResource(new LinkedHashMap<>(Map.of("metadata", metadata))));
        }
    }
}
