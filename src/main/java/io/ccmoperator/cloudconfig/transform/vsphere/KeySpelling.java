// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.cloudconfig.transform.MemberNames;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The spelling of the known keys of one map of YAML. The previous operator read them in any letter case and wrote the usual
 * spelling, which is the only one that the cloud controller manager reads. What is spelled as in INI is meant as the same key.
 */
final class KeySpelling {
    private final Map<String, String> usual = new LinkedHashMap<>();
    private final Map<String, String> withIni = new LinkedHashMap<>();

    /** @param known the keys in their usual spelling, each with its name in INI */
    KeySpelling(Map<String, String> known) {
        known.forEach((yaml, ini) -> {
            usual.put(MemberNames.folded(yaml), yaml);
            withIni.put(MemberNames.folded(ini), yaml);
        });
        withIni.putAll(usual);
    }

    /**
     * The known keys of a map in their usual spelling, with the spelling in the map, in the map's order.
     *
     * @param keys those of the map
     * @param ini whether those count that are spelled as in INI
     * @param repeated is notified of each known key that is in the map twice
     */
    Map<String, String> of(Iterable<String> keys, boolean ini, Repeated repeated) {
        Map<String, String> spellings = new LinkedHashMap<>();
        for (String key : keys) {
            String known = (ini ? withIni : usual).get(MemberNames.folded(key));
            String first = known == null ? null : spellings.putIfAbsent(known, key);
            if (first != null) {
                repeated.add(key, first);
            }
        }
        return spellings;
    }

    /** The known key that is meant by one in the spelling of INI alone. */
    Optional<String> meant(String key) {
        String folded = MemberNames.folded(key);
        return usual.containsKey(folded) ? Optional.empty() : Optional.ofNullable(withIni.get(folded));
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
