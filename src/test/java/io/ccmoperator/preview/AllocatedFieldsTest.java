// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.preview;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import org.junit.jupiter.api.Test;

class AllocatedFieldsTest {
    private static KubernetesObject object(String kind, String spec) {
        return YamlText.manifest("{apiVersion: v1, kind: %s, metadata: {name: a}, spec: %s}".formatted(kind, spec));
    }

    private static Object remaining(String kind, String created, String desired) {
        KubernetesObject result = object(kind, created);
        AllocatedFields.removeFrom(result, object(kind, desired));
        return result.fields().at("spec");
    }

    @Test
    void removesAddressesAndPortsThatServerAllocated() {
        assertThat(remaining(
                        "Service",
                        "{type: NodePort, clusterIP: 10.0.0.2, clusterIPs: [10.0.0.2], ports: [{port: 1, nodePort: 30001}]}",
                        "{type: NodePort, ports: [{port: 1}]}"))
                .isEqualTo(YamlText.tree("{type: NodePort, ports: [{port: 1}]}"));
    }

    @Test
    void keepsAddressesAndPortsOfManifest() {
        String headless = "{clusterIP: None, clusterIPs: [None], ports: [{port: 1, nodePort: 30001}]}";

        assertThat(remaining("Service", headless, "{clusterIP: None, ports: [{port: 1, nodePort: 30001}]}"))
                .isEqualTo(YamlText.tree(headless));
    }

    @Test
    void leavesOtherKindsAlone() {
        assertThat(remaining("Other", "{clusterIP: x}", "{}")).isEqualTo(YamlText.tree("{clusterIP: x}"));
    }
}
