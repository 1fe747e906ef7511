// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import java.net.URI;

/** Containers reach the API server at this address, in place of that of the Service {@code kubernetes}, which the kubelet gives them. */
record ApiServerAddress(URI address) implements Substitution {
    @Override
    public void apply(KubernetesObject object) {
        object.allContainers().forEach(container -> {
            EnvironmentVariables variables = new EnvironmentVariables(container);
            // Programs put an IPv6 address into brackets themselves.
            variables.set("KUBERNETES_SERVICE_HOST", address.getHost().replaceAll("[\\[\\]]", ""));
            variables.set("KUBERNETES_SERVICE_PORT", String.valueOf(address.getPort()));
        });
    }
}
