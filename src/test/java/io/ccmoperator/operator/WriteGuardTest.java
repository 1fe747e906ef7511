// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.client.ApiServer.DryRun.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.StoredObjects;
import io.ccmoperator.metrics.Measured;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class WriteGuardTest {
    private final KubernetesObject object =
            YamlText.manifest("{apiVersion: v1, kind: ConfigMap, metadata: {namespace: a, name: b}, data: {k: v}}");
    private final ObjectKey key = ObjectKey.of(object);
    private final AtomicBoolean leading = new AtomicBoolean(true);
    private final StoredObjects stored = new StoredObjects();
    private final Measured measured = new Measured();
    private final ApiServer server = new WriteGuard(stored, leading::get, measured.metrics);

    @Test
    void sendsNoWriteOnceLeadershipIsLostAndStillReads() {
        KubernetesObject created = server.create(object, NONE);

        leading.set(false);

        refuses(() -> server.create(object, NONE), "create ConfigMap a/b");
        refuses(() -> server.replace(created, NONE), "update ConfigMap a/b");
        refuses(() -> server.patchStatus(key, Map.of()), "update the status of ConfigMap a/b");
        refuses(() -> server.patch(key, Map.of(), "m"), "patch ConfigMap a/b");
        refuses(() -> server.delete(key, created.fields().string("metadata", "uid")), "delete ConfigMap a/b");
        assertThat(server.get(key)).contains(created);
        assertThat(measured.samples())
                .containsOnly(entry("ccm_operator_resource_writes_total{action=\"create\",kind=\"ConfigMap\"}", 1.0));
    }

    private static void refuses(ThrowingCallable write, String action) {
        assertThatThrownBy(write)
                .isInstanceOf(ApiException.class)
                .hasMessage(action + ": this process is no longer the leader");
    }
}
