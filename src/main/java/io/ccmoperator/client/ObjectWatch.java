// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import com.fasterxml.jackson.core.type.TypeReference;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.cluster.OnChange;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.impl.BaseClient;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Watches one object by its name until it is stopped, and reports what it sees to the cache. A watch begins with the object as it
 * is, in one request where the server has WatchLists, and each watch that has ended is followed by another that begins in the same
 * way: the server may have been restored from a backup. Reason: the client's informers send a list and a watch, since they lose
 * deletions with WatchLists, resume watches that have ended, and do not notice that a server has fallen silent.
 */
final class ObjectWatch {
    private static final ObjectLog LOG = ObjectLog.of(ObjectWatch.class);
    private static final TypeReference<Map<String, Object>> TREE = new TypeReference<>() {};
    private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

    /** An object has 3 MiB at most in a request, and its text may be longer in another encoding of JSON. */
    private static final int LONGEST_EVENT = 16 << 20;

    /** Of HTTP: the server knows the request, but not what it asks for. */
    private static final int UNPROCESSABLE = 422;

    /** The first pause between two attempts. */
    private static final Duration PAUSE = Duration.ofMillis(125);

    /** How often it doubles, to 4 s. */
    private static final int DOUBLINGS = 5;

    private final CacheEntry object;
    private final BaseClient client;
    private final AtomicBoolean watchLists;
    private final ClientTimings timings;
    private final Clock clock;
    private final String url;
    private final OnChange<String> log = new OnChange<>("", this::log);
    private Attempt current;
    private boolean stopped;
    private volatile int failures;
    private volatile Instant unknownSince;

    /**
     * @param object takes what is seen
     * @param watchLists whether the server has WatchLists; shared by all watches, since one of them finds out
     */
    ObjectWatch(CacheEntry object, BaseClient client, AtomicBoolean watchLists, ClientTimings timings, Clock clock) {
        this.object = object;
        this.client = client;
        this.watchLists = watchLists;
        this.timings = timings;
        this.clock = clock;
        ObjectKey key = object.key();
        String server = client.getMasterUrl().toString().replaceFirst("/$", "");
        url = server + key.kind().path(key.namespace()) + "?fieldSelector=metadata.name%3D" + key.name();
    }

    /** Begins. Returns at once. */
    void start() {
        next(watchLists.get(), false);
    }

    /** Ends the watch, also one that is just being opened. */
    synchronized void stop() {
        stopped = true;
        current.abandon();
    }

    /**
     * Begins again when the server has not sent anything for longer than it ever is silent: bookmarks come every minute. A watch that has sent no
     * state yet is followed by a list.
     */
    synchronized void checkSilence() {
        if (!current.over && current.lastEvent.plus(timings.silence()).isBefore(clock.instant())) {
            LOG.debug(object.key(), "watch is silent; restarting it");
            boolean begun = current.begun;
            current.abandon();
            next(begun && watchLists.get(), false);
        }
    }

    /** @param again whether the beginning before was older than what is known */
    private synchronized void next(boolean watchList, boolean again) {
        if (!stopped) {
            current = new Attempt(again);
            if (watchList) {
                current.watchList();
            } else {
                current.list();
            }
        }
    }

    private void startAfter(Duration pause) {
        later(pause, this::start);
    }

    private void later(Duration pause, Runnable task) {
        CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS, client.getExecutor())
                .execute(task);
    }

    private void ended(Throwable failure) {
        int code = failure instanceof ApiException refused ? refused.code() : ApiException.NO_ANSWER;
        if (code == HttpURLConnection.HTTP_NOT_FOUND) {
            if (isKindMissing()) {
                client.getExecutor().execute(this::withoutKind);
                return;
            }
        } else {
            unknownSince = null;
            if (failure instanceof ApiException || failure instanceof KubernetesClientException) {
                log.accept(String.valueOf(failure.getMessage()));
            }
        }
        startAfter(PAUSE.multipliedBy(1L << failures));
        failures = Math.min(failures + 1, DOUBLINGS);
    }

    /** 404 is the answer where there is no such kind, and that of a server which does not know it yet: what is known counts until it lasts. */
    private boolean isKindMissing() {
        Instant now = clock.instant();
        if (unknownSince == null) {
            unknownSince = now;
        }
        return !now.isBefore(unknownSince.plus(timings.unknownKind()));
    }

    /** What is known counts, too, where the server has another version of the kind, or does not say. */
    private void withoutKind() {
        try {
            new KubernetesApiServer(client, Optional.empty())
                    .requireServed(object.key().kind());
            object.update(CachedObject::withoutKind, null);
        } catch (ApiException e) {
            log.accept(e.getMessage());
            if (e.isNotFound()) {
                object.update(known -> known.inOtherVersion(e.getMessage()), null);
            }
        } finally {
            // Whatever the question ends with, the watch continues.
            startAfter(timings.missingKind());
        }
    }

    /** Each reason once. That the server cannot be reached is {@link ApiServerConnectivity}'s to log, for all watches together. */
    private void log(String reason) {
        if (reason.isEmpty()) {
            LOG.info(object.key(), "watch established again");
        } else {
            LOG.warn(object.key(), "cannot watch, retrying: " + reason);
        }
    }

    private void established() {
        failures = 0;
        unknownSince = null;
        log.accept("");
    }

    /** One watch, from its first request to its end. Its events come one after the other. */
    private final class Attempt {
        private volatile Instant lastEvent = clock.instant();
        private volatile boolean over;
        private volatile boolean begun;
        private volatile AsyncBody body;
        private Optional<KubernetesObject> initial = Optional.empty();
        private final Lines lines = new Lines();
        private final ByteArrayOutputStream refusal = new ByteArrayOutputStream();
        private final boolean again;
        private int status;

        Attempt(boolean again) {
            this.again = again;
        }

        /** The events up to a bookmark are the object as it is, if it is there. */
        void watchList() {
            watch("&sendInitialEvents=true&resourceVersionMatch=NotOlderThan");
        }

        void list() {
            HttpRequest request = client.getHttpClient()
                    .newHttpRequestBuilder()
                    .uri(URI.create(url + "&limit=1"))
                    .timeout(timings.request().toMillis(), TimeUnit.MILLISECONDS)
                    .build();
            client.getHttpClient().sendAsync(request, byte[].class).whenComplete((answer, failure) -> {
                if (failure != null) {
                    end(failure);
                } else if (!answer.isSuccessful()) {
                    end(refused(answer.code(), answer.body()));
                } else {
                    listed(answer.body());
                }
            });
        }

        private void listed(byte[] answer) {
            try {
                FieldReader list = FieldReader.of(parse(answer, 0, answer.length));
                initial = list.maps("items").stream().findFirst().map(KubernetesObject::new);
                // Items of lists have neither where the kind is built into the server.
                initial.ifPresent(item -> {
                    item.tree().putIfAbsent("apiVersion", object.key().kind().apiVersion());
                    item.tree().putIfAbsent("kind", object.key().kind().kind());
                });
                String version = list.string("metadata", "resourceVersion");
                if (begin(version)) {
                    watch("&resourceVersion=" + version);
                }
            } catch (KubernetesClientException e) {
                end(e);
            }
        }

        private void watch(String parameters) {
            HttpRequest request = client.getHttpClient()
                    .newHttpRequestBuilder()
                    .uri(URI.create(url + "&watch=true&allowWatchBookmarks=true" + parameters))
                    .forStreaming()
                    .build();
            client.getHttpClient().consumeBytes(request, this::received).whenComplete((response, failure) -> {
                if (failure != null) {
                    end(failure);
                } else {
                    opened(response);
                }
            });
        }

        private void opened(HttpResponse<AsyncBody> response) {
            status = response.code();
            body = response.body();
            if (over) {
                body.cancel();
                return;
            }
            if (begun && response.isSuccessful()) {
                established();
            }
            body.done().whenComplete((done, failure) -> {
                if (response.isSuccessful()) {
                    // The last line has no end where something other than the server has ended the response.
                    received(lines.rest());
                    end(failure);
                } else if (isWithoutWatchLists(status)) {
                    if (watchLists.getAndSet(false)) {
                        LOG.info(object.key(), "WatchList not supported; falling back to list and watch");
                    }
                    if (abandon()) {
                        next(false, again);
                    }
                } else {
                    end(refused(status, refusal.toByteArray()));
                }
            });
            body.consume();
        }

        private boolean isWithoutWatchLists(int code) {
            return !begun && (code == HttpURLConnection.HTTP_BAD_REQUEST || code == UNPROCESSABLE);
        }

        private void received(List<ByteBuffer> content, AsyncBody from) {
            for (ByteBuffer buffer : content) {
                byte[] bytes = new byte[buffer.remaining()];
                buffer.get(bytes);
                if (status == HttpURLConnection.HTTP_OK) {
                    received(lines.add(bytes));
                    if (lines.pending() > LONGEST_EVENT) {
                        end(new KubernetesClientException(
                                "an event of the watch is longer than " + LONGEST_EVENT + " bytes"));
                    }
                } else if (refusal.size() < LONGEST_EVENT) {
                    refusal.writeBytes(bytes);
                }
            }
            from.consume();
        }

        private void received(byte[] events) {
            int start = 0;
            try {
                for (int i = 0; i < events.length; i++) {
                    if (events[i] == '\n' || i == events.length - 1) {
                        event(FieldReader.of(parse(events, start, i + 1 - start)));
                        start = i + 1;
                    }
                }
            } catch (KubernetesClientException e) {
                end(e);
            }
        }

        private void event(FieldReader event) {
            if (over) {
                return;
            }
            lastEvent = clock.instant();
            KubernetesObject seen = new KubernetesObject(event.map("object"));
            switch (event.string("type")) {
                case "ADDED", "MODIFIED" -> take(seen, true);
                case "DELETED" -> take(seen, false);
                case "BOOKMARK" -> {
                    if (!begun && "true".equals(seen.fields().string("metadata", "annotations", INITIAL_EVENTS_END))) {
                        if (begin(seen.fields().string("metadata", "resourceVersion"))) {
                            established();
                        }
                    }
                }
                default -> {
                    LOG.debug(
                            object.key(),
                            "watch ended by the server: " + seen.fields().string("message"));
                    end(null);
                }
            }
        }

        /** An event of another object would replace this one: whatever sent it, a new watch may do better. */
        private void take(KubernetesObject seen, boolean exists) {
            if (!isWatched(seen)) {
                end(new KubernetesClientException("the watch has an event of another object, of kind '%s' and name '%s'"
                        .formatted(seen.kind(), seen.name())));
            } else if (begun) {
                object.update(known -> exists ? known.changed(seen) : known.deleted(seen), null);
            } else {
                initial = Optional.of(seen).filter(any -> exists);
            }
        }

        private boolean isWatched(KubernetesObject seen) {
            return ResourceKind.of(seen)
                    .filter(known -> object.key().equals(new ObjectKey(known, seen.namespace(), seen.name())))
                    .isPresent();
        }

        /**
         * Takes in the beginning. One that is older than what is known is believed when a list says the same, which comes from the store: the server
         * was restored from a backup then.
         *
         * @return false if the watch begins again instead
         */
        private boolean begin(String version) {
            Optional<KubernetesObject> first = initial;
            initial = Optional.empty();
            CachedObject before = object.update(
                    known -> !again && known.isNewerThan(first, version) ? known : known.begun(first, version), null);
            if (!again && before.isNewerThan(first, version)) {
                LOG.debug(object.key(), "the watch begins before what is known; listing");
                if (abandon()) {
                    later(PAUSE, () -> next(false, true));
                }
                return false;
            }
            begun = true;
            return true;
        }

        private Map<String, Object> parse(byte[] text, int offset, int length) {
            return client.getKubernetesSerialization().unmarshal(new ByteArrayInputStream(text, offset, length), TREE);
        }

        /** With the server's own words, where it sent any. */
        private ApiException refused(int code, byte[] answer) {
            String message = "";
            try {
                message = FieldReader.of(parse(answer, 0, answer.length)).string("message");
            } catch (KubernetesClientException e) {
                LOG.debug(object.key(), "HTTP status " + code + " without a message of the API server");
            }
            return new ApiException(code, message.isBlank() ? "HTTP status " + code : message.strip(), null);
        }

        /** @param failure null where the server has ended the watch */
        private void end(Throwable failure) {
            if (abandon()) {
                ended(
                        failure instanceof CompletionException && failure.getCause() != null
                                ? failure.getCause()
                                : failure);
            }
        }

        /** Whether it had not ended yet. */
        boolean abandon() {
            synchronized (ObjectWatch.this) {
                if (over) {
                    return false;
                }
                over = true;
            }
            if (body != null) {
                body.cancel();
            }
            return true;
        }
    }
}
