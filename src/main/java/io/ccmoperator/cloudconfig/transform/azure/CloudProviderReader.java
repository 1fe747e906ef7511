// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.azure;

import io.ccmoperator.cloudconfig.transform.MemberNames;
import io.ccmoperator.cloudconfig.transform.words.JsonType;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.input.Schemas;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks a configuration as the parser of the Azure cloud provider does. */
public final class CloudProviderReader {
    /** In the notation of {@link Schemas}, with a {@link JsonType} for its name and {@linkplain MemberNames#folded folded} names. */
    static final Map<?, ?> CONFIG = (Map<?, ?>) types(Schemas.read("azurecloudconfig"));

    private static final String ANY_NAME = "*";

    private final Faults faults;

    private CloudProviderReader(Faults faults) {
        this.faults = faults;
    }

    /**
     * Makes sure that the Azure cloud provider can read a configuration: that the members that it knows have the
     * types that it reads, and that the input, which it reads as YAML, is YAML.
     *
     * @throws InvalidInputException with a line for each fault, at most 20; a line has the place, the path, the reason and
     *     the remedy, but never the value, which may be a credential
     */
    public static void require(JsonObject conf) {
        Faults faults = new Faults(conf);
        new CloudProviderReader(faults).check(CONFIG, conf.members());
        new YamlStrings(faults).check(conf.members());
        if (!faults.lines().isEmpty()) {
            throw new InvalidInputException(faults.lines());
        }
    }

    private static Object types(Object schema) {
        if (schema instanceof Map<?, ?> members) {
            Map<String, Object> types = new LinkedHashMap<>();
            members.forEach((name, type) -> types.put(MemberNames.folded((String) name), types(type)));
            return types;
        }
        return schema instanceof List<?> items ? List.of(types(items.get(0))) : JsonType.of((String) schema);
    }

    /** Null is of every type: the provider keeps its default. */
    private void check(Object type, Object value) {
        if (value == null) {
            return;
        }
        Optional<JsonType.Mismatch> mismatch = mismatch(type, value);
        if (mismatch.isPresent()) {
            faults.add("must be " + expected(type) + ", but is "
                    + mismatch.get().found() + "; " + mismatch.get().remedy());
        } else if (type instanceof Map<?, ?> members) {
            ((Map<?, ?>) value).forEach((name, member) -> {
                Object known = members.containsKey(ANY_NAME)
                        ? members.get(ANY_NAME)
                        : members.get(MemberNames.folded((String) name));
                if (known != null) {
                    faults.at(name, () -> check(known, member));
                }
            });
        } else if (type instanceof List<?> items) {
            List<?> list = (List<?>) value;
            for (int i = 0; i < list.size(); i++) {
                Object item = list.get(i);
                faults.at(i, () -> check(items.get(0), item));
            }
        }
    }

    /** What is inside an object or list does not count. */
    private static Optional<JsonType.Mismatch> mismatch(Object type, Object value) {
        if (type instanceof JsonType scalar) {
            return scalar.mismatch(value);
        }
        if (type instanceof Map ? value instanceof Map : value instanceof List) {
            return Optional.empty();
        }
        return Optional.of(
                JsonType.Mismatch.of(value, type instanceof Map ? "write {\"name\": value}" : "write [value, value]"));
    }

    /** The type as messages name it, with an article. */
    static String expected(Object type) {
        return type instanceof JsonType scalar ? scalar.expected() : type instanceof Map ? "an object" : "a list";
    }
}
