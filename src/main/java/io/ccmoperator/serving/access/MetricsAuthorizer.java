// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import io.ccmoperator.assets.KubernetesObject;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jboss.logging.Logger;

/**
 * Authorizes requests for metrics by reviews of the API server: a decision is used for {@link #GRANTED_FOR} or {@link
 * #REFUSED_FOR}, requests with the same token share one review, and only a few tokens are reviewed at once and in a second. Some
 * more wait, and the others are rejected, so that a client that sends many tokens costs neither memory nor the API server much.
 * Tokens that were granted access last time are always reviewed: clients that send others do not keep Prometheus out.
 */
public final class MetricsAuthorizer implements AutoCloseable {
    /** What is read, and what a permission names. */
    public static final String PATH = "/metrics";

    static final Duration GRANTED_FOR = Duration.ofSeconds(60);
    static final Duration REFUSED_FOR = Duration.ofSeconds(10);

    /** Decisions that are kept. */
    static final int CAPACITY = 1_000;

    /** Reviews at once. The connection to the API server has room for as many beside the controllers' requests. */
    static final int AT_ONCE = 4;

    /** New tokens that are reviewed in a second, and those of them that one address may send. */
    static final int PER_SECOND = 20;

    static final int PER_SECOND_AND_CLIENT = 5;

    /** Tokens that wait for their review. */
    static final int WAITING = 64;

    /** How long a token may wait; its client has given up soon after. */
    static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    private static final Logger LOG = Logger.getLogger(MetricsAuthorizer.class);
    private static final Duration IDLE = Duration.ofSeconds(30);
    private static final Decision CROWDED = Decision.notKnown("too many tokens are being checked");
    private static final Decision FAILED = Decision.notKnown("the operator failed in it; see its log");
    private static final Decision ENDING = Decision.notKnown("the operator is about to end");

    private final Function<BearerToken, Decision> review;
    private final ExecutorService threads;
    private final LongSupplier nanos;

    private final RepeatedFailures failures;
    private final Rate rate;

    /** By the hash of the token: the reviews under way, and the decisions, the oldest first. */
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /**
     * Uses threads of its own, which end when there is nothing to review.
     *
     * @param reviews asks the API server, as {@code ApiConnection.review} does
     * @param nanos the time, as {@link System#nanoTime} has it
     */
    public MetricsAuthorizer(UnaryOperator<KubernetesObject> reviews, LongSupplier nanos) {
        this(reviews, nanos, new Rate(PER_SECOND, PER_SECOND_AND_CLIENT));
    }

    MetricsAuthorizer(UnaryOperator<KubernetesObject> reviews, LongSupplier nanos, Rate rate) {
        this(new AccessReview(reviews, nanos)::of, threads(), nanos, rate);
    }

    MetricsAuthorizer(Function<BearerToken, Decision> review, ExecutorService threads, LongSupplier nanos, Rate rate) {
        this.review = review;
        this.threads = threads;
        this.nanos = nanos;
        this.failures = new RepeatedFailures(nanos);
        this.rate = rate;
    }

    /**
     * Whether the client that sends a token may read the metrics. Never blocks; may be completed on any thread.
     *
     * @param client its address
     */
    CompletionStage<Decision> of(BearerToken token, String client) {
        long now = nanos.getAsLong();
        Entry added;
        synchronized (this) {
            Entry known = entries.get(token.hash());
            if (known != null && known.isCurrent(now)) {
                return known.decision().minimalCompletionStage();
            }
            Entry granted = known != null && known.isGranted() ? known : null;
            if (granted == null && !rate.allows(client, now)) {
                return CompletableFuture.completedStage(CROWDED);
            }
            added = new Entry(new CompletableFuture<>(), now, granted);
            entries.put(token.hash(), added);
        }
        try {
            threads.execute(() -> review(token, added));
        } catch (RejectedExecutionException e) {
            settle(token, added, threads.isShutdown() ? ENDING : CROWDED, now);
        }
        return added.decision().minimalCompletionStage();
    }

    /** Gives up the reviews under way. No client is authorized any more. */
    @Override
    public void close() {
        threads.shutdownNow();
        List<Entry> open;
        synchronized (this) {
            open = List.copyOf(entries.values());
            entries.clear();
        }
        open.forEach(entry -> entry.decision().complete(ENDING));
    }

    private void review(BearerToken token, Entry waiting) {
        long now = nanos.getAsLong();
        Decision decision = FAILED;
        try {
            decision = now - waiting.since() >= LONGEST_WAIT.toNanos() ? CROWDED : review.apply(token);
        } catch (RuntimeException e) {
            if (failures.isNews(e.getClass())) {
                LOG.error("Unexpected failure in the review of a token", e);
            }
        } finally {
            settle(token, waiting, decision, now);
        }
    }

    private void settle(BearerToken token, Entry waiting, Decision decision, long askedAt) {
        synchronized (this) {
            entries.remove(token.hash());
            if (!decision.isNotKnown()) {
                entries.put(token.hash(), new Entry(CompletableFuture.completedFuture(decision), askedAt, null));
                makeRoom(askedAt);
            } else if (waiting.granted() != null) {
                entries.put(token.hash(), waiting.granted());
            }
        }
        waiting.decision().complete(decision);
    }

    /** Expired decisions are removed first, and granted access last, so that any number of invalid tokens removes no valid one. */
    private void makeRoom(long now) {
        if (entries.size() > CAPACITY) {
            entries.entrySet().stream()
                    .filter(entry -> !entry.getValue().isUnderWay())
                    .min(Comparator.comparing((Map.Entry<String, Entry> entry) ->
                                    entry.getValue().isCurrent(now))
                            .thenComparing(entry -> entry.getValue().isGranted()))
                    .ifPresent(oldest -> entries.remove(oldest.getKey()));
        }
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

    /**
     * A review, or the decision that came of it.
     *
     * @param decision completed when it is known
     * @param since when the review was requested; with a decision, when the API server was asked: it may be as old as that
     * @param granted the expired decision that the review renews, if that granted access; else null
     */
    private record Entry(CompletableFuture<Decision> decision, long since, Entry granted) {
        boolean isUnderWay() {
            return !decision.isDone();
        }

        boolean isGranted() {
            return decision.join().isGranted();
        }

        boolean isCurrent(long now) {
            return isUnderWay() || now - since < (isGranted() ? GRANTED_FOR : REFUSED_FOR).toNanos();
        }
    }

    /** Limits how many new tokens are reviewed within a second, of all clients and of one. */
    static final class Rate {
        private static final long SECOND = Duration.ofSeconds(1).toNanos();

        private final int limit;
        private final int limitOfClient;
        private final Deque<Review> recent = new ArrayDeque<>();

        Rate(int limit, int limitOfClient) {
            this.limit = limit;
            this.limitOfClient = limitOfClient;
        }

        private boolean allows(String client, long now) {
            recent.removeIf(review -> now - review.at() >= SECOND);
            long ofClient = recent.stream()
                    .filter(review -> review.client().equals(client))
                    .count();
            boolean allowed = recent.size() < limit && ofClient < limitOfClient;
            if (allowed) {
                recent.add(new Review(client, now));
            }
            return allowed;
        }

        private record Review(String client, long at) {}
    }
}
