// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.ObjectLists;
import io.ccmoperator.events.EventReason;
import io.ccmoperator.events.EventRecorder;
import io.ccmoperator.events.Warnings;
import io.ccmoperator.metrics.OperatorMetrics;
import java.time.Clock;
import java.util.Optional;

/**
 * The cache, the API server and the reports that all controllers share.
 *
 * @param server receives writes, and reads of what is not in the cache
 * @param lists lists of what is neither written nor watched
 * @param objects the cache; it is notified of the process's own writes
 */
public record ClusterAccess(
        ApiServer server,
        ObjectLists lists,
        ObjectCache objects,
        EventRecorder events,
        OperatorMetrics metrics,
        Clock clock) {
    /** Records warnings of one kind, each once until it changes. */
    public Warnings warnings(EventReason reason) {
        return new Warnings(objects, events, reason);
    }

    /** What is known of an object that is watched, for words about it; a plan reads its snapshot. */
    public Optional<KubernetesObject> known(ObjectKey key) {
        return objects.state(key).object();
    }
}
