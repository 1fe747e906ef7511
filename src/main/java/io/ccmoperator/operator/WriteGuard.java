// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ObjectKey;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * An API server to which only a leader writes. A process may lose its leadership in the middle of a reconcile; from then on
 * the cluster belongs to another one.
 *
 * @param server the server itself
 * @param leading whether this process leads right now
 */
record LeaderOnly(ApiServer server, BooleanSupplier leading) implements ApiServer {
    @Override
    public Optional<KubernetesObject> get(ObjectKey key) {
        return server.get(key);
    }

    @Override
    public KubernetesObject create(KubernetesObject object, DryRun dryRun) {
        requireLeadership("create " + object.display());
        return server.create(object, dryRun);
    }

    @Override
    public KubernetesObject replace(KubernetesObject object, DryRun dryRun) {
        requireLeadership("update " + object.display());
        return server.replace(object, dryRun);
    }

    @Override
    public KubernetesObject patchStatus(ObjectKey key, Map<String, Object> patch) {
        requireLeadership("update the status of " + key);
        return server.patchStatus(key, patch);
    }

    @Override
    public void delete(ObjectKey key, String uid) {
        requireLeadership("delete " + key);
        server.delete(key, uid);
    }

    private void requireLeadership(String action) {
        if (!leading.getAsBoolean()) {
            throw new ApiException(ApiException.NO_ANSWER, action + ": this process is no longer the leader", null);
        }
    }
}
