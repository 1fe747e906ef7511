// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.azure;

import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.assets.tree.Position;
import io.ccmoperator.cloudconfig.transform.words.Verdict;
import io.ccmoperator.cloudconfig.transform.words.WordTable;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.List;
import java.util.Map;

/** Checks a configuration as the parser of the Azure cloud provider does. */
public final class CloudProviderReader {
    private static final WordTable TABLE = WordTable.read("azure");

    private CloudProviderReader() {}

    /**
     * Makes sure that the Azure cloud provider can read a configuration: that the members that it knows have the
     * types that it reads, and that the input, which it reads as YAML, is YAML.
     *
     * @return a line for each value that has not the effect that was meant, at most 20
     * @throws InvalidInputException with a line for each fault, at most 20; as each line it has the place, the path, the reason and
     *     the remedy, but never the value, which may be a credential
     */
    public static List<String> require(JsonObject conf) {
        Verdict verdict = TABLE.judge(
                conf.members(),
                path -> Position.before(
                        conf.position(path), WordTable.shown(path).toString()));
        Faults faults = new Faults(conf);
        new YamlStrings(faults).members(conf.members());
        return verdict.and(new Verdict(faults.lines(), List.of()))
                .requireNoFaults()
                .warnings();
    }

    /**
     * Finds strings that JSON can hold and YAML cannot, in members of any name: the provider's parser reads YAML. A name with half of a
     * surrogate pair is none of them, since the reader of JSON refuses it.
     */
    private record YamlStrings(Faults faults) {
        /** In characters of the input, with the quotes. */
        private static final int MAX_NAME = 1024;

        void members(Map<?, ?> object) {
            object.forEach((name, value) -> faults.at(name, () -> {
                if (isTooLong((String) name)) {
                    faults.add("the name takes more than " + MAX_NAME + " characters with its quotes; shorten it");
                }
                value(value);
            }));
        }

        private void value(Object value) {
            if (value instanceof Map<?, ?> object) {
                members(object);
            } else if (value instanceof List<?> list) {
                for (int i = 0; i < list.size(); i++) {
                    Object item = list.get(i);
                    faults.at(i, () -> value(item));
                }
            } else if (value instanceof String text && hasHalfCharacter(text)) {
                faults.add("the string has half of a surrogate pair (\\uD800 to \\uDFFF); correct it");
            }
        }

        private static boolean hasHalfCharacter(String text) {
            return text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
        }

        private static boolean isTooLong(String name) {
            // An escape has six characters.
            if (name.length() * 6L + 2 <= MAX_NAME) {
                return false;
            }
            String written = JsonWriter.compactYaml(name);
            return written.codePointCount(0, written.length()) > MAX_NAME;
        }
    }
}
