// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import io.ccmoperator.client.Reviews;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * Authorizes requests for metrics by reviews of the API server: a decision is used for {@link
 * DecisionCache#GRANTED_FOR} or {@link DecisionCache#REFUSED_FOR}, requests with the same token share one review,
 * and only a few tokens are reviewed at once. Some more wait, and the others are rejected, so that a client that
 * sends many tokens costs neither memory nor the API server much.
 */
public final class MetricsAuthorizer implements AutoCloseable {
    /** What is read, and what a permission names. */
    public static final String PATH = "/metrics";

    /** Reviews at once. The connection to the API server has room for as many beside the controllers' requests. */
    static final int AT_ONCE = 4;

    /** Tokens that wait for their review. */
    static final int WAITING = 64;

    /** How long a token may wait; its owner has given up soon after. */
    static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    private static final Logger LOG = Logger.getLogger(MetricsAuthorizer.class);
    private static final Duration IDLE = Duration.ofSeconds(30);
    private static final AuthorizationDecision CROWDED =
            new AuthorizationDecision.NotKnown("too many tokens are being checked");
    private static final AuthorizationDecision FAILED =
            new AuthorizationDecision.NotKnown("the operator failed in it; see its log");
    private static final AuthorizationDecision ENDING =
            new AuthorizationDecision.NotKnown("the operator is about to end");

    private final Function<BearerToken, AuthorizationDecision> review;
    private final ExecutorService threads;
    private final LongSupplier nanos;
    private final DecisionCache memory = new DecisionCache();
    private final Map<String, CompletableFuture<AuthorizationDecision>> underWay = new HashMap<>();

    /**
     * Uses threads of its own, which end when there is nothing to review.
     *
     * @param reviews asks the API server
     * @param nanos the time, as {@link System#nanoTime} has it
     */
    public MetricsAuthorizer(Reviews reviews, LongSupplier nanos) {
        this(new AccessReview(reviews, nanos)::of, threads(), nanos);
    }

    MetricsAuthorizer(
            Function<BearerToken, AuthorizationDecision> review, ExecutorService threads, LongSupplier nanos) {
        this.review = review;
        this.threads = threads;
        this.nanos = nanos;
    }

    /** Whether the owner of a token may read the metrics. Never blocks; may be completed on any thread. */
    public CompletionStage<AuthorizationDecision> of(BearerToken token) {
        CompletableFuture<AuthorizationDecision> decision;
        long now = nanos.getAsLong();
        synchronized (this) {
            Optional<AuthorizationDecision> known = memory.of(token.hash(), now);
            if (known.isPresent()) {
                return CompletableFuture.completedStage(known.get());
            }
            CompletableFuture<AuthorizationDecision> shared = underWay.get(token.hash());
            if (shared != null) {
                return shared.minimalCompletionStage();
            }
            decision = new CompletableFuture<>();
            underWay.put(token.hash(), decision);
        }
        try {
            threads.execute(() -> review(token, now, decision));
        } catch (RejectedExecutionException e) {
            settle(token, threads.isShutdown() ? ENDING : CROWDED, now, decision);
        }
        return decision.minimalCompletionStage();
    }

    /** Gives up the reviews under way. No client is authorized any more. */
    @Override
    public void close() {
        threads.shutdownNow();
        List<CompletableFuture<AuthorizationDecision>> open;
        synchronized (this) {
            open = List.copyOf(underWay.values());
            underWay.clear();
        }
        open.forEach(decision -> decision.complete(ENDING));
    }

    private void review(BearerToken token, long since, CompletableFuture<AuthorizationDecision> promise) {
        long now = nanos.getAsLong();
        AuthorizationDecision decision = FAILED;
        try {
            decision = now - since >= LONGEST_WAIT.toNanos() ? CROWDED : review.apply(token);
        } catch (RuntimeException e) {
            LOG.error("Unexpected failure in the review of a token", e);
        } finally {
            settle(token, decision, now, promise);
        }
    }

    private void settle(
            BearerToken token,
            AuthorizationDecision decision,
            long askedAt,
            CompletableFuture<AuthorizationDecision> promise) {
        synchronized (this) {
            underWay.remove(token.hash());
            memory.keep(token.hash(), decision, askedAt);
        }
        promise.complete(decision);
    }

    private static ExecutorService threads() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                AT_ONCE, AT_ONCE, IDLE.toSeconds(), TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING), task -> {
                    Thread thread = new Thread(task, "metrics-access");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }
}
