// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import io.ccmoperator.ini.IniEntry;
import io.ccmoperator.ini.IniSection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Judges the entries of a section of INI that count: of a key with one value the last one, of a list all after the last key alone on its line. */
final class SectionJudge {
    private final IniSection section;
    private final Members keys;
    private final Judgement judgement;
    private final Function<String, Optional<String>> elsewhere;
    private final Map<String, IniEntry> last = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    /** The last entry of each key without a value, at which a list begins again. */
    private final Map<String, IniEntry> resets = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    /** Whether a list has a value that the program knows, so that the others take less away. */
    private final Map<String, Boolean> hasKnown = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    /** @param elsewhere the key of another section, with that, for the name of one that this section does not have */
    SectionJudge(IniSection section, Members keys, Judgement judgement, Function<String, Optional<String>> elsewhere) {
        this.section = section;
        this.keys = keys;
        this.judgement = judgement;
        this.elsewhere = elsewhere;
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
                                    .or(() -> elsewhere.apply(entry.key()))
                                    .ifPresent(meant -> judgement.warning(() -> place(entry)
                                            + " is not a key that the cloud controller manager reads; is " + meant
                                            + " meant?")));
        }
    }

    private void value(KeyRule rule, IniEntry entry) {
        boolean list = rule.type() == KeyType.STRINGS;
        if (resets.get(entry.key()) == entry) {
            resets.remove(entry.key());
        }
        if (entry.value().isEmpty() || (list ? resets.containsKey(entry.key()) : last.get(entry.key()) != entry)) {
            return;
        }
        Optional<String> unread = entry.text().isEmpty() ? Optional.empty() : rule.unread(this::text);
        unread.ifPresent(reason -> judgement.warning(() -> place(entry) + ": " + reason));
        if (unread.isEmpty()) {
            boolean known = list && hasKnown.computeIfAbsent(entry.key(), key -> hasKnown(rule, key));
            judgement.value(known ? rule.asWarning() : rule, entry.text(), () -> place(entry));
        }
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

    private String text(String key) {
        IniEntry entry = last.get(key);
        return entry == null ? "" : entry.text();
    }

    private String place(IniEntry entry) {
        return "line " + entry.line() + ": " + section.display(entry.key());
    }
}
