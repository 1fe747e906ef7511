/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cloudconfig.transform.azure;

import java.util.List;
import java.util.Map;

/**
 * A value that is not of the type that is needed.
 *
 * @param found what it is instead, with an article; never the value, which may be a credential
 * @param remedy what to write
 */
record Mismatch(String found, String remedy) {
    /** A value of another kind. */
    static Mismatch of(Object value, String remedy) {
        return new Mismatch(kind(value), remedy);
    }

    private static String kind(Object value) {
        if (value instanceof Map) {
            return "an object";
        } else if (value instanceof List) {
            return "a list";
        } else if (value instanceof String) {
            return "a string";
        }
        return value instanceof Boolean ? "a boolean" : "a number";
    }
}
