// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.cloudconfig.transform.words.GcfgType;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.ini.IniEntry;
import io.ccmoperator.ini.IniSection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The keys of a section that a cloud controller manager knows, in one order, each with the type as which gcfg reads it. */
final class GcfgKeys {
    /** In lines of one message, which the conditions show. */
    private static final int MAX_FAULTS = 20;

    /** The letter case of keys does not count. */
    private final Map<String, Key> keys = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    /** These keys, and after them others of one type. */
    GcfgKeys and(GcfgType type, String... names) {
        GcfgKeys all = new GcfgKeys();
        all.keys.putAll(keys);
        for (String name : names) {
            all.keys.put(name, new Key(all.keys.size(), type));
        }
        return all;
    }

    /** The section with the known keys in their order, then all others in that of the input; the entries of one key stay in their order. */
    IniSection sorted(IniSection section) {
        List<IniEntry> entries = new ArrayList<>(section.entries());
        Key unknown = new Key(keys.size(), GcfgType.STRING);
        entries.sort(Comparator.comparingInt(
                entry -> keys.getOrDefault(entry.key(), unknown).rank()));
        return section.with(entries);
    }

    /** A line for each value that is not of its key's type: with one of them the reader refuses the whole configuration. */
    List<String> faults(IniSection section) {
        List<String> faults = new ArrayList<>();
        for (IniEntry entry : section.entries()) {
            Key key = keys.get(entry.key());
            if (key != null) {
                key.type()
                        .fault(entry.key(), entry.value().orElse(null))
                        .ifPresent(fault -> faults.add(
                                "line " + entry.line() + ": " + section.display(entry.key()) + ": " + fault));
            }
        }
        return faults;
    }

    /**
     * Refuses a configuration with faults.
     *
     * @throws InvalidInputException with the first 20 of them, if there are any
     */
    static void requireNone(List<String> faults) {
        if (!faults.isEmpty()) {
            throw new InvalidInputException(faults.subList(0, Math.min(faults.size(), MAX_FAULTS)));
        }
    }

    private record Key(int rank, GcfgType type) {}
}
