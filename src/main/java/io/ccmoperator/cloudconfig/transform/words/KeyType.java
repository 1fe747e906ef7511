// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import java.util.Optional;

/** What a reader takes as the value of a key, in one form of configurations. */
interface KeyType {
    /**
     * The error about a value that the reader refuses.
     *
     * @param key as messages name it
     * @param value in INI a string, or null for a key alone on its line; otherwise a tree, or null where it is null there
     * @return the reason and the remedy, without the value, which may be a credential; empty if the value is of this type
     */
    Optional<String> fault(String key, Object value);
}
