// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.metrics.OperatorMetrics;
import io.ccmoperator.metrics.OperatorMetrics.Write;
import java.util.Map;
import java.util.Optional;

/**
 * An API server whose successful writes are counted; dry runs write nothing.
 *
 * @param server the server itself
 * @param metrics where they are counted
 */
record WriteCounter(ApiServer server, OperatorMetrics metrics) implements ApiServer {
    @Override
    public Optional<KubernetesObject> get(ObjectKey key) {
        return server.get(key);
    }

    @Override
    public KubernetesObject create(KubernetesObject object, DryRun dryRun) {
        KubernetesObject created = server.create(object, dryRun);
        count(object, Write.CREATE, dryRun);
        return created;
    }

    @Override
    public KubernetesObject replace(KubernetesObject object, DryRun dryRun) {
        KubernetesObject replaced = server.replace(object, dryRun);
        count(object, Write.UPDATE, dryRun);
        return replaced;
    }

    @Override
    public KubernetesObject patchStatus(ObjectKey key, Map<String, Object> patch) {
        KubernetesObject patched = server.patchStatus(key, patch);
        metrics.written(key.kind().kind(), Write.PATCH);
        return patched;
    }

    @Override
    public void delete(ObjectKey key, String uid) {
        server.delete(key, uid);
        metrics.written(key.kind().kind(), Write.DELETE);
    }

    private void count(KubernetesObject object, Write action, DryRun dryRun) {
        if (dryRun == DryRun.NONE) {
            metrics.written(object.kind(), action);
        }
    }
}
