// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import static io.ccmoperator.assets.ResourceKind.SUBJECT_ACCESS_REVIEW;
import static io.ccmoperator.assets.ResourceKind.TOKEN_REVIEW;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.Reviews;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Asks the API server for the user of a token, and whether that user may get /metrics. */
final class AccessReview {
    private final Reviews reviews;
    private final ReviewFailures failures;

    /** @param nanos the time, as {@link System#nanoTime} has it */
    AccessReview(Reviews reviews, LongSupplier nanos) {
        this.reviews = reviews;
        this.failures = new ReviewFailures(nanos);
    }

    /** Asks; two requests at most. Blocks. */
    AuthorizationDecision of(BearerToken token) {
        ResourceKind asked = TOKEN_REVIEW;
        try {
            KubernetesObject known = reviews.create(tokenReview(token));
            if (!Boolean.TRUE.equals(known.fields().at("status", "authenticated"))) {
                return new AuthorizationDecision.UnknownToken();
            }
            asked = SUBJECT_ACCESS_REVIEW;
            KubernetesObject judged = reviews.create(accessReview(known.fields().map("status", "user")));
            return Boolean.TRUE.equals(judged.fields().at("status", "allowed"))
                    ? new AuthorizationDecision.Granted()
                    : new AuthorizationDecision.Forbidden(known.fields().string("status", "user", "username"));
        } catch (ApiException e) {
            return failures.decision(asked, e);
        }
    }

    private static KubernetesObject tokenReview(BearerToken token) {
        return review(TOKEN_REVIEW, Map.of("token", token.text()));
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
}
