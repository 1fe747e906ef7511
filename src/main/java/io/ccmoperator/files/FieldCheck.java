/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.files;

import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.cluster.InvalidInputException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Compares one document with the schema of its kind, and gathers every fault before it gives up. */
final class FieldCheck {
    private final InputFile input;
    private final YamlDocument document;
    private final ManifestKind kind;
    private final String unknown;
    private final Consumer<String> unknownLines;
    private final List<String> errors = new ArrayList<>();

    FieldCheck(InputFile input, YamlDocument document, ManifestKind kind, UnknownFields policy) {
        this.input = input;
        this.document = document;
        this.kind = kind;
        if (policy instanceof UnknownFields.Warned warned) {
            unknown = "it is ignored";
            unknownLines = warned.warnings();
        } else {
            unknown = ((UnknownFields.Refused) policy).remedy();
            unknownLines = errors::add;
        }
    }

    /**
     * Checks the document.
     *
     * @throws InvalidInputException with a line for each fault, in the order of the document
     */
    void run() {
        check(document.value(), kind.schema(), TreePath.ROOT);
        if (!errors.isEmpty()) {
            throw new InvalidInputException(errors);
        }
    }

    private void check(Object value, FieldSchema schema, TreePath path) {
        if (schema instanceof FieldSchema.Scalar scalar) {
            checkScalar(value, scalar, path);
        } else if (schema instanceof FieldSchema.Items items) {
            if (value instanceof List<?> list) {
                for (int i = 0; i < list.size(); i++) {
                    check(list.get(i), items.item(), path.item(i));
                }
            } else {
                wrongType(path, value, "a list", "");
            }
        } else if (!(value instanceof Map<?, ?> map)) {
            wrongType(path, value, "a map", "");
        } else if (schema instanceof FieldSchema.Entries entries) {
            map.forEach((key, member) -> checkMember(member, entries.value(), path.field((String) key)));
        } else if (schema instanceof FieldSchema.Fields fields) {
            map.forEach((key, member) -> checkField(member, fields.fields().get(key), path.field((String) key)));
        }
    }

    private void checkField(Object member, FieldSchema schema, TreePath path) {
        if (schema == null) {
            unknownLines.accept(line(path, path + " is no field of " + kind + "; " + unknown));
        } else {
            checkMember(member, schema, path);
        }
    }

    private void checkMember(Object member, FieldSchema schema, TreePath path) {
        if (member != null) {
            check(member, schema, path);
        }
    }

    private void checkScalar(Object value, FieldSchema.Scalar type, TreePath path) {
        boolean text = value instanceof String;
        boolean integer = value instanceof Long || value instanceof BigInteger;
        switch (type) {
            case STRING -> require(text, path, value, "a text", isScalar(value) ? "; put it in quotes" : "");
            case INTEGER -> require(integer, path, value, "an integer", text ? "; write digits without quotes" : "");
            case NUMBER ->
                require(
                        integer || value instanceof BigDecimal,
                        path,
                        value,
                        "a number",
                        text ? "; write digits without quotes" : "");
            case BOOLEAN -> require(value instanceof Boolean, path, value, "a boolean", "; write true or false");
            case INT_OR_STRING ->
                require(
                        text || integer,
                        path,
                        value,
                        "a text or an integer",
                        isScalar(value) ? "; put it in quotes" : "");
            case ANY -> {}
        }
    }

    private void require(boolean right, TreePath path, Object value, String needed, String remedy) {
        if (!right) {
            wrongType(path, value, needed, remedy);
        }
    }

    private void wrongType(TreePath path, Object value, String needed, String remedy) {
        String shown = isScalar(value) && !kind.isConfidential() ? quoted(value) : "this";
        errors.add(
                line(path, path + ": " + needed + " is needed, but " + shown + " is " + TypeNames.of(value) + remedy));
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
