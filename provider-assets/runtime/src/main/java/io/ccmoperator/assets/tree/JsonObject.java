/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.tree;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An object of JSON that somebody else wrote and that is to be changed in few places: members keep their order, numbers are
 * {@link JsonNumber}s. Names of members match as they do in Go's encoding/json, whatever their letter case; of several
 * that differ in nothing else, the last one counts.
 */
public final class JsonObject {
    /** Lengths need no limit: a number is never calculated with, and the text is in memory already. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private static final char LONG_S = '\u017F';
    private static final char KELVIN = '\u212A';

    private final Map<String, Object> members;
    private final Map<String, Position> positions;

    private JsonObject(Map<String, Object> members, Map<String, Position> positions) {
        this.members = members;
        this.positions = positions;
    }

    /**
     * Reads a text, strictly: a name that stands twice in the same letters and text behind the object are errors.
     *
     * @param text may begin with a byte order mark
     * @throws SyntaxException if the text is not exactly one object. The reason quotes names of members, but no value: it
     *     may be a credential
     */
    @SuppressWarnings("unchecked")
    public static JsonObject read(String text) {
        try (JsonParser parser = FACTORY.createParser(text.startsWith("\uFEFF") ? text.substring(1) : text)) {
            JsonTree tree = new JsonTree(parser, number -> new JsonNumber(number.getText()));
            Object value = tree.build();
            if (value instanceof Map<?, ?> map) {
                return new JsonObject((Map<String, Object>) map, tree.members());
            }
            throw new SyntaxException("an object {...} of JSON is needed, but this is " + typeOf(value), tree.start());
        } catch (JsonProcessingException e) {
            throw new SyntaxException(
                    "no well-formed JSON; check quotes, commas and brackets", JsonTree.position(e.getLocation()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether there is such a member, even if it is null. */
    public boolean has(String name) {
        return spelling(name) != null;
    }

    /** The value of a member: a tree; null where it is null and where there is no such member. */
    public Object get(String name) {
        return members.get(spelling(name));
    }

    /** Where the name of a member stands in the text that was read. */
    public Optional<Position> position(String name) {
        return Optional.ofNullable(positions.get(spelling(name)));
    }

    /**
     * This object with a member set, in the place of the first that has this name in any letter case, else at the end.
     *
     * @param name is written in these letters
     * @param value a tree
     */
    public JsonObject with(String name, Object value) {
        Map<String, Object> changed = new LinkedHashMap<>();
        members.forEach((member, old) -> {
            if (isSame(member, name)) {
                changed.put(name, value);
            } else {
                changed.put(member, old);
            }
        });
        changed.put(name, value);
        return new JsonObject(changed, positions);
    }

    /** This object without any member that has this name in any letter case. */
    public JsonObject without(String name) {
        Map<String, Object> changed = new LinkedHashMap<>(members);
        changed.keySet().removeIf(member -> isSame(member, name));
        return new JsonObject(changed, positions);
    }

    /** The object on one line, without blanks. */
    public String text() {
        return JsonWriter.compact(members);
    }

    /** How the member that counts is spelled, or null where there is none. */
    private String spelling(String name) {
        String spelling = null;
        for (String member : members.keySet()) {
            if (isSame(member, name)) {
                spelling = member;
            }
        }
        return spelling;
    }

    private static boolean isSame(String member, String name) {
        if (member.length() != name.length()) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (folded(member.charAt(i)) != folded(name.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Unicode's simple case folding, as far as it leads to letters of ASCII. */
    private static char folded(char c) {
        if (c >= 'A' && c <= 'Z') {
            return (char) (c - 'A' + 'a');
        }
        return switch (c) {
            case LONG_S -> 's';
            case KELVIN -> 'k';
            default -> c;
        };
    }

    private static String typeOf(Object value) {
        if (value == null) {
            return "null";
        } else if (value instanceof String) {
            return "a text";
        } else if (value instanceof Boolean) {
            return "a boolean";
        }
        return value instanceof JsonNumber ? "a number" : "a list";
    }
}
