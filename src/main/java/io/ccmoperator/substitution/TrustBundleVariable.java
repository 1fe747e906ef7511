// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.Map;

/**
 * Containers that mount the trust bundle name it in SSL_CERT_FILE. OpenShift's images read the mounted file by themselves; programs
 * in other images read the file of their own image, and would not trust the cluster's certificate authorities.
 */
record TrustBundleVariable() implements Substitution {
    private static final String VARIABLE = "SSL_CERT_FILE";
    private static final String CONFIG_MAP = "ccm-trusted-ca";

    @Override
    public void apply(KubernetesObject object) {
        if (!object.isWorkload()) {
            return;
        }
        for (Map<String, Object> volume : object.fields().maps("spec", "template", "spec", "volumes")) {
            FieldReader source = FieldReader.of(volume);
            if (source.string("configMap", "name").equals(CONFIG_MAP)) {
                source.maps("configMap", "items")
                        .forEach(item -> object.allContainers()
                                .forEach(container -> set(container, volume.get("name"), item.get("path"))));
            }
        }
    }

    private static void set(Map<String, Object> container, Object volume, Object file) {
        EnvironmentVariables variables = new EnvironmentVariables(container);
        FieldReader.of(container).maps("volumeMounts").stream()
                .filter(mount -> volume.equals(mount.get("name")))
                .forEach(mount -> variables.setUndeclared(VARIABLE, mount.get("mountPath") + "/" + file));
    }
}
