// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;

/**
 * Requests that an API server answers without storing an object, so that they are not writes: {@link
 * ResourceKind#TOKEN_REVIEW} and {@link ResourceKind#SUBJECT_ACCESS_REVIEW}. A process that does not lead may create
 * them too.
 */
public interface Reviews {
    /**
     * Asks, and blocks until the response is there, usually 5 s at most.
     *
     * @param review the question, with its spec; it is not changed
     * @return the review with its status
     * @throws IllegalArgumentException if it is of another kind
     * @throws ApiException when the answer is an error or does not come. It contains nothing of the review, which may hold a
     *     token, and nothing of what the server says, which may repeat it.
     */
    KubernetesObject create(KubernetesObject review);
}
