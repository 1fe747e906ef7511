// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import io.ccmoperator.assets.ReleaseTag;
import io.ccmoperator.assets.text.MessageText;
import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.ini.IniDocument;
import io.ccmoperator.ini.IniEntry;
import io.ccmoperator.ini.IniSection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a program reads of its configuration, from a resource {@code configurations/*.yaml}: the names of its keys, and the words
 * on which the program neither ends nor does what was meant. Keys that it does not have are not judged, unless another one is meant.
 */
public final class WordTable {
    private final Members root;

    /** The keys of sections, or of maps, by what {@link Members#lettersOf} leaves of them. */
    private final Map<String, KeyOfMap> places = new HashMap<>();

    /** A key, and the section or map that has it. */
    private record KeyOfMap(String map, String key) {}

    WordTable(Members root) {
        this.root = root;
        root.inOrder()
                .forEach(map -> root.node(map)
                        .filter(Members.class::isInstance)
                        .ifPresent(members -> ((Members) members)
                                .inOrder()
                                .forEach(key -> places.putIfAbsent(Members.lettersOf(key), new KeyOfMap(map, key)))));
    }

    /**
     * Reads a table.
     *
     * @param name of the resource, without folder and extension
     */
    public static WordTable read(String name) {
        return TableReader.resource(name);
    }

    /**
     * Judges INI.
     *
     * @param release that of the program; empty where it is not known
     */
    public Verdict judge(IniDocument document, Optional<ReleaseTag> release) {
        Judgement judgement = new Judgement(release);
        for (IniSection section : document.sections()) {
            keys(section)
                    .ifPresentOrElse(
                            keys -> new SectionJudge(section, keys, judgement, this::inOtherSection).judge(),
                            () -> meant(section)
                                    .ifPresent(meant -> judgement.warning(() -> "line " + section.line() + ": "
                                            + section.display()
                                            + " is not a section that the cloud controller manager reads; is "
                                            + meant + " meant?")));
        }
        return judgement.verdict();
    }

    /** The section that is meant by one that the program does not read: of these letters, or of this name without the subsection. */
    private Optional<String> meant(IniSection section) {
        Optional<String> plain = section.subsection().isPresent()
                ? root.node(section.name()).map(node -> section.name())
                : Optional.empty();
        return plain.or(() -> root.meant(section.name()))
                .or(() -> root.meant(section.name() + TableReader.ANY_SUBSECTION))
                .map(WordTable::display);
    }

    private Optional<String> inOtherSection(String key) {
        return elsewhere(key).map(place -> display(place.map()) + " " + place.key());
    }

    private Optional<String> inOtherMap(String key) {
        return elsewhere(key).map(place -> place.map() + "." + place.key());
    }

    private Optional<KeyOfMap> elsewhere(String key) {
        return Optional.ofNullable(places.get(Members.lettersOf(key)));
    }

    private static String display(String section) {
        return "[" + section.replace(TableReader.ANY_SUBSECTION, " \"name\"") + "]";
    }

    /**
     * Judges the values of JSON or YAML.
     *
     * @param tree the document, a map
     * @param places the place of a value as a line begins with it, such as {@code line 2, column 3: tagsMap.team}, for its path: names
     *     of members as they are written, and indices of items; see {@link #shown}
     * @param release that of the program; empty where it is not known
     */
    public Verdict judge(Map<String, ?> tree, Function<List<Object>, String> places, Optional<ReleaseTag> release) {
        Judgement judgement = new Judgement(release);
        judgement.tree(root, tree, places);
        return judgement.verdict();
    }

    /**
     * Finds names of JSON or YAML that the program does not read, where others of these letters, or those of another map, are meant.
     *
     * @param tree the document, a map
     * @param places as for {@link #judge}
     */
    public Verdict judgeNames(Map<String, ?> tree, Function<List<Object>, String> places) {
        Judgement judgement = new Judgement(Optional.empty());
        judgement.names(root, tree, places, this::inOtherMap);
        return judgement.verdict();
    }

    /** A path as messages show it; too long a name is cut. */
    public static TreePath shown(List<Object> path) {
        TreePath shown = TreePath.ROOT;
        for (Object step : path) {
            shown = step instanceof Integer index ? shown.item(index) : shown.field(MessageText.ofName((String) step));
        }
        return shown;
    }

    /** The section with the keys of the table in its order, then all others in that of the input; the entries of one key stay in their order. */
    public IniSection sorted(IniSection section) {
        return keys(section)
                .map(keys -> {
                    List<IniEntry> entries = new ArrayList<>(section.entries());
                    entries.sort(Comparator.comparingInt(entry -> keys.rank(entry.key())));
                    return section.with(entries);
                })
                .orElse(section);
    }

    /**
     * The types of the keys at a path, in the order of the table, by name.
     *
     * @param path names as the table has them
     * @return empty where the table has no keys there, but names of any kind
     */
    public Map<String, KeyType> types(String... path) {
        Members members = root;
        for (String name : path) {
            members = (Members) members.node(name).orElseThrow();
        }
        Map<String, KeyType> types = new LinkedHashMap<>();
        members.rules().forEach((name, rule) -> types.put(name, rule.type()));
        return types;
    }

    private Optional<Members> keys(IniSection section) {
        Optional<Node> any = root.node(section.name() + TableReader.ANY_SUBSECTION);
        Optional<Node> plain = section.subsection().isPresent() ? Optional.empty() : root.node(section.name());
        return plain.or(() -> any).map(Members.class::cast);
    }
}
