/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.fabric8.kubernetes.api.model.DefaultKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListMeta;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Takes a watch that begins with the existing objects (a WatchList, Kubernetes 1.32 and later): their events up to
 * the bookmark that ends them are the list, and all later ones are events of the watch. Reason: the client's
 * informers always send a list and a watch.
 */
final class WatchListSync implements Watcher<ClusterResource> {
    private static final String END = "k8s.io/initial-events-end";

    private final Map<String, ClusterResource> items = new LinkedHashMap<>();
    private final CompletableFuture<DefaultKubernetesResourceList<ClusterResource>> list = new CompletableFuture<>();
    private final List<Runnable> undelivered = new ArrayList<>();
    private final ListOptions options;
    private Watcher<ClusterResource> next;

    /**
     * @param options of the watch; it begins with the existing objects. Once they are complete, the options are those
     * of a watch
     *     that continues from a resource version: the client's manager opens such a watch by itself where a
     * connection does not
     *     end in time, and the existing objects do not show which ones were deleted.
     */
    WatchListSync(ListOptions options) {
        this.options = options;
        options.setSendInitialEvents(true);
        options.setResourceVersionMatch("NotOlderThan");
    }

    /** The existing objects, once the server has sent them all. */
    CompletableFuture<DefaultKubernetesResourceList<ClusterResource>> list() {
        return list;
    }

    /** Takes the events of the watch from now on, and those that have come since the list was complete. */
    synchronized void continueWith(Watcher<ClusterResource> watcher) {
        next = watcher;
        undelivered.forEach(Runnable::run);
        undelivered.clear();
    }

    @Override
    public synchronized void eventReceived(Action action, ClusterResource object) {
        if (next != null) {
            next.eventReceived(action, object);
        } else if (list.isDone()) {
            undelivered.add(() -> next.eventReceived(action, object));
        } else if (action == Action.BOOKMARK) {
            endInitialEvents(object);
        } else if (action == Action.DELETED) {
            items.remove(object.getMetadata().getName());
        } else {
            items.put(object.getMetadata().getName(), object);
        }
    }

    private void endInitialEvents(ClusterResource bookmark) {
        if ("true".equals(bookmark.getMetadata().getAnnotations().get(END))) {
            options.setSendInitialEvents(null);
            options.setResourceVersionMatch(null);
            DefaultKubernetesResourceList<ClusterResource> all = new DefaultKubernetesResourceList<>();
            ListMeta metadata = new ListMeta();
            metadata.setResourceVersion(bookmark.getMetadata().getResourceVersion());
            all.setMetadata(metadata);
            all.setItems(new ArrayList<>(items.values()));
            list.complete(all);
        }
    }

    @Override
    public synchronized void onClose(WatcherException cause) {
        if (next != null) {
            next.onClose(cause);
        } else if (!list.completeExceptionally(cause)) {
            undelivered.add(() -> next.onClose(cause));
        }
    }

    @Override
    public synchronized void onClose() {
        if (next != null) {
            next.onClose();
        }
    }
}
