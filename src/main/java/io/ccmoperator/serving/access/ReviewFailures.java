// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * Failures of reviews. The client gets each one. The same failure is logged again only after some time, since each
 * scrape may repeat it.
 */
final class ReviewFailures {
    /** Before the same failure is logged again. */
    static final Duration SILENCE = Duration.ofMinutes(10);

    private static final Logger LOG = Logger.getLogger(ReviewFailures.class);

    private final LongSupplier nanos;
    private final Map<Failure, Long> logged = new HashMap<>();

    ReviewFailures(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** The decision for the one who asks. */
    AuthorizationDecision decision(ResourceKind kind, ApiException e) {
        // A review that is cancelled because the program ends is not a failure.
        boolean log = !Thread.currentThread().isInterrupted() && isNews(new Failure(kind, e.code()));
        if (e.code() == 403) {
            String why = "the operator itself may not create " + resource(kind);
            if (log) {
                LOG.warnf(
                        "cannot authorize metrics requests: %s; bind its service account to a ClusterRole that allows that",
                        why);
            }
            return new AuthorizationDecision.NotKnown(why);
        }
        if (log) {
            LOG.warnf("cannot authorize metrics requests: %s", e.getMessage());
        }
        return new AuthorizationDecision.NotKnown(
                e.code() == ApiException.NO_ANSWER
                        ? "the API server does not answer"
                        : "the API server answers a " + kind.kind() + " with HTTP status " + e.code());
    }

    private synchronized boolean isNews(Failure failure) {
        long now = nanos.getAsLong();
        Long before = logged.get(failure);
        if (before != null && now - before < SILENCE.toNanos()) {
            return false;
        }
        logged.put(failure, now);
        return true;
    }

    /** Plural and group, as RBAC has them, such as {@code tokenreviews.authentication.k8s.io}. */
    private static String resource(ResourceKind kind) {
        String group = kind.apiVersion().substring(0, kind.apiVersion().indexOf('/'));
        return kind.plural() + "." + group;
    }

    private record Failure(ResourceKind kind, int code) {}
}
