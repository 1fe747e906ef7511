// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import io.ccmoperator.ini.IniEntry;
import io.ccmoperator.ini.IniSection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Judges the entries of a section of INI, each alone and beside others. */
final class SectionJudge {
    private final IniSection section;
    private final Members keys;
    private final Judgement judgement;

    /** The entry of each key that counts, where it has one value: the last one. */
    private final Map<String, IniEntry> last = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    /** The last entry of each key without a value, at which a list begins again; entries before it do not count. */
    private final Map<String, IniEntry> resets = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    /** Whether a list has a value that the program knows, so that the others take less away. */
    private final Map<String, Boolean> hasKnown = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    SectionJudge(IniSection section, Members keys, Judgement judgement) {
        this.section = section;
        this.keys = keys;
        this.judgement = judgement;
        section.entries().forEach(entry -> {
            last.put(entry.key(), entry);
            if (entry.value().isEmpty()) {
                resets.put(entry.key(), entry);
            }
        });
    }

    void judge() {
        for (IniEntry entry : section.entries()) {
            keys.node(entry.key())
                    .ifPresentOrElse(
                            node -> value((KeyRule) node, entry),
                            () -> keys.meant(entry.key())
                                    .ifPresent(meant -> judgement.warning(() -> place(entry)
                                            + " is not a key that the cloud controller manager reads; is " + meant
                                            + " meant?")));
        }
        keys.rules()
                .forEach((key, rule) -> rule.companions().stream()
                        .filter(companion -> effective(key, rule).equals(companion.word()))
                        .forEach(companion -> beside(key, companion)));
    }

    private void value(KeyRule rule, IniEntry entry) {
        if (resets.get(entry.key()) == entry) {
            resets.remove(entry.key());
        }
        boolean counts =
                rule.type() == GcfgType.STRINGS ? !resets.containsKey(entry.key()) : last.get(entry.key()) == entry;
        Optional<String> unread = counts && !entry.text().isEmpty() ? rule.unread(this::text) : Optional.empty();
        unread.ifPresent(reason -> judgement.warning(() -> place(entry) + ": " + reason));
        KeyRule judged =
                rule.type() == GcfgType.STRINGS && hasKnown.computeIfAbsent(entry.key(), key -> hasKnown(rule, key))
                        ? rule.asWarning()
                        : rule;
        judgement.value(
                judged, entry.key(), entry.value().orElse(null), counts && unread.isEmpty(), () -> place(entry));
    }

    /** One before the last reset does not count. */
    private boolean hasKnown(KeyRule rule, String key) {
        boolean known = false;
        for (IniEntry entry : section.entries(key)) {
            known = entry.value().isPresent()
                    && (known || rule.complaint(entry.text()).isEmpty());
        }
        return known;
    }

    /** Judges a key that has to be something for the sake of another one. */
    private void beside(String key, KeyRule.Companion companion) {
        Optional<Node> known = keys.node(companion.key());
        String value =
                known.map(node -> effective(companion.key(), (KeyRule) node)).orElse("");
        companion.rule().complaint(value).ifPresent(complaint -> {
            IniEntry there = last.get(companion.key());
            IniEntry cause = last.get(key);
            if (there != null) {
                judgement.found(
                        companion.rule(),
                        () -> place(there) + ": beside " + key + " = " + companion.word() + " " + complaint);
            } else if (cause != null) {
                judgement.found(
                        companion.rule(),
                        () -> place(cause) + ": " + companion.rule().missing(companion.key()));
            }
        });
    }

    /** The value of a key that the program has in the end. */
    private String effective(String key, KeyRule rule) {
        IniEntry entry = last.get(key);
        return entry == null ? rule.absent() : entry.value().orElse(rule.type() == GcfgType.BOOLEAN ? "true" : "");
    }

    private String text(String key) {
        IniEntry entry = last.get(key);
        return entry == null ? "" : entry.text();
    }

    private String place(IniEntry entry) {
        return "line " + entry.line() + ": " + section.display(entry.key());
    }
}
