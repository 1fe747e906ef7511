// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.FieldWriter;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Derives the section {@code nodes} from the Infrastructure. */
final class NodeNetworking {
    /** The end of the names of keys that have subnets with commas between them. */
    private static final String SUBNETS = "NetworkSubnetCidr";

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

    /**
     * Takes the blanks around subnets away: the cloud controller manager reads each part between commas as it is, and finds no address of
     * any node by one that it cannot read. Blanks alone are no subnets.
     *
     * @param config the configuration's tree, which is changed
     * @return whether there were any
     */
    static boolean strip(Map<String, Object> config) {
        if (!(config.get(Section.NODES.yaml()) instanceof Map)) {
            return false;
        }
        Map<String, Object> nodes = new FieldWriter(config).map(Section.NODES.yaml());
        boolean stripped = false;
        for (Iterator<Map.Entry<String, Object>> entries = nodes.entrySet().iterator(); entries.hasNext(); ) {
            Map.Entry<String, Object> entry = entries.next();
            if (entry.getKey().endsWith(SUBNETS) && entry.getValue() instanceof String written) {
                String subnets =
                        Stream.of(written.split(",", -1)).map(String::strip).collect(Collectors.joining(","));
                stripped |= !subnets.equals(written);
                entry.setValue(subnets);
                if (subnets.isEmpty()) {
                    entries.remove();
                }
            }
        }
        return stripped;
    }

    private static KubernetesObject side(KubernetesObject infrastructure, String name) {
        return new KubernetesObject(
                infrastructure.fields().map("spec", "platformSpec", "vsphere", "nodeNetworking", name));
    }

    private static void mergeSide(
            Map<String, Object> nodes, String name, KubernetesObject networking, ExcludedSubnets excluded) {
        String prefix = name.toLowerCase(Locale.ROOT);
        String excludeKey = "exclude" + name + SUBNETS;
        put(nodes, prefix + "VmNetworkName", networking.fields().string("network"));
        put(nodes, prefix + SUBNETS, joined(networking, "networkSubnetCidr"));
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
