// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import java.util.Comparator;
import java.util.Locale;
import java.util.function.Function;

/** The forms of configurations, each with its names of types and with the order of its keys. */
enum Form {
    INI(name -> GcfgType.valueOf(constant(name)), String.CASE_INSENSITIVE_ORDER),
    JSON(JsonType::of, Comparator.naturalOrder()),
    YAML(name -> YamlType.valueOf(constant(name)), Comparator.naturalOrder());

    private final Function<String, KeyRule.Type> types;
    private final Comparator<String> keys;

    Form(Function<String, KeyRule.Type> types, Comparator<String> keys) {
        this.types = types;
        this.keys = keys;
    }

    /**
     * The form of a name in a table.
     *
     * @throws IllegalArgumentException if there is no such form
     */
    static Form of(String name) {
        return valueOf(constant(name));
    }

    /**
     * The type of a name in a table.
     *
     * @throws IllegalArgumentException if the form has no such type
     */
    KeyRule.Type type(String name) {
        return types.apply(name);
    }

    /** An order in which two keys are equal if the reader takes them for the same: the letter case of those of INI does not count. */
    Comparator<String> keys() {
        return keys;
    }

    /** Names in tables are those of constants in lower case, without underscores: none has two words. */
    private static String constant(String name) {
        if (!name.equals(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("'" + name + "' is not written in lower case");
        }
        return name.toUpperCase(Locale.ROOT);
    }
}
