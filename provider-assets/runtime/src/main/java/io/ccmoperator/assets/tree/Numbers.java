// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;

/** The one form of a number in a tree, so that what is written and read again is equal. */
final class Numbers {
    private Numbers() {}

    /** The number at the position of the parser. */
    static Object of(JsonParser parser) throws IOException {
        return parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                ? shortest(parser.getBigIntegerValue())
                : decimal(parser.getDecimalValue());
    }

    /** A {@code Long} where the value fits, the value itself otherwise. */
    static Object shortest(BigInteger value) {
        return value.bitLength() < Long.SIZE ? (Object) value.longValue() : value;
    }

    /** The value itself, but with a decimal digit if it would be written like an integer. */
    static BigDecimal decimal(BigDecimal value) {
        return value.scale() == 0 ? value.setScale(1) : value;
    }
}
