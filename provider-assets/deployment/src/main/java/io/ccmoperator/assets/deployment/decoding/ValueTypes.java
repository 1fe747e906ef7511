/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.decoding;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Names for the types of values, as authors of manifests call them. */
final class ValueTypes {
    private ValueTypes() {}

    /** Why a value does not have the type of its field. */
    static String reason(Object value, JsonMappingException fault) {
        if (fault instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
            return "is " + found(value) + " but has to be " + expected(mismatch.getTargetType());
        }
        return "is " + found(value) + " that does not fit here";
    }

    private static String found(Object value) {
        if (value instanceof Map) {
            return "a map";
        } else if (value instanceof List) {
            return "a list";
        } else if (value instanceof String text) {
            return "the string '" + (text.length() > 60 ? text.substring(0, 60) + "..." : text) + "'";
        } else if (value instanceof Boolean) {
            return "the boolean " + value;
        }
        return (value instanceof BigDecimal ? "the number " : "the integer ") + value;
    }

    private static String expected(Class<?> type) {
        if (type == String.class) {
            return "a string (put it in quotes)";
        } else if (type == Boolean.class) {
            return "true or false";
        } else if (type == Integer.class || type == Long.class) {
            return "an integer";
        } else if (type == Quantity.class) {
            return "a quantity such as 200m or 50Mi";
        } else if (type == IntOrString.class) {
            return "an integer or a string";
        } else if (Number.class.isAssignableFrom(type)) {
            return "a number";
        }
        return Collection.class.isAssignableFrom(type) ? "a list" : "a map";
    }
}
