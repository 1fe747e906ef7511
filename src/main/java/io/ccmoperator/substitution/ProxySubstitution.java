// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ProxySettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The cluster's proxy, in the environment of every container of a workload and of the init containers that call the cloud.
 * A variable that the manifest declares is replaced, not doubled.
 *
 * @param direct what NO_PROXY has after the items of the settings, as a manifest has it: the kubelet expands {@code $(NAME)}
 */
record ProxySubstitution(ProxySettings proxy, List<String> direct, List<String> initContainers)
        implements Substitution {
    /** What no proxy is asked for; the last is the metadata service of clouds, which answers the node alone. */
    private static final List<String> DIRECT = List.of(".svc", "localhost", "127.0.0.1", "169.254.169.254");

    ProxySubstitution {
        direct = List.copyOf(direct);
        initContainers = List.copyOf(initContainers);
    }

    static ProxySubstitution of(ClusterFacts facts, List<String> initContainers) {
        return new ProxySubstitution(facts.proxy(), direct(facts), initContainers);
    }

    /** On OpenShift, the status of the Proxy has all of these. */
    private static List<String> direct(ClusterFacts facts) {
        ProxySettings proxy = facts.proxy();
        List<String> given =
                Stream.of(proxy.noProxy().split(",")).map(String::strip).toList();
        if (facts.distribution() == Distribution.OPENSHIFT
                || proxy.httpProxy().isEmpty() && proxy.httpsProxy().isEmpty()
                || given.contains("*")) {
            return List.of();
        }
        List<String> direct = new ArrayList<>();
        direct.add(
                facts.infrastructure().apiServer().map(ApiServerAddress::host).orElse("$(KUBERNETES_SERVICE_HOST)"));
        direct.addAll(facts.networks().serviceNetwork());
        direct.addAll(DIRECT);
        direct.removeAll(given);
        return direct;
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
        EnvironmentVariables variables = new EnvironmentVariables(container);
        proxy.environment().forEach(variables::set);
        if (!direct.isEmpty()) {
            Map<String, Object> variable = new LinkedHashMap<>();
            variable.put("name", "NO_PROXY");
            variable.put(
                    "value",
                    Stream.concat(Stream.of(EnvironmentVariables.verbatim(proxy.noProxy())), direct.stream())
                            .filter(item -> !item.isBlank())
                            .collect(Collectors.joining(",")));
            variables.replace(variable);
        }
    }
}
