// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.text.MessageText;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.cloudconfig.transform.ForcedValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** What an administrator wrote and the settings of the cluster replace, as warnings. Of a vCenter's settings, server, port and datacenters are. */
final class ReplacedSettings {
    private static final String FAMILIES = "ipFamily";
    private static final String[] OF_CLUSTER = {"server", "port", "datacenters"};

    private final FieldReader written;
    private final FieldReader effective;
    private final List<String> warnings = new ArrayList<>();

    private ReplacedSettings(Map<String, Object> written, Map<String, Object> effective) {
        this.written = FieldReader.of(written);
        this.effective = FieldReader.of(effective);
    }

    /**
     * Compares a configuration with what became of it.
     *
     * @param written the tree as the administrator wrote it
     * @param effective the tree with the settings of the cluster
     */
    static List<String> warnings(Map<String, Object> written, Map<String, Object> effective) {
        ReplacedSettings compared = new ReplacedSettings(written, effective);
        compared.compareFamilies();
        compared.section(Section.VCENTER, compared.written)
                .forEach((name, center) ->
                        compared.compareCenter(name, FieldReader.of(center).map()));
        compared.compare(Section.LABELS, "zone", "region");
        compared.compare(
                Section.NODES,
                Section.NODES.keys().stream().map(Section.Key::yaml).toArray(String[]::new));
        return compared.warnings;
    }

    private Map<String, Object> section(Section section, FieldReader tree) {
        return tree.map(section.yaml());
    }

    private void compare(Section section, String... keys) {
        compare(section.yaml(), section(section, written), section(section, effective), keys);
    }

    /** Of them the order counts, too, and each further one. */
    private void compareFamilies() {
        String before = shown(section(Section.GLOBAL, written).get(FAMILIES));
        String after = shown(section(Section.GLOBAL, effective).get(FAMILIES));
        if (!before.isEmpty() && !before.equals(after)) {
            warnings.add(new ForcedValue("global." + FAMILIES, before, after).warning());
        }
    }

    private void compareCenter(String name, Map<String, Object> center) {
        Set<String> names = new HashSet<>();
        names.add(name.toLowerCase(Locale.ROOT));
        names.add(server(center));
        Map<String, Object> centers = section(Section.VCENTER, effective);
        Optional<Map<String, Object>> successor = centers.entrySet().stream()
                .filter(entry -> names.contains(entry.getKey().toLowerCase(Locale.ROOT))
                        || names.contains(
                                server(FieldReader.of(entry.getValue()).map())))
                .map(entry -> FieldReader.of(entry.getValue()).map())
                .findFirst();
        successor.ifPresentOrElse(
                found -> {
                    compare("vcenter." + name, center, found, OF_CLUSTER);
                    compareOthers(name, center, found);
                },
                () -> warnings.add(new ForcedValue("vcenter", name, String.join(",", centers.keySet())).warning()));
    }

    /** Of two entries with one server the cluster has one. What the other one has may be a credential: the keys alone are shown. */
    private void compareOthers(String name, Map<String, Object> center, Map<String, Object> found) {
        List<String> lost = center.keySet().stream()
                .filter(key -> !List.of(OF_CLUSTER).contains(key) && !Objects.equals(center.get(key), found.get(key)))
                .map(MessageText::ofName)
                .toList();
        if (!lost.isEmpty()) {
            warnings.add(
                    "vcenter." + MessageText.ofName(name) + ": " + String.join(", ", lost)
                            + (lost.size() > 1 ? " have" : " has")
                            + " no effect, since another entry has the same server and its settings count; put them there, and remove this entry");
        }
    }

    private static String server(Map<String, Object> center) {
        return Tree.text(center.get("server")).toLowerCase(Locale.ROOT);
    }

    private void compare(String place, Map<String, Object> before, Map<String, Object> after, String... keys) {
        for (String key : keys) {
            if (!items(after.get(key)).containsAll(items(before.get(key)))) {
                warnings.add(
                        new ForcedValue(place + "." + key, shown(before.get(key)), shown(after.get(key))).warning());
            }
        }
    }

    /** Both a list and a string with commas are several values, of which none may be lost. The case of letters does not count in names of hosts. */
    private static Set<String> items(Object value) {
        Set<String> items = new HashSet<>();
        for (String item : shown(value).split(",")) {
            if (!item.isBlank()) {
                items.add(item.strip().toLowerCase(Locale.ROOT));
            }
        }
        return items;
    }

    private static String shown(Object value) {
        if (value == null) {
            return "";
        }
        return value instanceof List<?> ? String.join(",", Tree.strings(value)) : String.valueOf(value);
    }
}
