// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Derives the section {@code nodes} from the Infrastructure. */
final class NodeNetworking {
    private NodeNetworking() {}

    /**
     * Puts the Infrastructure's node networking into a configuration. What the Infrastructure leaves empty stays as the user
     * wrote it.
     *
     * @param config the configuration's tree, which is changed
     * @param infrastructure Infrastructure {@code cluster}
     * @param excluded what both lists of excluded subnets have to contain
     */
    static void merge(Map<String, Object> config, KubernetesObject infrastructure, ExcludedSubnets excluded) {
        Map<String, Object> nodes = new LinkedHashMap<>(
                FieldReader.of(config.get(Section.NODES.yaml())).map());
        mergeSide(nodes, "External", side(infrastructure, "external"), excluded);
        mergeSide(nodes, "Internal", side(infrastructure, "internal"), excluded);
        if (!nodes.isEmpty()) {
            config.put(Section.NODES.yaml(), nodes);
        }
    }

    private static KubernetesObject side(KubernetesObject infrastructure, String name) {
        return new KubernetesObject(
                infrastructure.fields().map("spec", "platformSpec", "vsphere", "nodeNetworking", name));
    }

    private static void mergeSide(
            Map<String, Object> nodes, String name, KubernetesObject networking, ExcludedSubnets excluded) {
        String prefix = name.toLowerCase(Locale.ROOT);
        String excludeKey = "exclude" + name + "NetworkSubnetCidr";
        put(nodes, prefix + "VmNetworkName", networking.fields().string("network"));
        put(nodes, prefix + "NetworkSubnetCidr", joined(networking, "networkSubnetCidr"));
        put(nodes, excludeKey, joined(networking, "excludeNetworkSubnetCidr"));
        String written = Tree.text(nodes.get(excludeKey));
        String complete = excluded.addedTo(written);
        if (!complete.equals(written)) {
            nodes.put(excludeKey, complete);
        }
    }

    private static String joined(KubernetesObject networking, String field) {
        return String.join(",", Tree.strings(networking.fields().at(field)));
    }

    private static void put(Map<String, Object> nodes, String key, String value) {
        if (!value.isEmpty()) {
            nodes.put(key, value);
        }
    }
}
