// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

/** What a table says of a place: of a value, or of the members or items of one. */
sealed interface Node permits KeyRule, Members, Node.Items {

    /**
     * A list.
     *
     * @param item what each of its items is
     */
    record Items(Node item) implements Node {}
}
