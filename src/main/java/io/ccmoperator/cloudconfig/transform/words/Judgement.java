// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import io.ccmoperator.assets.ReleaseTag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/** A walk through a configuration beside its table. */
final class Judgement {
    /** The place of each line is computed from the input. */
    private static final int MAX_LINES = 20;

    private final Optional<ReleaseTag> release;
    private final List<String> faults = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final List<Object> path = new ArrayList<>();

    /** @param release that of the program; empty where it is not known */
    Judgement(Optional<ReleaseTag> release) {
        this.release = release;
    }

    Verdict verdict() {
        return new Verdict(faults, warnings);
    }

    /** Judges a value that counts, or each of several. */
    void value(KeyRule rule, Object value, Supplier<String> place) {
        if (value instanceof List<?> items) {
            items.stream().filter(Objects::nonNull).forEach(item -> word(rule, item.toString(), place));
        } else if (value != null) {
            word(rule, value.toString(), place);
        }
    }

    private void word(KeyRule rule, String value, Supplier<String> place) {
        rule.complaint(value).ifPresent(complaint -> found(rule, () -> place.get() + ": " + complaint));
        rule.since()
                .flatMap(since -> since.complaint(value, release))
                .ifPresent(complaint -> warning(() -> place.get() + ": " + complaint));
    }

    private void found(KeyRule rule, Supplier<String> line) {
        if (rule.isError()) {
            add(faults, line);
        } else {
            warning(line);
        }
    }

    void warning(Supplier<String> line) {
        add(warnings, line);
    }

    private static void add(List<String> lines, Supplier<String> line) {
        if (lines.size() < MAX_LINES) {
            lines.add(line.get());
        }
    }

    /** Judges what is here in a tree. Null is nothing; of names that differ in letter case alone the last one counts. */
    void tree(Node node, Object value, Function<List<Object>, String> places) {
        if (node instanceof KeyRule rule) {
            value(rule, value, () -> places.apply(List.copyOf(path)));
        } else if (node instanceof Members members && value instanceof Map<?, ?> map) {
            Map<String, Object> last = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            map.keySet().forEach(name -> last.put((String) name, name));
            map.forEach((name, member) -> members.node((String) name)
                    .filter(below ->
                            !members.has((String) name) || last.get(name).equals(name))
                    .ifPresent(below -> at(name, () -> tree(below, member, places))));
        }
    }

    /**
     * Asks for names that are meant by others.
     *
     * @param elsewhere the name of another map, with that, for one that is not read where it is
     */
    void names(
            Node node,
            Object value,
            Function<List<Object>, String> places,
            Function<String, Optional<String>> elsewhere) {
        if (node instanceof Members members && value instanceof Map<?, ?> map) {
            map.forEach((name, member) -> at(
                    name,
                    () -> members.node((String) name)
                            .ifPresentOrElse(
                                    below -> names(below, member, places, elsewhere),
                                    () -> members.named((String) name)
                                            .or(() -> elsewhere.apply((String) name))
                                            .ifPresent(meant -> warning(() -> places.apply(List.copyOf(path))
                                                    + " is not a name that the cloud controller manager reads; is "
                                                    + meant + " meant?")))));
        }
    }

    private void at(Object step, Runnable work) {
        path.add(step);
        work.run();
        path.remove(path.size() - 1);
    }
}
