// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Lists of objects; commands use them, the operator watches single objects and lists those whose names it cannot know. */
@FunctionalInterface
public interface ObjectLists {
    /**
     * The objects of a kind, read page by page: a cluster has thousands of some kinds, and more of each than memory may have.
     *
     * @param namespace empty: those of all namespaces, or of a cluster-scoped kind
     * @param selector as the API has it, such as {@code fieldSelector=metadata.name=a} or {@code labelSelector=a}; empty: all objects
     * @param keep what is needed of an object; nothing of one that is not needed at all
     * @throws ApiException for an error or a missing response
     */
    List<KubernetesObject> list(
            ResourceKind kind,
            String namespace,
            String selector,
            Function<KubernetesObject, Optional<KubernetesObject>> keep);
}
