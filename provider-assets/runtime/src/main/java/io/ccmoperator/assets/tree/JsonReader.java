/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.tree;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON into trees, strictly: a member that stands twice and text behind the value are errors. Numbers keep all digits. */
public final class JsonReader {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private JsonReader() {}

    /**
     * Reads the one value of a text.
     *
     * @param text UTF-8
     * @throws SyntaxException if the text is not exactly one JSON value
     */
    public static Object read(byte[] text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            return read(parser);
        } catch (JsonProcessingException e) {
            throw syntax(e.getOriginalMessage(), e.getLocation());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads the one value of a text.
     *
     * @throws SyntaxException if the text is not exactly one JSON value
     */
    public static Object read(String text) {
        try (JsonParser parser = FACTORY.createParser(text)) {
            return read(parser);
        } catch (JsonProcessingException e) {
            throw syntax(e.getOriginalMessage(), e.getLocation());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Object read(JsonParser parser) throws IOException {
        if (parser.nextToken() == null) {
            throw syntax("the text is empty", parser.currentLocation());
        }
        Object value = value(parser);
        if (parser.nextToken() != null) {
            throw syntax("there is text behind the value", parser.currentTokenLocation());
        }
        return value;
    }

    private static Object value(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> map(parser);
            case START_ARRAY -> list(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_TRUE -> Boolean.TRUE;
            case VALUE_FALSE -> Boolean.FALSE;
            case VALUE_NULL -> null;
            case VALUE_NUMBER_INT -> Numbers.shortest(parser.getBigIntegerValue());
            case VALUE_NUMBER_FLOAT -> Numbers.decimal(parser.getDecimalValue());
            default -> throw syntax("unexpected " + token, parser.currentTokenLocation());
        };
    }

    private static Map<String, Object> map(JsonParser parser) throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            map.put(name, value(parser));
        }
        return map;
    }

    private static List<Object> list(JsonParser parser) throws IOException {
        List<Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            list.add(value(parser));
        }
        return list;
    }

    private static SyntaxException syntax(String reason, JsonLocation location) {
        Position position = location == null || location.getLineNr() < 1
                ? null
                : new Position(location.getLineNr(), location.getColumnNr());
        return new SyntaxException(reason.strip().replaceAll("\\s*\\R\\s*", " "), position);
    }
}
