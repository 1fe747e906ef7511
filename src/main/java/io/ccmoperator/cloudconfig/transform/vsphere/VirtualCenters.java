// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The section {@code vcenter} while it is brought in line with the Infrastructure. Servers are hosts, so the case of their
 * letters does not distinguish them.
 */
final class VirtualCenters {
    /** What the user wrote, by name, and where no vCenter has that name, by server. */
    private final Map<String, Map<String, Object>> written = new LinkedHashMap<>();

    private final Map<String, Object> result = new LinkedHashMap<>();
    private final Map<String, Map<String, Object>> byServer = new LinkedHashMap<>();
    private final Map<String, Set<String>> datacenters = new LinkedHashMap<>();

    private VirtualCenters(Map<String, Object> section) {
        section.forEach((name, entry) ->
                written.putIfAbsent(identity(name), FieldReader.of(entry).map()));
        section.values().forEach(entry -> {
            String server = Tree.text(FieldReader.of(entry).map().get("server"));
            written.putIfAbsent(identity(server), FieldReader.of(entry).map());
        });
    }

    /**
     * Rebuilds the section from vcenters[] and failureDomains[] of the Infrastructure. A vCenter that they do not name is removed,
     * one that they name keeps what the user set beside server, port and datacenters. An Infrastructure of an older release
     * lists no vCenters: then those of the user stay.
     *
     * @param config the configuration's tree, which is changed
     * @param infrastructure Infrastructure {@code cluster}
     */
    static void merge(Map<String, Object> config, KubernetesObject infrastructure) {
        List<Map<String, Object>> listed = infrastructure.fields().maps("spec", "platformSpec", "vsphere", "vcenters");
        List<Map<String, Object>> domains =
                infrastructure.fields().maps("spec", "platformSpec", "vsphere", "failureDomains");
        if (listed.isEmpty() && domains.isEmpty()) {
            return;
        }
        Map<String, Object> section =
                FieldReader.of(config.get(Section.VCENTER.yaml())).map();
        VirtualCenters centers = new VirtualCenters(section);
        if (listed.isEmpty()) {
            centers.keep(section);
        }
        listed.stream().map(KubernetesObject::new).forEach(centers::addListed);
        domains.stream().map(KubernetesObject::new).forEach(centers::addDomain);
        centers.datacenters.forEach(
                (server, names) -> centers.byServer.get(server).put("datacenters", new ArrayList<>(names)));
        config.put(Section.VCENTER.yaml(), centers.result);
    }

    /** By name, and where no vCenter has that name, by server; in the order of the result, so that the result itself has the same. */
    private void keep(Map<String, Object> section) {
        List<Map<String, Object>> kept = new ArrayList<>();
        new TreeMap<>(section).forEach((name, entry) -> {
            Map<String, Object> center =
                    new LinkedHashMap<>(FieldReader.of(entry).map());
            kept.add(center);
            result.put(name, center);
            byServer.putIfAbsent(identity(name), center);
        });
        kept.forEach(center -> byServer.putIfAbsent(identity(Tree.text(center.get("server"))), center));
    }

    private void addListed(KubernetesObject listed) {
        String server = listed.fields().string("server");
        if (server.isEmpty()) {
            return;
        }
        Map<String, Object> entry = entry(server);
        listed.fields().number("port").filter(port -> port > 0).ifPresent(port -> entry.put("port", port));
        List<String> names = Tree.strings(listed.fields().at("datacenters"));
        if (!names.isEmpty()) {
            datacenters
                    .computeIfAbsent(identity(server), s -> new LinkedHashSet<>())
                    .addAll(names);
        }
    }

    private void addDomain(KubernetesObject domain) {
        String server = domain.fields().string("server");
        String datacenter = domain.fields().string("topology", "datacenter");
        if (server.isEmpty() || datacenter.isEmpty()) {
            return;
        }
        Map<String, Object> entry = entry(server);
        datacenters
                .computeIfAbsent(identity(server), s -> new LinkedHashSet<>(Tree.strings(entry.get("datacenters"))))
                .add(datacenter);
    }

    private Map<String, Object> entry(String server) {
        return byServer.computeIfAbsent(identity(server), s -> {
            Map<String, Object> entry = new LinkedHashMap<>(written.getOrDefault(s, Map.of()));
            entry.put("server", server);
            result.put(server, entry);
            return entry;
        });
    }

    private static String identity(String server) {
        return server.toLowerCase(Locale.ROOT);
    }
}
