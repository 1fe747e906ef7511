/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.assets.tree.SyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * One attempt to watch an object, from its beginning to its end: a single request where the server tells the beginning in the
 * watch, a list and a watch from there where it does not. Everything is told on the dispatcher's thread, the end exactly once
 * and as the last.
 */
final class WatchAttempt {
    /** Takes what an attempt has to tell. */
    interface Listener {
        /** The server has answered, whatever it says. */
        void answered();

        /** What there is: the object, if it is there, and the version of the beginning. */
        void begun(Optional<Manifest> object, String version);

        void changed(Manifest object);

        void deleted(Manifest last);

        void ended(WatchEnd end);
    }

    /** A server that asks for more is asked again all the same. */
    private static final Duration ASKED_PAUSE = Duration.ofSeconds(30);

    private static final String WATCH_LIST = "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";

    private final ObjectKey key;
    private final HttpTransport transport;
    private final Executor dispatcher;
    private final Duration watchFor;
    private final Listener listener;
    private HttpExchange exchange = new HttpExchange();
    private Manifest first;
    private boolean watchListAccepted;
    private boolean begun;
    private boolean ended;

    /** @param watchFor after what time the server is to end the watch */
    WatchAttempt(ObjectKey key, HttpTransport transport, Executor dispatcher, Duration watchFor, Listener listener) {
        this.key = key;
        this.transport = transport;
        this.dispatcher = dispatcher;
        this.watchFor = watchFor;
        this.listener = listener;
    }

    /** Begins by a single request. */
    void watchList() {
        stream(WATCH_LIST);
    }

    /** Begins by a list, for servers that know no other way. */
    void listAndWatch() {
        transport.send(HttpCall.get(selected()), exchange).whenComplete((answer, fault) -> {
            dispatcher.execute(() -> listed(answer, fault));
        });
    }

    /** Ends the attempt; it tells nothing more. */
    void cancel() {
        ended = true;
        exchange.cancel();
    }

    /** Ends the attempt as failed. */
    void fail(String reason) {
        exchange.cancel();
        end(new WatchEnd.Failed(reason));
    }

    /**
     * Ends the attempt, because the beginning does not come. A server before Kubernetes 1.27 knows nothing of watch lists, but
     * does not say so either.
     */
    void giveUpBeginning() {
        exchange.cancel();
        end(
                watchListAccepted
                        ? new WatchEnd.NoWatchLists()
                        : new WatchEnd.Failed("the server does not tell what there is"));
    }

    boolean hasBegun() {
        return begun;
    }

    private void listed(Answer answer, Throwable fault) {
        if (ended) {
            return;
        }
        if (fault != null) {
            end(new WatchEnd.Unreachable(transport.words(fault)));
        } else if (!answer.isSuccess()) {
            refused(answer, false);
        } else {
            listener.answered();
            beginWith(answer);
        }
    }

    private void beginWith(Answer answer) {
        try {
            Manifest list = answer.object();
            Optional<Manifest> object =
                    list.maps("items").stream().findFirst().map(item -> ItemOfList.complete(item, key.kind()));
            String version = list.text("metadata", "resourceVersion");
            begin(object, version);
            exchange = new HttpExchange();
            stream("&resourceVersion=" + encoded(version));
        } catch (SyntaxException e) {
            end(new WatchEnd.Failed("the answer is no list"));
        }
    }

    private void stream(String from) {
        boolean watchList = from.equals(WATCH_LIST);
        String path = selected() + "&watch=true&allowWatchBookmarks=true&timeoutSeconds=" + watchFor.toSeconds() + from;
        transport.stream(HttpCall.get(path), exchange, new StreamReceiver() {
            @Override
            public void accepted() {
                dispatcher.execute(() -> WatchAttempt.this.accepted(watchList));
            }

            @Override
            public void line(byte[] line) {
                dispatcher.execute(() -> heard(line));
            }

            @Override
            public void ended() {
                dispatcher.execute(() -> end(new WatchEnd.Over()));
            }

            @Override
            public void refused(Answer answer) {
                dispatcher.execute(() -> WatchAttempt.this.refused(answer, watchList));
            }

            @Override
            public void broken(Throwable fault) {
                dispatcher.execute(() -> end(new WatchEnd.Unreachable(transport.words(fault))));
            }
        });
    }

    private void accepted(boolean watchList) {
        watchListAccepted = watchList;
        if (!ended) {
            listener.answered();
        }
    }

    private void heard(byte[] line) {
        if (ended || line.length == 0) {
            return;
        }
        try {
            heard(WatchEvent.read(line));
        } catch (SyntaxException e) {
            fail("the server sent what is no event");
        }
    }

    private void heard(WatchEvent event) {
        switch (event.type()) {
            case "ADDED", "MODIFIED" -> present(event.object());
            case "DELETED" -> gone(event.object());
            case "BOOKMARK" -> {
                if (event.endsBeginning() && !begun) {
                    begin(Optional.ofNullable(first), event.version());
                }
            }
            default -> broken(event.object());
        }
    }

    private void present(Manifest object) {
        first = begun ? null : object;
        // What is there is told at once; only that nothing is there has to wait for the end of the beginning.
        listener.changed(object);
    }

    private void gone(Manifest last) {
        first = null;
        listener.deleted(last);
    }

    private void begin(Optional<Manifest> object, String version) {
        begun = true;
        first = null;
        listener.begun(object, version);
    }

    private void broken(Manifest status) {
        exchange.cancel();
        boolean tooOld = Long.valueOf(410).equals(status.at("code"));
        end(tooOld ? new WatchEnd.Over() : new WatchEnd.Failed(status.text("message")));
    }

    private void refused(Answer answer, boolean watchList) {
        if (ended) {
            return;
        }
        listener.answered();
        if (answer.code() == 404) {
            end(new WatchEnd.KindMissing());
        } else if (answer.code() == 410) {
            end(new WatchEnd.Over());
        } else if (watchList && (answer.code() == 400 || answer.code() == 422)) {
            end(new WatchEnd.NoWatchLists());
        } else {
            if (answer.code() == 401) {
                transport.credentials().renewed();
            }
            end(answer.pause(ASKED_PAUSE)
                    .<WatchEnd>map(pause -> new WatchEnd.Busy(answer.reason(), pause))
                    .orElseGet(() -> new WatchEnd.Failed(answer.reason())));
        }
    }

    private void end(WatchEnd end) {
        if (!ended) {
            ended = true;
            listener.ended(end);
        }
    }

    private String selected() {
        return key.collectionPath() + "?fieldSelector=" + encoded("metadata.name=" + key.name());
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
