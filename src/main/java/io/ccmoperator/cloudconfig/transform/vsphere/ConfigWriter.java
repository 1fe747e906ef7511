// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlWriter;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes a configuration. Sections, their entries and the keys of each are in alphabetical order, so that the same content makes
 * the same output; maps that are not known are written in their own order.
 */
final class ConfigWriter {
    private ConfigWriter() {}

    /** The YAML text of a configuration's tree, without empty labels and nodes. */
    static String write(Map<String, Object> config) {
        Map<String, Object> sorted = new TreeMap<>(config);
        for (Section section : Section.values()) {
            sorted.computeIfPresent(
                    section.yaml(),
                    (name, value) -> sorted(section, FieldReader.of(value).map()));
        }
        sorted.remove(Section.LABELS.yaml(), Map.of());
        sorted.remove(Section.NODES.yaml(), Map.of());
        return YamlWriter.write(sorted);
    }

    private static Map<String, Object> sorted(Section section, Map<String, Object> map) {
        Map<String, Object> sorted = new TreeMap<>(map);
        if (section.isNamed()) {
            sorted.replaceAll(
                    (name, entry) -> new TreeMap<>(FieldReader.of(entry).map()));
        }
        return sorted;
    }
}
