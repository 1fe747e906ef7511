// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.cloudconfig.transform.TransformerFacts;
import io.ccmoperator.cloudconfig.transform.words.KeyType;
import io.ccmoperator.cloudconfig.transform.words.Verdict;
import io.ccmoperator.cloudconfig.transform.words.WordTable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The sections that the cloud controller manager knows, with the keys of the table of its words. */
enum Section {
    GLOBAL("global", "Global"),
    VCENTER("vcenter", "VirtualCenter"),
    LABELS("labels", "Labels"),
    NODES("nodes", "Nodes"),
    LOAD_BALANCER("loadBalancer", "LoadBalancer"),
    LOAD_BALANCER_CLASS("loadBalancerClass", "LoadBalancerClass"),
    NSXT("nsxt", "NSXT"),
    ROUTE("route", "Route");

    /** Read before the sections. */
    private static final class Table {
        private static final WordTable WORDS = WordTable.read("vsphere");
    }

    private final String yaml;
    private final String ini;
    private final boolean named;
    private final List<Key> keys;

    Section(String yaml, String ini) {
        Map<String, KeyType> types = Table.WORDS.types(yaml);
        this.yaml = yaml;
        this.ini = ini;
        this.named = types.isEmpty();
        this.keys = (named ? Table.WORDS.types(yaml, "*") : types)
                .entrySet().stream()
                        .map(type -> new Key(type.getKey(), type.getValue()))
                        .toList();
    }

    /** The name in YAML as the cloud controller manager reads it. */
    String yaml() {
        return yaml;
    }

    /** The name in INI, in the usual spelling; the case of letters does not count. */
    String ini() {
        return ini;
    }

    /** Whether it has entries with names, such as vCenters: in YAML a map from them to keys, in INI one section for each. */
    boolean isNamed() {
        return named;
    }

    /** Whether nodes may depend on it. Without the others, those of load balancers and routes, they are initialized all the same. */
    boolean isOfNodes() {
        return compareTo(NODES) <= 0;
    }

    List<Key> keys() {
        return keys;
    }

    /** The section with a name in INI, whatever the case of its letters. */
    static Optional<Section> ofIni(String name) {
        return Stream.of(values())
                .filter(section -> section.ini.equalsIgnoreCase(name))
                .findFirst();
    }

    /** Judges the words of a configuration, and the names of the YAML form: of INI {@link IniSource} says which are unknown. */
    static Verdict judge(SourceConfig config, SourceConfig.Form form, TransformerFacts facts) {
        Function<List<Object>, String> places = path -> config.places().apply(TreePath.of(path.toArray(String[]::new)));
        Verdict verdict = Table.WORDS.judge(config.tree(), places, facts.release());
        return form == SourceConfig.Form.YAML ? verdict.and(Table.WORDS.judgeNames(config.tree(), places)) : verdict;
    }

    /**
     * A key that the cloud controller manager knows.
     *
     * @param yaml its name in YAML as the cloud controller manager reads it, letter for letter; the user may write it in any letter case
     * @param type what its value is; in INI a list is a string with commas between its items, and a map is JSON
     */
    record Key(String yaml, KeyType type) {
        private static final Pattern START_OF_WORD = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");

        /** Its name in INI, in lower case: the same words with dashes between them. The case of letters does not count. */
        String ini() {
            return START_OF_WORD.matcher(yaml).replaceAll("-").toLowerCase(Locale.ROOT);
        }
    }
}
