// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.preview;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.text.Credentials;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.assets.tree.SyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces credentials of objects, see {@link Credentials}, by numbers: equal credentials have the same number, so that a difference
 * shows that a credential changes, but not to what. One instance an object.
 */
final class CredentialMask {
    /** Fields whose keys users choose; those of the API are known, and {@code key} is the name of another key there. */
    private static final Set<String> MAPS_OF_USERS =
            Set.of("annotations", "labels", "args", "env", "data", "parameters");

    /** A flag whose value is the next argument. */
    private static final Pattern FLAG = Pattern.compile("--?([A-Za-z][\\w.-]*)");

    private final Map<String, Integer> numbers = new HashMap<>();

    /** A copy of the object with its credentials masked. */
    KubernetesObject of(KubernetesObject object) {
        KubernetesObject copy = object.copy();
        copy.tree()
                .replaceAll((field, value) -> content(ResourceKind.of(object), field)
                        .<Object>map(change -> changed(value, change))
                        .orElseGet(() -> masked(field, value, false)));
        return copy;
    }

    /** How the entries of a Secret and a ConfigMap are masked; nothing for other fields. */
    private Optional<BiFunction<String, Object, Object>> content(Optional<ResourceKind> kind, String field) {
        if (kind.equals(Optional.of(ResourceKind.SECRET))
                && Set.of("data", "stringData").contains(field)) {
            return Optional.of((key, value) -> mask(String.valueOf(value)));
        } else if (kind.equals(Optional.of(ResourceKind.CONFIG_MAP)) && field.equals("binaryData")) {
            return Optional.of((key, value) -> mask(String.valueOf(value)));
        }
        return kind.equals(Optional.of(ResourceKind.CONFIG_MAP)) && field.equals("data")
                ? Optional.of(this::entry)
                : Optional.empty();
    }

    private static Object changed(Object entries, BiFunction<String, Object, Object> change) {
        if (!(entries instanceof Map<?, ?> map)) {
            return entries;
        }
        Map<String, Object> changed = new LinkedHashMap<>();
        map.forEach((key, value) -> changed.put((String) key, change.apply((String) key, value)));
        return changed;
    }

    /** The mask of a credential. */
    private String mask(String credential) {
        return "<masked " + numbers.computeIfAbsent(credential, any -> numbers.size() + 1) + ">";
    }

    private Object entry(String key, Object value) {
        String text = String.valueOf(value);
        return Credentials.isKey(key) ? masked(text, true) : Credentials.maskedConfiguration(lines(text), this::mask);
    }

    /** @param isOfUser whether a user chose the name */
    private Object masked(String name, Object value, boolean isOfUser) {
        if (value instanceof Map<?, ?> map) {
            return members(map, MAPS_OF_USERS.contains(name));
        } else if (value instanceof List<?> list) {
            return items(list);
        }
        return value instanceof String text
                ? masked(text, isOfUser ? Credentials.isKey(name) : Credentials.isField(name))
                : value;
    }

    private String masked(String text, boolean isCredential) {
        if (Credentials.isHarmless(text)) {
            return text;
        }
        return isCredential ? mask(text) : maskedJson(text).orElseGet(() -> Credentials.masked(text, this::mask));
    }

    /** An object of JSON in a string, such as an annotation, whose members have credentials; empty for other strings. */
    private Optional<String> maskedJson(String text) {
        if (!text.startsWith("{")) {
            return Optional.empty();
        }
        try {
            Object tree = JsonReader.read(text);
            Object masked = masked("", tree, false);
            return masked.equals(tree) ? Optional.empty() : Optional.of(JsonWriter.compact(masked));
        } catch (SyntaxException e) {
            return Optional.empty();
        }
    }

    private Map<String, Object> members(Map<?, ?> map, boolean areOfUser) {
        Map<String, Object> members = new LinkedHashMap<>();
        String variable = map.get("name") instanceof String name ? name : "";
        map.forEach((key, value) -> members.put(
                (String) key,
                key.equals("value") && value instanceof String text
                        ? masked(text, Credentials.isKey(variable))
                        : masked((String) key, value, areOfUser)));
        return members;
    }

    private List<Object> items(List<?> list) {
        List<Object> items = new ArrayList<>();
        boolean isCredential = false;
        for (Object item : list) {
            if (item instanceof String text) {
                items.add(masked(text, isCredential && !text.startsWith("-")));
                Matcher flag = FLAG.matcher(text);
                isCredential = flag.matches() && Credentials.isKey(flag.group(1));
            } else {
                items.add(masked("", item, false));
            }
        }
        return items;
    }

    /** JSON is often one line; as several a difference is seen in the member that differs. */
    private static String lines(String text) {
        if (!text.stripLeading().startsWith("{") || text.strip().contains("\n")) {
            return text;
        }
        try {
            return JsonWriter.indented(JsonReader.read(text));
        } catch (SyntaxException e) {
            return text;
        }
    }
}
