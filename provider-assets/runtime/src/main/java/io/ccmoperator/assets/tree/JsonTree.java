// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds the tree of one JSON text from the tokens of its parser. */
final class JsonTree {
    /** Each level costs two calls here and in the writers; no configuration comes near this depth. */
    private static final int MAX_DEPTH = 500;

    private final JsonParser parser;
    private final NumberForm numbers;
    private final boolean allowsDuplicates;

    /** What a number becomes. */
    @FunctionalInterface
    interface NumberForm {
        /** The number at the position of the parser. */
        Object of(JsonParser parser) throws IOException;
    }

    /** @param allowsDuplicates whether the last of several members with one name counts; otherwise they are an error */
    JsonTree(JsonParser parser, NumberForm numbers, boolean allowsDuplicates) {
        this.parser = parser;
        this.numbers = numbers;
        this.allowsDuplicates = allowsDuplicates;
    }

    /**
     * The one value of the document.
     *
     * @throws SyntaxException if the input is empty, has content after the value, has a duplicate member that is not allowed or is nested too deeply
     * @throws IOException if the parser refuses it
     */
    Object build() throws IOException {
        if (parser.nextToken() == null) {
            throw new SyntaxException("the input is empty", position(parser.currentLocation()));
        }
        Object value = value();
        if (parser.nextToken() != null) {
            throw new SyntaxException("there is content after the value", position(parser.currentTokenLocation()));
        }
        return value;
    }

    private Object value() throws IOException {
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> map();
            case START_ARRAY -> list();
            case VALUE_STRING -> parser.getText();
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            case VALUE_NULL -> null;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number();
            default -> throw new SyntaxException("unexpected " + token, position(parser.currentTokenLocation()));
        };
    }

    private Object number() throws IOException {
        try {
            return numbers.of(parser);
        } catch (NumberFormatException e) {
            // Jackson's own error, in place of one of its parser's, for an exponent beyond those of BigDecimal.
            throw new SyntaxException(
                    "the exponent of the number is too large; write the number with a smaller one",
                    position(parser.currentTokenLocation()));
        }
    }

    private Map<String, Object> map() throws IOException {
        requireDepth();
        Map<String, Object> map = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            if (map.containsKey(name) && !allowsDuplicates) {
                throw new SyntaxException(
                        "the member '" + name + "' is a duplicate", position(parser.currentTokenLocation()));
            }
            parser.nextToken();
            map.put(name, value());
        }
        return map;
    }

    private List<Object> list() throws IOException {
        requireDepth();
        List<Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            list.add(value());
        }
        return list;
    }

    private void requireDepth() {
        if (parser.getParsingContext().getNestingDepth() > MAX_DEPTH) {
            throw SyntaxException.ofLimit(
                    "objects and lists are nested more than " + MAX_DEPTH + " deep; make the document flatter",
                    position(parser.currentTokenLocation()));
        }
    }

    /** The place, or null where the parser does not know it. */
    static Position position(JsonLocation location) {
        return location == null || location.getLineNr() < 1
                ? null
                : new Position(location.getLineNr(), location.getColumnNr());
    }
}
