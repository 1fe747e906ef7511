// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ApiServer.DryRun;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.ObjectLists;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Deletes the Lease of an operator that was uninstalled. Its last Pod could not release the Lease, since its permissions were deleted before it
 * ended; the next operator would wait for the Lease's duration.
 *
 * @param namespace the operator's
 */
public record LeaseRemoval(ApiServer server, ObjectLists lists, String namespace, Clock clock) {
    private static final String PODS = "labelSelector=k8s-app=cloud-manager-operator";
    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    /** The Lease. */
    public ObjectKey key() {
        return new ObjectKey(ResourceKind.LEASE, namespace, LeaseSettings.DEFAULT_NAME);
    }

    /**
     * Deletes the Lease unless a Pod of the operator may still hold it.
     *
     * @return the Pods that have not ended; empty if there is no Lease any more
     * @throws ApiException if a request fails; a conflict when another process has just acquired the Lease
     */
    public List<String> run() {
        // Read before the Pods are, so that a process that acquires the Lease after they were listed makes the release
        // a conflict.
        Optional<KubernetesObject> lease = server.get(key());
        List<String> pods = lists.list(ResourceKind.POD, namespace, PODS, LeaseRemoval::running).stream()
                .map(KubernetesObject::name)
                .sorted()
                .toList();
        if (pods.isEmpty() && lease.isPresent()) {
            KubernetesObject released = server.replace(
                    new Lease(lease.get()).released(clock.instant()).object(), DryRun.NONE);
            server.delete(key(), released.fields().string("metadata", "uid"));
        }
        return pods;
    }

    private static Optional<KubernetesObject> running(KubernetesObject pod) {
        return ENDED.contains(pod.fields().string("status", "phase")) ? Optional.empty() : Optional.of(pod);
    }
}
