// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import java.util.Optional;

/** The types of values in YAML. Readers of it differ, so that the transformer of each gives the values their types. */
public enum YamlType implements KeyRule.Type {
    STRING,
    /** An integer that is not negative. */
    NUMBER,
    BOOLEAN,
    STRINGS,
    /** From strings to strings. */
    MAP;

    /** None: the transformer has read the values already. */
    @Override
    public Optional<String> fault(String key, Object value) {
        return Optional.empty();
    }
}
