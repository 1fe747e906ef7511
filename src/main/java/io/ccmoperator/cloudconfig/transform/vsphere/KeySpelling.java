// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.cloudconfig.transform.MemberNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The spelling of the known keys of one map. The previous operator read them in any letter case and wrote the usual
 * spelling, which is the only one that the cloud controller manager reads.
 */
final class KeySpelling {
    private final Map<String, String> usual;

    /** @param known the keys in their usual spelling */
    KeySpelling(List<String> known) {
        usual = known.stream().collect(Collectors.toMap(MemberNames::folded, key -> key));
    }

    /**
     * The known keys of a map in their usual spelling, with the spelling in the map, in the map's order.
     *
     * @param keys those of the map
     * @param repeated is notified of each known key that is in the map twice
     */
    Map<String, String> of(Iterable<String> keys, Repeated repeated) {
        Map<String, String> spellings = new LinkedHashMap<>();
        for (String key : keys) {
            String known = usual.get(MemberNames.folded(key));
            String first = known == null ? null : spellings.putIfAbsent(known, key);
            if (first != null) {
                repeated.add(key, first);
            }
        }
        return spellings;
    }

    /** What becomes of a known key that is in a map in two spellings. */
    @FunctionalInterface
    interface Repeated {
        /**
         * @param key the later one
         * @param first the first one
         */
        void add(String key, String first);
    }
}
