/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;

/**
 * Questions to an API server that it answers at once and does not store, so that they are no writes: {@link
 * ResourceKind#TOKEN_REVIEW} and {@link ResourceKind#SUBJECT_ACCESS_REVIEW}. Any process may ask, whether it leads or not.
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
