// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.cluster.Topology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The objects that every provider has: a Service, and a PodDisruptionBudget where there are several replicas. */
final class CommonObjects {
    private static final String PLATFORM_LABEL = "infrastructure.openshift.io/cloud-controller-manager";

    private CommonObjects() {}

    /** In the default managed namespace, as a provider's own objects are. */
    static List<KubernetesObject> of(ClusterFacts facts) {
        boolean several = facts.infrastructure().topology() != Topology.SINGLE_REPLICA && !isSingle(facts.overrides());
        return all(facts.infrastructure().platform(), facts.distribution()).stream()
                .filter(object -> several || !object.kind().equals("PodDisruptionBudget"))
                .toList();
    }

    /** The same for a platform, whatever the number of replicas is. */
    static List<KubernetesObject> all(String platform, Distribution distribution) {
        return List.of(
                service(platform, SecurePort.number("cloud-controller-manager", distribution)),
                podDisruptionBudget(platform));
    }

    /** A budget for one Pod would keep its node from being drained. */
    private static boolean isSingle(Overrides overrides) {
        return overrides.programs().values().stream()
                .anyMatch(program -> program.replicas().equals(Optional.of(1L)));
    }

    private static KubernetesObject service(String platform, long number) {
        Map<String, Object> port = new LinkedHashMap<>();
        port.put("name", "https");
        port.put("port", number);
        port.put("protocol", "TCP");
        port.put("targetPort", number);
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("type", "ClusterIP");
        spec.put("ports", list(port));
        spec.put("selector", platformLabel(platform));
        return object("v1", "Service", platform, spec);
    }

    private static KubernetesObject podDisruptionBudget(String platform) {
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("minAvailable", 1L);
        spec.put("selector", map("matchLabels", platformLabel(platform)));
        // A Pod that does not work protects nothing; it must not keep a node from being drained.
        spec.put("unhealthyPodEvictionPolicy", "AlwaysAllow");
        return object("policy/v1", "PodDisruptionBudget", platform, spec);
    }

    private static KubernetesObject object(String apiVersion, String kind, String platform, Map<String, Object> spec) {
        String name = platform.toLowerCase(Locale.ROOT) + "-cloud-controller-manager";
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", name);
        metadata.put("namespace", ManagedNamespace.DEFAULT);
        if (kind.equals("Service")) {
            metadata.put("labels", map("k8s-app", name));
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", apiVersion);
        tree.put("kind", kind);
        tree.put("metadata", metadata);
        tree.put("spec", spec);
        return new KubernetesObject(tree);
    }

    private static Map<String, Object> platformLabel(String platform) {
        return map(PLATFORM_LABEL, platform);
    }

    private static Map<String, Object> map(String key, Object value) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(key, value);
        return map;
    }

    private static List<Object> list(Object item) {
        List<Object> list = new ArrayList<>();
        list.add(item);
        return list;
    }
}
