// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.decoding;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.ccmoperator.assets.tree.ValueType;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Collection;

/** The reason why a value does not have the type of its field, for the author of a manifest. */
final class TypeMismatch {
    private TypeMismatch() {}

    /** Why a value does not have the type of its field. */
    static String reason(Object value, JsonMappingException fault) {
        if (fault instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
            return "is " + found(value) + " but has to be " + expected(mismatch.getTargetType());
        }
        return "is " + found(value) + " that does not fit here";
    }

    private static String found(Object value) {
        ValueType type = ValueType.of(value);
        return switch (type) {
            case NULL, LIST, MAP -> type.withArticle();
            case STRING -> "the string '" + shortened((String) value) + "'";
            default -> "the " + type.noun() + " " + value;
        };
    }

    private static String shortened(String text) {
        return text.length() > 60 ? text.substring(0, 60) + "..." : text;
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
        return (Collection.class.isAssignableFrom(type) ? ValueType.LIST : ValueType.MAP).withArticle();
    }
}
