// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.trustedca;

import static io.ccmoperator.ControllerScene.MANAGED;
import static io.ccmoperator.ControllerScene.configMap;
import static io.ccmoperator.certificates.Certificates.pem;

import io.ccmoperator.ControllerScene;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.status.ReconcileResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The controller of ccm-trusted-ca in a cluster in memory. */
abstract class TrustedCaScene {
    static final ObjectKey TRUSTED_CA = configMap(MANAGED, "ccm-trusted-ca");
    static final ObjectKey CLOUD_CONF = configMap(MANAGED, "cloud-conf");
    static final ObjectKey USERS = configMap("openshift-config", "user-ca");

    @TempDir
    Path folder;

    final ControllerScene scene = new ControllerScene();
    Path system;
    TrustedCaReconciler controller;

    @BeforeEach
    void begin() throws IOException {
        system = folder.resolve("system.pem");
        Files.writeString(system, "# The system's\r\n\r\n" + pem("ca-5") + "\n" + pem("ca-6"));
        controller = new TrustedCaReconciler(
                scene.cluster,
                scene.status(Distribution.OPENSHIFT),
                ControllerScene.settings(Distribution.OPENSHIFT),
                system,
                () -> {});
        proxy("{trustedCA: {name: user-ca}}");
    }

    void proxy(String spec) {
        scene.put("{apiVersion: config.openshift.io/v1, kind: Proxy, metadata: {name: cluster}, spec: %s}", spec);
    }

    void bundle(ObjectKey configMap, String key, String text) {
        scene.put(configMap, "{data: {" + key + ": '" + text.replace("\n", "\n\n  ") + "'}}");
    }

    ReconcileResult reconcile() throws InterruptedException {
        return controller.reconcile();
    }

    String written() {
        return (String) scene.data(TRUSTED_CA).get("ca-bundle.crt");
    }
}
