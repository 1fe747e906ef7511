// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.provider;

import io.ccmoperator.assets.tree.FieldReader;

/**
 * An argument of a container that begins with a dash.
 *
 * @param field the argument
 * @param name without dashes; {@code v} for {@code -v}
 * @param value what follows the equals sign, with variables of the environment filled in; empty without one
 */
public record Flag(FieldReader field, String name, String value) {
    /** Whether the value, or a part of it, is of a variable that has it from elsewhere, or that the operator fills in. */
    public boolean isVariable() {
        return field.string().contains("$");
    }
}
