// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.ini.GcfgBoolean;
import io.ccmoperator.ini.IniEntry;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Values of known keys of the INI form, read as gcfg reads them into typed fields. */
final class IniValue {
    /** As many digits as a {@code long} surely holds. */
    private static final Pattern NUMBER = Pattern.compile("\\+?[0-9]{1,18}");

    private IniValue() {}

    /**
     * The value of a key.
     *
     * @param entries those of the key, at least one: a list has the values of all, for other kinds the last one counts
     * @return a string, {@code Long}, {@code Boolean} or list of strings; empty if nothing is to be written
     * @throws InvalidInputException if the value is not of the key's kind; the line begins with the key
     */
    static Optional<Object> of(ConfigKey key, List<IniEntry> entries) {
        IniEntry last = entries.get(entries.size() - 1);
        if (key.kind() == ConfigKey.Kind.FLAG) {
            return flag(key, last);
        }
        if (last.value().isEmpty()) {
            throw fault(key, "has no value; write " + key.ini() + " = value, or remove the line");
        }
        if (key.kind() == ConfigKey.Kind.STRINGS) {
            return strings(entries);
        }
        return Optional.of(last.text())
                .filter(text -> !text.isEmpty())
                .map(text -> key.kind() == ConfigKey.Kind.NUMBER ? number(key, text) : text);
    }

    private static Optional<Object> flag(ConfigKey key, IniEntry entry) {
        if (entry.value().isEmpty()) {
            return Optional.of(true);
        }
        if (entry.text().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(GcfgBoolean.parse(entry.text())
                .orElseThrow(() -> fault(key, "is neither true nor false; write one of them")));
    }

    private static Optional<Object> strings(List<IniEntry> entries) {
        List<String> strings = entries.stream()
                .flatMap(entry -> Stream.of(entry.text().split(",")))
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .toList();
        return strings.isEmpty() ? Optional.empty() : Optional.of(strings);
    }

    private static Object number(ConfigKey key, String text) {
        if (!NUMBER.matcher(text).matches()) {
            throw fault(key, "is not a number; write digits");
        }
        return Long.valueOf(text);
    }

    private static InvalidInputException fault(ConfigKey key, String reason) {
        return new InvalidInputException(key.ini() + " " + reason);
    }
}
