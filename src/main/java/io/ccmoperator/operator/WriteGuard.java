// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.metrics.OperatorMetrics;
import io.ccmoperator.metrics.OperatorMetrics.Write;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * An API server to which only a leader writes, and whose successful writes are counted; dry runs write nothing. A process may lose
 * its leadership in the middle of a reconcile; from then on the cluster belongs to another one.
 *
 * @param server the server itself
 * @param leading whether this process leads right now
 * @param metrics where writes are counted
 */
record WriteGuard(ApiServer server, BooleanSupplier leading, OperatorMetrics metrics) implements ApiServer {
    @Override
    public Optional<KubernetesObject> get(ObjectKey key) {
        return server.get(key);
    }

    @Override
    public KubernetesObject create(KubernetesObject object, DryRun dryRun) {
        requireLeadership("create " + object.display());
        KubernetesObject created = server.create(object, dryRun);
        count(object, Write.CREATE, dryRun);
        return created;
    }

    @Override
    public KubernetesObject replace(KubernetesObject object, DryRun dryRun) {
        requireLeadership("update " + object.display());
        KubernetesObject replaced = server.replace(object, dryRun);
        count(object, Write.UPDATE, dryRun);
        return replaced;
    }

    @Override
    public KubernetesObject patchStatus(ObjectKey key, Map<String, Object> patch) {
        requireLeadership("update the status of " + key);
        KubernetesObject patched = server.patchStatus(key, patch);
        metrics.written(key.kind().kind(), Write.PATCH);
        return patched;
    }

    @Override
    public KubernetesObject patch(ObjectKey key, Map<String, Object> patch, String fieldManager) {
        requireLeadership("patch " + key);
        KubernetesObject patched = server.patch(key, patch, fieldManager);
        metrics.written(key.kind().kind(), Write.PATCH);
        return patched;
    }

    @Override
    public void delete(ObjectKey key, String uid) {
        requireLeadership("delete " + key);
        server.delete(key, uid);
        metrics.written(key.kind().kind(), Write.DELETE);
    }

    private void count(KubernetesObject object, Write action, DryRun dryRun) {
        if (dryRun == DryRun.NONE) {
            metrics.written(object.kind(), action);
        }
    }

    private void requireLeadership(String action) {
        if (!leading.getAsBoolean()) {
            throw new ApiException(ApiException.NO_ANSWER, action + ": this process is no longer the leader", null);
        }
    }
}
