// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import java.net.URI;

/**
 * Containers reach the API server at this address, in place of that of the Service {@code kubernetes}, which the kubelet gives them.
 *
 * @param address with a host and a port
 */
record ApiServerAddress(URI address) implements Substitution {
    @Override
    public void apply(KubernetesObject object) {
        String authority = address.getRawAuthority();
        object.allContainers().forEach(container -> {
            EnvironmentVariables variables = new EnvironmentVariables(container);
            variables.set("KUBERNETES_SERVICE_HOST", host(address));
            variables.set("KUBERNETES_SERVICE_PORT", authority.substring(authority.lastIndexOf(':') + 1));
        });
    }

    /** Without the brackets of an IPv6 address, which programs write themselves. */
    static String host(URI address) {
        // The host of the URI would be null where Java does not take it for a name, such as 256.1.1.1 or 1master.
        String authority = address.getRawAuthority();
        return authority.substring(0, authority.lastIndexOf(':')).replaceAll("[\\[\\]]", "");
    }
}
