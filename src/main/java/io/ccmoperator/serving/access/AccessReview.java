// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import static io.ccmoperator.assets.ResourceKind.SUBJECT_ACCESS_REVIEW;
import static io.ccmoperator.assets.ResourceKind.TOKEN_REVIEW;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jboss.logging.Logger;

/**
 * Asks the API server for the user of a token, and whether that user may get /metrics. The client gets each failure; the
 * same failure is logged again only after some time, since each scrape may repeat it.
 */
final class AccessReview {
    private static final Logger LOG = Logger.getLogger(AccessReview.class);

    private final UnaryOperator<KubernetesObject> reviews;
    private final RepeatedFailures failures;

    /** @param nanos the time, as {@link System#nanoTime} has it */
    AccessReview(UnaryOperator<KubernetesObject> reviews, LongSupplier nanos) {
        this.reviews = reviews;
        this.failures = new RepeatedFailures(nanos);
    }

    /** Asks; two requests at most. Blocks. */
    Decision of(BearerToken token) {
        ResourceKind asked = TOKEN_REVIEW;
        try {
            KubernetesObject known = reviews.apply(review(TOKEN_REVIEW, Map.of("token", token.text())));
            if (!Boolean.TRUE.equals(known.fields().at("status", "authenticated"))) {
                return Decision.UNKNOWN_TOKEN;
            }
            asked = SUBJECT_ACCESS_REVIEW;
            KubernetesObject reviewed =
                    reviews.apply(accessReview(known.fields().map("status", "user")));
            return Boolean.TRUE.equals(reviewed.fields().at("status", "allowed"))
                    ? Decision.GRANTED
                    : Decision.forbidden(known.fields().string("status", "user", "username"));
        } catch (ApiException e) {
            return failed(asked, e);
        }
    }

    /** @param user all that the authenticator knows; any of it may be what the permission hangs on */
    static KubernetesObject accessReview(Map<String, Object> user) {
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("nonResourceAttributes", Map.of("path", MetricsAuthorizer.PATH, "verb", "get"));
        copy(user, "username", spec, "user");
        copy(user, "uid", spec, "uid");
        copy(user, "groups", spec, "groups");
        copy(user, "extra", spec, "extra");
        return review(SUBJECT_ACCESS_REVIEW, spec);
    }

    private static void copy(Map<String, Object> from, String name, Map<String, Object> to, String newName) {
        if (from.get(name) != null) {
            to.put(newName, from.get(name));
        }
    }

    private static KubernetesObject review(ResourceKind kind, Map<String, Object> spec) {
        return new KubernetesObject(Map.of("apiVersion", kind.apiVersion(), "kind", kind.kind(), "spec", spec));
    }

    private Decision failed(ResourceKind kind, ApiException e) {
        String why;
        String logLine = e.getMessage();
        if (e.code() == 403) {
            why = "the operator itself may not create " + resource(kind);
            logLine = why + "; bind its service account to a ClusterRole that allows that";
        } else if (e.code() == ApiException.NO_ANSWER) {
            why = "the API server does not answer";
        } else {
            why = "the API server answers a " + kind.kind() + " with HTTP status " + e.code();
        }
        // A review that is cancelled because the program ends is not a failure.
        if (!Thread.currentThread().isInterrupted() && failures.isNews(new Failure(kind, e.code()))) {
            LOG.warnf("cannot authorize metrics requests: %s", logLine);
        }
        return Decision.notKnown(why);
    }

    /** Plural and group, as RBAC has them, such as {@code tokenreviews.authentication.k8s.io}. */
    private static String resource(ResourceKind kind) {
        String group = kind.apiVersion().substring(0, kind.apiVersion().indexOf('/'));
        return kind.plural() + "." + group;
    }

    private record Failure(ResourceKind kind, int code) {}
}
