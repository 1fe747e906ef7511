// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cluster.ProxySettings;
import java.util.List;
import java.util.Map;

/**
 * The cluster's proxy, in the environment of every container of a workload and of the init containers that call the cloud.
 * A variable that the manifest declares is replaced, not doubled.
 */
record ProxySubstitution(ProxySettings proxy, List<String> initContainers) implements Substitution {
    ProxySubstitution {
        initContainers = List.copyOf(initContainers);
    }

    @Override
    public void apply(KubernetesObject object) {
        if (!object.isWorkload()) {
            return;
        }
        object.containers().forEach(this::set);
        object.initContainers().stream()
                .filter(container -> initContainers.contains(container.get("name")))
                .forEach(this::set);
    }

    private void set(Map<String, Object> container) {
        proxy.environment().forEach((name, value) -> new EnvironmentVariables(container).set(name, value));
    }
}
