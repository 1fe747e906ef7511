// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The amounts of resources as Kubernetes writes them: a number, or a string of a number and a unit such as 200m or 50Mi. */
public final class Quantity {
    private static final Pattern QUANTITY = Pattern.compile(
            "([-+]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+))(?:([KMGTPE])i|([numkMGTPE])|[eE]([-+]?[0-9]{1,9}))?");

    private static final String BINARY = "KMGTPE";
    private static final String DECIMAL = "num kMGTPE";

    private Quantity() {}

    /** The amount in cores, bytes or pieces; empty for a value that is not a quantity. */
    public static Optional<BigDecimal> amount(Object value) {
        boolean scalar = value instanceof String || value instanceof Number;
        Matcher quantity = QUANTITY.matcher(scalar ? value.toString() : "");
        if (!quantity.matches()) {
            return Optional.empty();
        }
        BigDecimal number = new BigDecimal(quantity.group(1));
        if (quantity.group(2) != null) {
            return Optional.of(number.multiply(BigDecimal.valueOf(1024).pow(BINARY.indexOf(quantity.group(2)) + 1)));
        } else if (quantity.group(3) != null) {
            return Optional.of(number.scaleByPowerOfTen(3 * (DECIMAL.indexOf(quantity.group(3)) - 3)));
        } else if (quantity.group(4) != null) {
            return Optional.of(number.scaleByPowerOfTen(Integer.parseInt(quantity.group(4))));
        }
        return Optional.of(number);
    }
}
