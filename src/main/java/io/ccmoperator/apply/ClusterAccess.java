// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ClusterDescription;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectLists;
import io.ccmoperator.events.EventRecorder;
import io.ccmoperator.metrics.OperatorMetrics;
import java.time.Clock;

/**
 * The cache, the API server and the reports that all controllers share.
 *
 * @param server receives writes, and reads of what is not in the cache
 * @param lists lists of what is neither written nor watched
 * @param objects the cache; it is notified of the process's own writes
 * @param description what describes the cluster
 */
public record ClusterAccess(
        ApiServer server,
        ObjectLists lists,
        ObjectCache objects,
        ClusterDescription description,
        EventRecorder events,
        OperatorMetrics metrics,
        Clock clock) {}
