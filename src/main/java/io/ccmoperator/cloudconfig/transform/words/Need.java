// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

/**
 * A key of the same section without which a program does not read another one.
 *
 * @param key its name
 * @param value the value that it needs; empty where any but the empty one will do
 */
record Need(String key, String value) {
    /** A need as tables write it: {@code key} or {@code key=value}. */
    static Need of(String text) {
        int equals = text.indexOf('=');
        return equals < 0 ? new Need(text, "") : new Need(text.substring(0, equals), text.substring(equals + 1));
    }

    boolean isMet(String found) {
        return value.isEmpty() ? !found.isEmpty() : value.equals(found);
    }

    /** As messages show it. */
    @Override
    public String toString() {
        return value.isEmpty() ? key : key + " = " + value;
    }
}
