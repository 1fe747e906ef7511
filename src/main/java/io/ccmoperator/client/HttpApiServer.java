/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.assets.tree.SyntaxException;
import io.vertx.core.http.HttpClosedException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Requests over HTTP. */
final class HttpApiServer implements ApiServer, Reviews {
    /** Twice what a server takes that is slow but works (5 s); the caller's thread waits no longer. */
    static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

    /** Somebody waits for the outcome of a review, who gives up after 10 s as a rule. */
    static final Duration REVIEW_WITHIN = Duration.ofSeconds(5);

    /** A short pause that the server asks for is kept here; a longer one is the caller's own backoff. */
    private static final Duration MAX_PAUSE = Duration.ofSeconds(1);

    private static final Set<ResourceKind> REVIEWS =
            EnumSet.of(ResourceKind.TOKEN_REVIEW, ResourceKind.SUBJECT_ACCESS_REVIEW);

    private static final String FIELD_MANAGER = "?fieldManager=ccm-operator";

    private final HttpTransport transport;
    private final Duration answerWithin;

    HttpApiServer(HttpTransport transport, Duration answerWithin) {
        this.transport = transport;
        this.answerWithin = answerWithin;
    }

    @Override
    public Optional<Manifest> get(ObjectKey key) {
        String what = "get " + key;
        Answer answer = read(what, HttpCall.get(key.path()));
        return answer.code() == 404 ? Optional.empty() : Optional.of(object(what, answer));
    }

    @Override
    public Manifest create(Manifest object, Persistence persistence) {
        ObjectKey key = ObjectKey.of(object);
        return write("create " + key, "POST", key.collectionPath(), object, persistence);
    }

    @Override
    public Manifest replace(Manifest object, Persistence persistence) {
        ObjectKey key = ObjectKey.of(object);
        return write("update " + key, "PUT", key.path(), object, persistence);
    }

    @Override
    public Manifest patchStatus(ObjectKey key, Map<String, Object> patch) {
        String what = "update the status of " + key;
        String path = key.path() + "/status" + FIELD_MANAGER;
        return object(what, answer(what, HttpCall.with("PATCH", path, "application/merge-patch+json", patch)));
    }

    @Override
    public void delete(ObjectKey key, String uid) {
        String what = "delete " + key;
        Map<String, Object> options = Map.of(
                "apiVersion",
                "v1",
                "kind",
                "DeleteOptions",
                "propagationPolicy",
                "Background",
                "preconditions",
                Map.of("uid", uid));
        Answer answer = answer(what, HttpCall.with("DELETE", key.path(), options));
        if (!answer.isSuccess() && answer.code() != 404) {
            throw failure(what, answer);
        }
    }

    @Override
    public Manifest ask(Manifest review) {
        ResourceKind kind = ResourceKind.of(review)
                .filter(REVIEWS::contains)
                .orElseThrow(() -> new IllegalArgumentException("a " + review.kind() + " is no review"));
        String what = "ask for a " + kind.kind();
        Answer answer = read(what, HttpCall.with("POST", kind.path(""), review.tree()));
        if (!answer.isSuccess()) {
            throw new ApiException(answer.code(), what + ": HTTP status " + answer.code(), null);
        }
        try {
            return answer.object();
        } catch (SyntaxException e) {
            // Not as the cause: it may show a piece of the answer, which repeats the review.
            throw new ApiException(ApiException.NO_ANSWER, what + ": the answer is no object", null);
        }
    }

    private Manifest write(String what, String method, String path, Manifest object, Persistence persistence) {
        String query = FIELD_MANAGER + (persistence == Persistence.DRY_RUN ? "&dryRun=All" : "");
        return object(what, answer(what, HttpCall.with(method, path + query, object.tree())));
    }

    private Manifest object(String what, Answer answer) {
        if (!answer.isSuccess()) {
            throw failure(what, answer);
        }
        try {
            return answer.object();
        } catch (SyntaxException e) {
            throw new ApiException(ApiException.NO_ANSWER, what + ": the answer is no object", e);
        }
    }

    private static ApiException failure(String what, Answer answer) {
        return new ApiException(answer.code(), what + ": " + answer.reason(), null);
    }

    /** Reading changes nothing: where a connection that was kept turns out to be closed, a new one is asked. */
    private Answer read(String what, HttpCall call) {
        try {
            return answer(what, call);
        } catch (ApiException e) {
            if (e.getCause() instanceof HttpClosedException) {
                return answer(what, call);
            }
            throw e;
        }
    }

    /** The answer; asked for once more when the token was renewed, or when the server asks for a pause. */
    private Answer answer(String what, HttpCall call) {
        Answer answer = send(what, call);
        if (answer.code() == 401 && transport.credentials().renewed()) {
            return send(what, call);
        }
        Optional<Duration> pause = answer.pause(MAX_PAUSE);
        if (pause.isPresent()) {
            pause(what, pause.get());
            return send(what, call);
        }
        return answer;
    }

    private Answer send(String what, HttpCall call) {
        HttpExchange exchange = new HttpExchange();
        CompletableFuture<Answer> answer = transport.send(call, exchange);
        try {
            return answer.get(answerWithin.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            exchange.cancel();
            throw noAnswer(what, "within " + answerWithin.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw noAnswer(what, "because " + ConnectionFault.words(e.getCause()), e.getCause());
        } catch (InterruptedException e) {
            exchange.cancel();
            throw interrupted(what, e);
        }
    }

    private void pause(String what, Duration length) {
        try {
            TimeUnit.MILLISECONDS.sleep(length.toMillis());
        } catch (InterruptedException e) {
            throw interrupted(what, e);
        }
    }

    private ApiException interrupted(String what, InterruptedException e) {
        Thread.currentThread().interrupt();
        return noAnswer(what, "because the program is about to end", e);
    }

    private ApiException noAnswer(String what, String why, Throwable cause) {
        return new ApiException(
                ApiException.NO_ANSWER, what + ": no answer from " + transport.address() + " " + why, cause);
    }
}
