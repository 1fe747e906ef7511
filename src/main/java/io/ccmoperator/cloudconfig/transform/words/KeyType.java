// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

/** The types of values. The program judges them; that of vSphere is asked for by the transformer, which writes another form than it reads. */
public enum KeyType {
    STRING,
    /** An integer that is not negative. */
    NUMBER,
    BOOLEAN,
    /** In INI one in each entry. */
    STRINGS,
    /** From strings to strings. */
    MAP
}
