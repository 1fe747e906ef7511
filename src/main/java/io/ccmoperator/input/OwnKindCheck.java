// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.cluster.InvalidInputException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Compares a manifest of the operator's own kind, whose fields and types are right, with the rest of the kind's definition, as the API server
 * does: what a value may be, and the rules. The status, which the API server drops, may be anything.
 */
final class OwnKindCheck {
    private static final Map<String, Object> SCHEMA = Schemas.ofOwnKind();

    private final InputFile input;
    private final YamlDocument document;
    private final List<String> errors = new ArrayList<>();

    /** @param document for the positions of errors */
    OwnKindCheck(InputFile input, YamlDocument document) {
        this.input = input;
        this.document = document;
    }

    /**
     * Checks the manifest.
     *
     * @throws InvalidInputException with a line for each error
     */
    void run(Map<String, Object> manifest) {
        check(manifest, FieldReader.of(SCHEMA), TreePath.ROOT);
        if (!errors.isEmpty()) {
            throw new InvalidInputException(errors);
        }
    }

    private void check(Object value, FieldReader schema, TreePath path) {
        if (schema.field("enum").exists() && !schema.list("enum").contains(value)) {
            error(path, "has to be one of " + String.join(", ", schema.strings("enum")));
        }
        int before = errors.size();
        if (value instanceof String text) {
            checkString(text, schema, path);
            if (errors.size() > before) {
                // The server does not try the rules either. They are for strings of a limited length.
                return;
            }
        } else if (value instanceof Long || value instanceof BigInteger) {
            checkInteger(new BigInteger(value.toString()), schema, path);
        } else if (value instanceof List<?> list) {
            checkList(list, schema, path);
        } else if (value instanceof Map<?, ?> map) {
            checkMap(FieldReader.of(map).map(), schema, path);
        }
        schema.items("x-kubernetes-validations").stream()
                .filter(rule -> !OwnKindRules.holds(rule.string("rule"), FieldReader.of(value)))
                .forEach(rule -> error(path, rule.string("message")));
    }

    private void checkString(String text, FieldReader schema, TreePath path) {
        within(text.codePointCount(0, text.length()), schema, "minLength", "maxLength", "its length", path);
        String pattern = schema.string("pattern");
        if (!pattern.isEmpty() && !OwnKindRules.matches(pattern, text)) {
            error(path, "has to match " + pattern);
        }
    }

    private void checkInteger(BigInteger number, FieldReader schema, TreePath path) {
        if (number.bitLength() >= Long.SIZE) {
            error(path, "is too large");
        } else {
            within(number.longValue(), schema, "minimum", "maximum", "it", path);
        }
    }

    private void checkList(List<?> list, FieldReader schema, TreePath path) {
        within(list.size(), schema, "minItems", "maxItems", "the number of its items", path);
        List<String> keys = schema.strings("x-kubernetes-list-map-keys");
        boolean unique = schema.string("x-kubernetes-list-type").equals("set") || !keys.isEmpty();
        Set<Object> seen = new HashSet<>();
        for (int i = 0; i < list.size(); i++) {
            Object item = list.get(i);
            Object identity = keys.isEmpty()
                    ? item
                    : keys.stream().map(FieldReader.of(item)::string).toList();
            if (unique && !seen.add(identity)) {
                error(path.item(i), "is there already");
            }
            check(item, schema.field("items"), path.item(i));
        }
    }

    private void checkMap(Map<String, Object> map, FieldReader schema, TreePath path) {
        within(map.size(), schema, "minProperties", "maxProperties", "the number of its members", path);
        schema.strings("required").stream()
                .filter(name -> !map.containsKey(name))
                .forEach(name -> error(path.field(name), "is missing"));
        FieldReader any = schema.field("additionalProperties");
        map.forEach((name, member) -> {
            FieldReader field = any.exists() ? any : schema.field("properties", name);
            if (!path.equals(TreePath.ROOT) || !name.equals("status")) {
                check(member, field, path.field(name));
            }
        });
    }

    private void within(long size, FieldReader schema, String least, String most, String what, TreePath path) {
        if (schema.at(least) instanceof Long bound && size < bound) {
            error(path, what + " has to be at least " + bound);
        }
        if (schema.at(most) instanceof Long bound && size > bound) {
            error(path, what + " has to be at most " + bound);
        }
    }

    private void error(TreePath path, String reason) {
        String place = Objects.equals(path, TreePath.ROOT) ? "" : path + ": ";
        errors.add(input.line(document.nearestPosition(path).orElse(null), place + reason));
    }
}
