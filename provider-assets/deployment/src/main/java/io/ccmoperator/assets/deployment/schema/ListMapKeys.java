// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.AbstractKeyword;
import com.networknt.schema.BaseJsonValidator;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.JsonNodePath;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonValidator;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.ValidationContext;
import com.networknt.schema.ValidationMessage;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The fields by which items of a list differ, such as name for containers. The API server accepts some lists with equal items,
 * but then one of the items has no effect, or a later change of the object fails.
 */
final class ListMapKeys extends AbstractKeyword {
    static final String NAME = "x-kubernetes-list-map-keys";

    ListMapKeys() {
        super(NAME);
    }

    @Override
    public JsonValidator newValidator(
            SchemaLocation location, JsonNodePath path, JsonNode keys, JsonSchema list, ValidationContext context) {
        return new UniqueItems(location, path, keys, list, this, context);
    }

    private static final class UniqueItems extends BaseJsonValidator {
        private final Map<String, JsonNode> defaults = new LinkedHashMap<>();

        UniqueItems(
                SchemaLocation location,
                JsonNodePath path,
                JsonNode keys,
                JsonSchema list,
                ListMapKeys keyword,
                ValidationContext context) {
            super(location, path, keys, list, () -> NAME, keyword, context, false);
            JsonNode item = item(list);
            keys.forEach(key -> defaults.put(
                    key.asText(), item.path("properties").path(key.asText()).path("default")));
        }

        /** The schema of the items, to which the list refers. */
        private static JsonNode item(JsonSchema list) {
            JsonNode items = list.getSchemaNode().path("items");
            String reference = items.path("$ref")
                    .asText(items.path("allOf").path(0).path("$ref").asText());
            return list.findSchemaResourceRoot().getSchemaNode().at(reference.substring(1));
        }

        @Override
        public Set<ValidationMessage> validate(
                ExecutionContext context, JsonNode list, JsonNode root, JsonNodePath location) {
            Set<ValidationMessage> messages = new LinkedHashSet<>();
            Map<Map<String, JsonNode>, Integer> seen = new HashMap<>();
            // The decoder reports a value that is not a list, and an item that is not a map.
            for (int index = 0; list.isArray() && index < list.size(); index++) {
                Map<String, JsonNode> values = values(list.get(index));
                Integer first = isComplete(values) ? seen.putIfAbsent(values, index) : null;
                if (first != null) {
                    messages.add(message()
                            .instanceNode(list.get(index))
                            .instanceLocation(location.append(index))
                            .message("item " + first + " of the list has the same " + display(values)
                                    + "; remove one of them or change it")
                            .build());
                }
            }
            return messages;
        }

        private Map<String, JsonNode> values(JsonNode item) {
            Map<String, JsonNode> values = new LinkedHashMap<>();
            defaults.forEach((key, byDefault) -> values.put(key, item.has(key) ? item.get(key) : byDefault));
            return values;
        }

        /** False where a required key is missing or empty, which is another mistake. */
        private static boolean isComplete(Map<String, JsonNode> values) {
            return values.values().stream()
                    .allMatch(value -> value.isNumber() || !value.asText().isEmpty());
        }

        private static String display(Map<String, JsonNode> values) {
            return values.entrySet().stream()
                    .map(value -> value.getKey() + " " + value.getValue().asText())
                    .collect(Collectors.joining(" and "));
        }
    }
}
