// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.assets.tree.ValueType;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.cluster.InvalidInputException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Compares one document with the schema of its kind and collects all errors. */
final class SchemaCheck {
    private static final int MAX_SHOWN = 20;

    private final InputFile input;
    private final YamlDocument document;
    private final ManifestKind kind;
    private final UnknownFields policy;
    private final List<String> errors = new ArrayList<>();
    private final List<TreePath> ignored = new ArrayList<>();

    SchemaCheck(InputFile input, YamlDocument document, ManifestKind kind, UnknownFields policy) {
        this.input = input;
        this.document = document;
        this.kind = kind;
        this.policy = policy;
    }

    /**
     * Checks the document.
     *
     * @throws InvalidInputException with a line for each error, in the order of the document
     */
    void run() {
        check(document.value(), kind.schema(), TreePath.ROOT);
        if (!errors.isEmpty()) {
            throw new InvalidInputException(errors);
        }
        if (!ignored.isEmpty()) {
            policy.warnings().accept(line(ignored.get(0), ignoredFields()));
        }
    }

    private String ignoredFields() {
        String shown = ignored.stream().limit(MAX_SHOWN).map(TreePath::toString).collect(Collectors.joining(", "));
        String more = ignored.size() > MAX_SHOWN ? " and " + (ignored.size() - MAX_SHOWN) + " more" : "";
        return ignored.size() == 1
                ? shown + " is not a field of " + kind + " that this release knows; it is ignored"
                : shown + more + " are not fields of " + kind + " that this release knows; they are ignored";
    }

    private void check(Object value, Object schema, TreePath path) {
        if (schema instanceof String type) {
            checkScalar(value, type, path);
        } else if (schema instanceof List<?> types) {
            if (value instanceof List<?> list) {
                for (int i = 0; i < list.size(); i++) {
                    check(list.get(i), types.get(0), path.item(i));
                }
            } else {
                wrongType(path, value, "a list", "");
            }
        } else if (value instanceof Map<?, ?> map) {
            Map<?, ?> types = (Map<?, ?>) schema;
            map.forEach((key, member) -> checkField(
                    member, types.containsKey("*") ? types.get("*") : types.get(key), path.field((String) key)));
        } else {
            wrongType(path, value, "a map", "");
        }
    }

    private void checkField(Object member, Object schema, TreePath path) {
        if (schema == null && policy.rejected().contains(kind)) {
            errors.add(line(path, path + " is not a field of " + kind + "; " + policy.remedy()));
        } else if (schema == null) {
            ignored.add(path);
        } else if (member != null) {
            check(member, schema, path);
        }
    }

    private void checkScalar(Object value, String type, TreePath path) {
        boolean string = value instanceof String;
        boolean integer = value instanceof Long || value instanceof BigInteger;
        boolean number = integer || value instanceof BigDecimal;
        String digits = string ? "; write digits without quotes" : "";
        String quotes = isScalar(value) ? "; put it in quotes" : "";
        switch (type) {
            case "string" -> require(string, path, value, "a string", quotes);
            case "integer" -> require(integer, path, value, "an integer", digits);
            case "number" -> require(number, path, value, "a number", digits);
            case "boolean" -> require(value instanceof Boolean, path, value, "a boolean", "; write true or false");
            case "intOrString" -> require(string || integer, path, value, "a string or an integer", quotes);
            case "any" -> {}
            default -> throw new IllegalStateException("the schema of " + kind + " has the unknown type " + type);
        }
    }

    private void require(boolean right, TreePath path, Object value, String needed, String remedy) {
        if (!right) {
            wrongType(path, value, needed, remedy);
        }
    }

    private void wrongType(TreePath path, Object value, String needed, String remedy) {
        String shown = isScalar(value) && !kind.isConfidential() ? quoted(value) : "this";
        errors.add(line(
                path,
                path + ": " + needed + " is needed, but " + shown + " is "
                        + ValueType.of(value).withArticle() + remedy));
    }

    private static boolean isScalar(Object value) {
        return value != null && !(value instanceof Map<?, ?>) && !(value instanceof List<?>);
    }

    private static String quoted(Object value) {
        return value instanceof String ? "'" + value + "'" : value.toString();
    }

    private String line(TreePath path, String reason) {
        return input.line(document.nearestPosition(path).orElse(null), reason);
    }
}
