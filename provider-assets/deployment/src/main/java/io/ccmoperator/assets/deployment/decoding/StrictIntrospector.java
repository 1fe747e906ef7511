// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.decoding;

import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Quantity;

/** Hides what makes the model classes lenient: setters that take any field, and deserializers that take any value. */
final class StrictIntrospector extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    @Override
    public Boolean hasAnySetter(Annotated annotated) {
        return Boolean.FALSE;
    }

    @Override
    public Object findDeserializer(Annotated annotated) {
        if (annotated.getRawType() == Quantity.class) {
            return StrictScalars.OfQuantity.class;
        }
        if (annotated.getRawType() == IntOrString.class) {
            return StrictScalars.OfIntOrString.class;
        }
        return super.findDeserializer(annotated);
    }
}
