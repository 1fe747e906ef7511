/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.cloudconfig.ini.IniEntry;
import io.ccmoperator.cloudconfig.ini.IniSection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Puts the known keys of a section in one order, and all others after them in the order of the input. The entries of one key
 * stay in their order.
 */
final class KeyOrder {
    private final Map<String, Integer> ranks = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    KeyOrder(List<String> known) {
        known.forEach(key -> ranks.put(key, ranks.size()));
    }

    /** Whether an entry is one of a known key. */
    boolean isKnown(IniEntry entry) {
        return ranks.containsKey(entry.key());
    }

    IniSection sorted(IniSection section) {
        List<IniEntry> entries = new ArrayList<>(section.entries());
        entries.sort(Comparator.comparingInt(entry -> ranks.getOrDefault(entry.key(), ranks.size())));
        return section.with(entries);
    }
}
