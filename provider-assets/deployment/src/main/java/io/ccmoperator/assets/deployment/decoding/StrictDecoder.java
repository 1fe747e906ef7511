// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.decoding;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.PropertyBindingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.assets.tree.TreePath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decodes a manifest into the model class of its kind and reports every field that the class does not have and every
 * value of another type than its own; nothing is converted.
 */
public final class StrictDecoder {
    private static final JsonMapper MAPPER = mapper();

    private StrictDecoder() {}

    /** Everything in a manifest that the model has no place for; empty for a sound one. */
    public static List<DecodingFault> faults(KubernetesObject manifest, Class<?> model) {
        ObjectReader reader = MAPPER.readerFor(model);
        List<DecodingFault> faults = new ArrayList<>();
        KubernetesObject rest = manifest.copy();
        // Jackson stops at the first fault: what is at fault is taken out, until nothing is.
        for (Optional<JsonMappingException> fault = decode(reader, rest);
                fault.isPresent();
                fault = decode(reader, rest)) {
            List<Reference> way = fault.get().getPath();
            faults.add(new DecodingFault(
                    path(way),
                    meant(fault.get()),
                    fault.get() instanceof PropertyBindingException,
                    reason(fault.get(), remove(rest.tree(), way))));
        }
        return faults;
    }

    private static Optional<JsonMappingException> decode(ObjectReader reader, KubernetesObject manifest) {
        try {
            reader.readValue(JsonWriter.compact(manifest.tree()));
            return Optional.empty();
        } catch (JsonMappingException e) {
            if (e.getPath().isEmpty()) {
                throw new IllegalStateException(e);
            }
            return Optional.of(e);
        } catch (JacksonException e) {
            throw new IllegalStateException("a tree was not written as JSON", e);
        }
    }

    private static String reason(JsonMappingException fault, Object value) {
        if (fault instanceof PropertyBindingException unknown) {
            return "there is no such field; "
                    + DidYouMean.hint(unknown.getPropertyName(), unknown.getKnownPropertyIds());
        }
        return TypeMismatch.reason(value, fault);
    }

    private static Optional<String> meant(JsonMappingException fault) {
        return fault instanceof PropertyBindingException unknown
                ? DidYouMean.nearest(unknown.getPropertyName(), unknown.getKnownPropertyIds())
                : Optional.empty();
    }

    private static TreePath path(List<Reference> way) {
        TreePath path = TreePath.ROOT;
        for (Reference step : way) {
            path = step.getFieldName() == null ? path.item(step.getIndex()) : path.field(step.getFieldName());
        }
        return path;
    }

    /** Takes the value at the end of the way out of its map, or puts null in its place in a list. */
    @SuppressWarnings("unchecked")
    private static Object remove(Object tree, List<Reference> way) {
        Object holder = tree;
        for (Reference step : way.subList(0, way.size() - 1)) {
            holder = step.getFieldName() == null
                    ? ((List<Object>) holder).get(step.getIndex())
                    : ((Map<String, Object>) holder).get(step.getFieldName());
        }
        Reference last = way.get(way.size() - 1);
        return last.getFieldName() == null
                ? ((List<Object>) holder).set(last.getIndex(), null)
                : ((Map<String, Object>) holder).remove(last.getFieldName());
    }

    private static JsonMapper mapper() {
        return JsonMapper.builder()
                .annotationIntrospector(new StrictIntrospector())
                // A model with a constructor for one string would take a string for a map.
                .visibility(PropertyAccessor.CREATOR, JsonAutoDetect.Visibility.NONE)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_IGNORED_PROPERTIES)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .withCoercionConfigDefaults(coercions -> {
                    for (CoercionInputShape shape : CoercionInputShape.values()) {
                        coercions.setCoercion(shape, CoercionAction.Fail);
                    }
                })
                .build();
    }
}
