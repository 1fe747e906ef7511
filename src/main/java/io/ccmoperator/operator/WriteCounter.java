/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
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
    public KubernetesObject create(KubernetesObject object, Persistence persistence) {
        KubernetesObject created = server.create(object, persistence);
        count(object, Write.CREATE, persistence);
        return created;
    }

    @Override
    public KubernetesObject replace(KubernetesObject object, Persistence persistence) {
        KubernetesObject replaced = server.replace(object, persistence);
        count(object, Write.UPDATE, persistence);
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

    private void count(KubernetesObject object, Write action, Persistence persistence) {
        if (persistence == Persistence.STORED) {
            metrics.written(object.kind(), action);
        }
    }
}
