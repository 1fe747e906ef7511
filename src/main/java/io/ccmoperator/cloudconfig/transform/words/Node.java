// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

/** What a table says of a place: of a value, or of the members of one. */
sealed interface Node permits KeyRule, Members {}
