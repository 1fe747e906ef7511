// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.decoding;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.util.regex.Pattern;

/** Deserializers for the scalars that Kubernetes writes in more than one way. */
final class StrictScalars {
    private StrictScalars() {}

    /** A number, or a string of a number and a unit. */
    static final class OfQuantity extends JsonDeserializer<Quantity> {
        private static final Pattern QUANTITY =
                Pattern.compile("[-+]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[KMGTPE]i|[numkMGTPE]|[eE][-+]?[0-9]+)?");

        @Override
        public Quantity deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (!parser.currentToken().isScalarValue()
                    || !QUANTITY.matcher(parser.getText()).matches()) {
                return (Quantity) context.handleUnexpectedToken(Quantity.class, parser);
            }
            return new Quantity(parser.getText());
        }
    }

    /** An integer or a string. */
    static final class OfIntOrString extends JsonDeserializer<IntOrString> {
        @Override
        public IntOrString deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (parser.hasToken(JsonToken.VALUE_NUMBER_INT)) {
                return new IntOrString(parser.getIntValue());
            }
            if (parser.hasToken(JsonToken.VALUE_STRING)) {
                return new IntOrString(parser.getText());
            }
            return (IntOrString) context.handleUnexpectedToken(IntOrString.class, parser);
        }
    }
}
