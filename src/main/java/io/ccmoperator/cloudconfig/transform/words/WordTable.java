// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import io.ccmoperator.assets.text.MessageText;
import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.ini.IniDocument;
import io.ccmoperator.ini.IniEntry;
import io.ccmoperator.ini.IniSection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a program reads of its configuration, from a resource {@code configurations/*.yaml}: each key with its type, and the words
 * on which the program neither ends nor does what was meant. Keys that it does not have are not judged.
 */
public final class WordTable {
    private final Members root;
    private final boolean checksTypes;

    /** @param checksTypes false where values of other types are for the program to judge */
    WordTable(Members root, boolean checksTypes) {
        this.root = root;
        this.checksTypes = checksTypes;
    }

    /**
     * Reads a table.
     *
     * @param name of the resource, without folder and extension
     * @throws IllegalStateException if there is no such resource, or it is not a table; the message names the place
     */
    public static WordTable read(String name) {
        return TableReader.resource(name);
    }

    /** Judges INI: each value by its type, and of the values of a key that has one the last by its words. */
    public Verdict judge(IniDocument document) {
        Judgement judgement = new Judgement(checksTypes);
        document.sections().forEach(section -> judge(section, judgement));
        return judgement.verdict();
    }

    /** Judges a section of INI. */
    public Verdict judge(IniSection section) {
        Judgement judgement = new Judgement(checksTypes);
        judge(section, judgement);
        return judgement.verdict();
    }

    private void judge(IniSection section, Judgement judgement) {
        keys(section)
                .ifPresentOrElse(
                        keys -> new SectionJudge(section, keys, judgement).judge(),
                        () -> root.meant(section.name())
                                .or(() -> root.meant(section.name() + TableReader.ANY_SUBSECTION))
                                .ifPresent(meant -> judgement.warning(() -> "line " + section.line() + ": "
                                        + section.display()
                                        + " is not a section that the cloud controller manager reads; is ["
                                        + meant.replace(TableReader.ANY_SUBSECTION, " \"name\"") + "] meant?")));
    }

    /**
     * Judges JSON or YAML.
     *
     * @param tree the document, a map
     * @param places the place of a value as a line begins with it, such as {@code line 2, column 3: tagsMap.team}, for its path: names
     *     of members as they are written, and indices of items; see {@link #shown}
     */
    public Verdict judge(Map<String, ?> tree, Function<List<Object>, String> places) {
        Judgement judgement = new Judgement(checksTypes);
        judgement.tree(root, tree, places);
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
     * The rules of the keys at a path of members, in the order of the table, by name; what is not the rule of a key is left out.
     *
     * @param path names as the table has them
     */
    Map<String, KeyRule> rules(String... path) {
        Node node = root;
        for (String name : path) {
            node = node instanceof Members members ? members.node(name).orElse(null) : null;
        }
        return node instanceof Members members ? members.rules() : Map.of();
    }

    /**
     * The types of the keys at a path of a table of YAML, in the order of the table, by name.
     *
     * @param path names as the table has them
     * @return empty where the table has no keys there, but names of any kind
     */
    public Map<String, YamlType> types(String... path) {
        Map<String, YamlType> types = new LinkedHashMap<>();
        rules(path).forEach((name, rule) -> types.put(name, (YamlType) rule.type()));
        return types;
    }

    private Optional<Members> keys(IniSection section) {
        Optional<Node> any = root.node(section.name() + TableReader.ANY_SUBSECTION);
        Optional<Node> plain = section.subsection().isPresent() ? Optional.empty() : root.node(section.name());
        return plain.or(() -> any).map(Members.class::cast);
    }
}
