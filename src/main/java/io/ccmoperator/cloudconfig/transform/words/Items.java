// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

/**
 * A list.
 *
 * @param item what each of its items is
 */
record Items(Node item) implements Node {}
