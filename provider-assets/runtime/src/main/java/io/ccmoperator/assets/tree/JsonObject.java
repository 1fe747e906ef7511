// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A JSON object of another program in which a few members are changed: members keep their order, numbers are
 * {@link JsonNumber}s. Names of members match as they do in Go's encoding/json, whatever their letter case; of several
 * that differ in nothing else, the last one counts.
 */
public final class JsonObject {
    /** Lengths need no limit: numbers are only copied, and the input is in memory already. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final Map<String, Object> members;
    private final Source source;

    private JsonObject(Map<String, Object> members, Source source) {
        this.members = members;
        this.source = source;
    }

    /**
     * Reads JSON strictly: a duplicate name in the same case and content after the object are errors.
     *
     * @param text may begin with a byte order mark
     * @throws SyntaxException if the input is not exactly one object. The reason quotes names of members, but no value: it
     *     may be a credential
     */
    @SuppressWarnings("unchecked")
    public static JsonObject read(String text) {
        String markless = text.startsWith("\uFEFF") ? text.substring(1) : text;
        try (JsonParser parser = FACTORY.createParser(markless)) {
            JsonTree tree = new JsonTree(parser, number -> new JsonNumber(number.getText()));
            Object value = tree.build();
            if (value instanceof Map<?, ?> map) {
                return new JsonObject((Map<String, Object>) map, new Source(markless, tree.members()));
            }
            throw new SyntaxException(
                    "an object {...} of JSON is needed, but this is "
                            + ValueType.of(value).withArticle(),
                    tree.start());
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

    /** The position of the name of a member in the document. */
    public Optional<Position> position(String name) {
        return Optional.ofNullable(source.members().get(source.spelling(spelling(name))));
    }

    /**
     * The position of a member in the document; for an item of a list, that of the member with the list.
     *
     * @param path names of members and indices of items, from the root: all but the first name in the same case as in the document
     * @return empty if the document has no such member
     */
    public Optional<Position> position(List<Object> path) {
        try (JsonParser parser = FACTORY.createParser(source.text())) {
            return new JsonPlace(parser).find(source.spelled(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All members, in order: trees whose numbers are {@link JsonNumber}s. The map must not be changed. */
    public Map<String, Object> members() {
        return members;
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
            if (MemberNames.isSame(member, name)) {
                changed.put(name, value);
            } else {
                changed.put(member, old);
            }
        });
        changed.put(name, value);
        return new JsonObject(changed, source);
    }

    /** This object without any member that has this name in any letter case. */
    public JsonObject without(String name) {
        Map<String, Object> changed = new LinkedHashMap<>(members);
        changed.keySet().removeIf(member -> MemberNames.isSame(member, name));
        return new JsonObject(changed, source);
    }

    /** The object on one line, without blanks; good for readers of YAML, too, which those of Azure's cloud provider are. */
    public String text() {
        return JsonWriter.compactYaml(members);
    }

    /** How the member that counts is spelled, or null where there is none. */
    private String spelling(String name) {
        return last(members.keySet(), name);
    }

    private static String last(Set<String> members, String name) {
        String last = null;
        for (String member : members) {
            if (MemberNames.isSame(member, name)) {
                last = member;
            }
        }
        return last;
    }

    /**
     * What was read.
     *
     * @param text without a byte order mark
     * @param members where the names of the root's members begin
     */
    private record Source(String text, Map<String, Position> members) {
        Source {
            // Look-ups of a member that does not exist pass null, which Map.copyOf rejects.
            members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
        }

        /** How a member is spelled here: one that was set has the letters of who set it. */
        String spelling(String name) {
            return name == null || members.containsKey(name) ? name : last(members.keySet(), name);
        }

        List<Object> spelled(List<Object> path) {
            if (path.isEmpty() || !(path.get(0) instanceof String name)) {
                return path;
            }
            List<Object> spelled = new ArrayList<>(path);
            spelled.set(0, Optional.ofNullable(spelling(name)).orElse(name));
            return spelled;
        }
    }
}
