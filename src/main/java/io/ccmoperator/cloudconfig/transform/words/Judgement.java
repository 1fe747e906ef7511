// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** A walk through a configuration beside its table. */
final class Judgement {
    /** The place of each line is computed from the input. */
    private static final int MAX_LINES = 20;

    private final boolean checksTypes;
    private final List<String> faults = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final List<Object> path = new ArrayList<>();

    /** @param checksTypes whether a value of another type is a fault; otherwise nothing is said of it */
    Judgement(boolean checksTypes) {
        this.checksTypes = checksTypes;
    }

    Verdict verdict() {
        return new Verdict(faults, warnings);
    }

    /** Judges the type of a value and, where that is right and the value is the one that counts, its words. */
    void value(KeyRule rule, String key, Object value, boolean counts, Supplier<String> place) {
        Optional<String> fault = rule.type().fault(key, value);
        if (fault.isPresent()) {
            typeFault(place, fault.get());
        } else if (counts && value instanceof List<?> items) {
            items.stream().filter(Objects::nonNull).forEach(item -> word(rule, item, place));
        } else if (counts && value != null && !(value instanceof Map)) {
            word(rule, value, place);
        }
    }

    private void word(KeyRule rule, Object value, Supplier<String> place) {
        rule.complaint(value.toString()).ifPresent(complaint -> found(rule, () -> place.get() + ": " + complaint));
    }

    /** An error or a warning, as the rule says. */
    void found(KeyRule rule, Supplier<String> line) {
        List<String> lines = rule.isError() ? faults : warnings;
        if (lines.size() < MAX_LINES) {
            lines.add(line.get());
        }
    }

    void warning(Supplier<String> line) {
        if (warnings.size() < MAX_LINES) {
            warnings.add(line.get());
        }
    }

    private void typeFault(Supplier<String> place, String reason) {
        if (checksTypes) {
            fault(place, reason);
        }
    }

    private void fault(Supplier<String> place, String reason) {
        if (faults.size() < MAX_LINES) {
            faults.add(place.get() + ": " + reason);
        }
    }

    /** Judges what is here in a tree. Null is nothing, whatever is expected. */
    void tree(Node node, Object value, Function<List<Object>, String> places) {
        if (node instanceof KeyRule rule) {
            value(rule, name(), value, true, () -> places.apply(List.copyOf(path)));
        } else if (node instanceof Members members && value instanceof Map<?, ?> map) {
            map.forEach(
                    (name, member) -> members.node((String) name).ifPresent(below -> at(name, below, member, places)));
        } else if (node instanceof Node.Items items && value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                at(i, items.item(), list.get(i), places);
            }
        } else if (value != null) {
            JsonType.Mismatch mismatch = JsonType.Mismatch.of(
                    value, node instanceof Members ? "write {\"name\": value}" : "write [value, value]");
            typeFault(
                    () -> places.apply(List.copyOf(path)),
                    mismatch.after(node instanceof Members ? "an object" : "a list"));
        }
    }

    private void at(Object step, Node node, Object value, Function<List<Object>, String> places) {
        if (faults.size() < MAX_LINES) {
            path.add(step);
            tree(node, value, places);
            path.remove(path.size() - 1);
        }
    }

    private String name() {
        return path.isEmpty() ? "" : path.get(path.size() - 1).toString();
    }
}
