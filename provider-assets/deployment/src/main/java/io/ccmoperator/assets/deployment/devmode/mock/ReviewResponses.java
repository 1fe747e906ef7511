// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode.mock;

import io.ccmoperator.assets.KubernetesObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * ReviewResponses of authentication.k8s.io/v1 and authorization.k8s.io/v1. They are answered and not stored.
 *
 * @param allowed decides on a review, by its spec: whether its token is authenticated, or its access is allowed
 */
record ReviewResponses(Predicate<KubernetesObject> allowed) {
    private static final Map<String, Object> USER =
            Map.of("username", "development", "groups", List.of("system:masters", "system:authenticated"));
    private static final Set<String> ACCESS =
            Set.of("subjectaccessreviews", "selfsubjectaccessreviews", "localsubjectaccessreviews");

    /** The review with its status; empty where the resource is not a review. */
    Optional<KubernetesObject> answer(String resource, KubernetesObject review) {
        if (resource.equals("tokenreviews")) {
            return Optional.of(with(
                    review,
                    allowed.test(review)
                            ? Map.of("authenticated", true, "user", USER)
                            : Map.of("authenticated", false, "error", "unknown token")));
        } else if (ACCESS.contains(resource)) {
            return Optional.of(with(review, Map.of("allowed", allowed.test(review))));
        } else if (resource.equals("selfsubjectreviews")) {
            return Optional.of(with(review, Map.of("userInfo", USER)));
        }
        return Optional.empty();
    }

    private static KubernetesObject with(KubernetesObject review, Map<String, Object> status) {
        KubernetesObject answer = review.copy();
        answer.tree().put("status", status);
        return answer;
    }
}
