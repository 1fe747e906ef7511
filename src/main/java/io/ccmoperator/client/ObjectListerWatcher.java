/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesObject;
import io.fabric8.kubernetes.api.model.DefaultKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.internal.AbstractWatchManager;
import io.fabric8.kubernetes.client.dsl.internal.BaseOperation;
import io.fabric8.kubernetes.client.dsl.internal.WatchConnectionManager;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.informers.impl.ListerWatcher;
import java.net.MalformedURLException;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/**
 * How an informer lists and watches one object. Differences from that of the client:
 *
 * <ul>
 *   <li>list and watch are one request where the server has WatchLists, see {@link WatchListSync};
 *   <li>a watch is a WebSocket or fails: a watch by plain HTTP, which the client falls back to, breaks on text beyond ASCII;
 *   <li>a watch on which the server has fallen silent is opened again: bookmarks come every minute, and a connection
 * whose other
 *       end lost its power says nothing;
 *   <li>a kind that the server does not have is listed every 30 s and not as often as the client retries.
 * </ul>
 */
final class ObjectListerWatcher
        implements ListerWatcher<ClusterResource, DefaultKubernetesResourceList<ClusterResource>> {
    private static final ObjectLog LOG = ObjectLog.of(ObjectListerWatcher.class);

    /** How long a connection may take to close before another one is opened all the same, in milliseconds. */
    private static final int CLOSED_WITHIN = 5_000;

    private final ObjectKey key;
    private final BaseOperation<
                    ClusterResource, DefaultKubernetesResourceList<ClusterResource>, Resource<ClusterResource>>
            operation;
    private final HttpClient http;
    private final BiConsumer<Optional<KubernetesObject>, String> listed;
    private final AtomicBoolean watchLists;
    private final ClientTimings timings;
    private final Clock clock;
    private volatile LiveWatch connection;
    private volatile WatchList begun;
    private volatile boolean kindMissing;
    private volatile boolean stopped;

    /** A list whose watch is open already. */
    private record WatchList(WatchListSync sync, CompletableFuture<AbstractWatchManager<ClusterResource>> watch) {}

    /**
     * @param listed is notified of each list: of the object, if it exists, and of the list's resource version
     * @param watchLists whether the server has WatchLists; shared by all, since one of them finds out
     */
    ObjectListerWatcher(
            ObjectKey key,
            BaseOperation<ClusterResource, DefaultKubernetesResourceList<ClusterResource>, Resource<ClusterResource>>
                    operation,
            BiConsumer<Optional<KubernetesObject>, String> listed,
            AtomicBoolean watchLists,
            ClientTimings timings,
            Clock clock) {
        this.key = key;
        this.listed = listed;
        this.operation = operation;
        this.http = operation.getOperationContext().getHttpClient();
        this.watchLists = watchLists;
        this.timings = timings;
        this.clock = clock;
    }

    @Override
    public CompletableFuture<DefaultKubernetesResourceList<ClusterResource>> submitList(ListOptions options) {
        if (kindMissing) {
            kindMissing = false;
            return CompletableFuture.supplyAsync(
                            () -> options,
                            CompletableFuture.delayedExecutor(
                                    timings.missingKind().toMillis(), TimeUnit.MILLISECONDS))
                    .thenCompose(this::list);
        }
        return list(options);
    }

    private CompletableFuture<DefaultKubernetesResourceList<ClusterResource>> list(ListOptions options) {
        if (stopped) {
            return CompletableFuture.failedFuture(new CancellationException("the informer has been stopped"));
        }
        return watchLists.get() ? watchList().handle(this::orList).thenCompose(list -> list) : plainList(options);
    }

    private CompletableFuture<DefaultKubernetesResourceList<ClusterResource>> watchList() {
        ListOptions options = new ListOptions();
        WatchListSync sync = new WatchListSync(options);
        WatchList attempt = new WatchList(sync, new CompletableFuture<>());
        begun = attempt;
        open(options, sync).whenComplete((manager, failure) -> {
            if (failure == null) {
                attempt.watch().complete(manager);
            } else {
                attempt.watch().completeExceptionally(failure);
                sync.list().completeExceptionally(failure);
            }
        });
        return sync.list().orTimeout(timings.initialEvents().toMillis(), TimeUnit.MILLISECONDS);
    }

    /** A server without WatchLists refuses one, or, before Kubernetes 1.27, sends no bookmark at its end. */
    private CompletableFuture<DefaultKubernetesResourceList<ClusterResource>> orList(
            DefaultKubernetesResourceList<ClusterResource> list, Throwable failure) {
        if (failure == null) {
            return CompletableFuture.completedFuture(complete(list));
        }
        begun = null;
        closeConnection();
        int code = ConnectionFault.code(failure);
        boolean unsupported = code == 400 || code == 422;
        // The client does not read why a WebSocket is refused; the answer to a list has the server's message.
        boolean unexplained = code == 401 || code == 403;
        if (!unsupported && !unexplained && !(failure instanceof TimeoutException)) {
            return CompletableFuture.failedFuture(observed(failure));
        }
        if (unsupported && watchLists.getAndSet(false)) {
            LOG.info(key, "WatchList not supported; falling back to list and watch");
        }
        return plainList(new ListOptions());
    }

    private CompletableFuture<DefaultKubernetesResourceList<ClusterResource>> plainList(ListOptions options) {
        options.setFieldSelector("metadata.name=" + key.name());
        options.setLimit(getLimit());
        return operation.submitList(options).handle((list, failure) -> {
            if (failure != null) {
                throw new CompletionException(observed(failure));
            }
            return complete(list);
        });
    }

    /** Items of lists have neither apiVersion nor kind where the kind is built into the server. */
    private DefaultKubernetesResourceList<ClusterResource> complete(
            DefaultKubernetesResourceList<ClusterResource> list) {
        for (ClusterResource item : list.getItems()) {
            item.tree().putIfAbsent("apiVersion", key.kind().apiVersion());
            item.tree().putIfAbsent("kind", key.kind().kind());
        }
        listed.accept(
                list.getItems().stream().findFirst().map(ClusterResource::manifest),
                list.getMetadata().getResourceVersion());
        return list;
    }

    private Throwable observed(Throwable failure) {
        kindMissing = isMissingKind(failure);
        return failure;
    }

    /** 404 is the answer to a list of a kind that the server does not have. */
    static boolean isMissingKind(Throwable failure) {
        return ConnectionFault.code(failure) == 404;
    }

    @Override
    public CompletableFuture<AbstractWatchManager<ClusterResource>> submitWatch(
            ListOptions options, Watcher<ClusterResource> watcher) {
        WatchList list = begun;
        if (list != null) {
            begun = null;
            list.sync().continueWith(watcher);
            return list.watch();
        }
        return open(options, watcher);
    }

    private CompletableFuture<AbstractWatchManager<ClusterResource>> open(
            ListOptions options, Watcher<ClusterResource> watcher) {
        options.setWatch(true);
        options.setAllowWatchBookmarks(true);
        options.setFieldSelector("metadata.name=" + key.name());
        LiveWatch live = new LiveWatch(watcher, clock);
        try {
            WatchConnectionManager<ClusterResource, DefaultKubernetesResourceList<ClusterResource>> manager =
                    new WatchConnectionManager<>(
                            http,
                            operation,
                            options,
                            live,
                            getWatchReconnectInterval(),
                            0,
                            operation.getOperationContext().getConfig().getRequestTimeout());
            manager.setWatchEndCheckMs(CLOSED_WITHIN);
            live.opened(manager);
            connection = live;
            if (stopped) {
                manager.close();
            }
            return manager.getWebsocketFuture().handle((socket, failure) -> {
                if (failure != null) {
                    manager.close();
                    throw new CompletionException(failure);
                }
                return manager;
            });
        } catch (MalformedURLException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Begins the watch again when the server has not sent anything for longer than it ever is silent. */
    void checkSilence() {
        LiveWatch current = connection;
        if (current != null && current.isSilent(timings.silence())) {
            LOG.debug(key, "watch is silent; restarting it");
            current.giveUp();
        }
    }

    /** Ends the watch, also one that is just being opened. */
    void stop() {
        stopped = true;
        closeConnection();
    }

    private void closeConnection() {
        LiveWatch current = connection;
        if (current != null) {
            current.close();
        }
    }

    @Override
    public Long getLimit() {
        return 1L;
    }

    @Override
    public int getWatchReconnectInterval() {
        return (int) ClientConfig.WATCH_RECONNECT.toMillis();
    }

    @Override
    public String getApiEndpointPath() {
        return key.toString();
    }
}
