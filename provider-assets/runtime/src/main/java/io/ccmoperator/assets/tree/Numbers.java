/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.tree;

import java.math.BigInteger;

/** The one form of an integer in a tree, so that equal numbers are equal objects. */
final class Numbers {
    private Numbers() {}

    /** A {@code Long} where the value fits, the value itself otherwise. */
    static Object shortest(BigInteger value) {
        return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
    }
}
