// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.azure;

import io.ccmoperator.assets.tree.JsonNumber;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.assets.tree.Position;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.assets.tree.ValueType;
import io.ccmoperator.assets.tree.YamlDocument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A JSON object of another program in which a few members are changed: members keep their order, numbers are
 * {@link JsonNumber}s. Names of members match as they do in Go's encoding/json, whatever their letter case; of several
 * that differ in nothing else, the last one counts.
 */
public final class JsonObject {
    private final Map<String, Object> members;
    private final Source source;

    private JsonObject(Map<String, Object> members, Source source) {
        this.members = members;
        this.source = source;
    }

    /**
     * Reads JSON, or YAML, which the program reads: of several members with one name the last counts.
     *
     * @param text may begin with a byte order mark
     * @throws SyntaxException if the input is not exactly one object. The reason quotes names of members, but no value: it
     *     may be a credential
     */
    public static JsonObject read(String text) {
        String markless = text.startsWith("\uFEFF") ? text.substring(1) : text;
        try {
            return ofJson(markless);
        } catch (SyntaxException notJson) {
            try {
                return YamlForm.read(markless);
            } catch (SyntaxException e) {
                // What begins so is more likely JSON with a mistake, and its reader has the better place.
                throw !e.isLimit() && markless.stripLeading().startsWith("{") ? notJson : e;
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static JsonObject ofJson(String text) {
        Object value = JsonReader.readAsWritten(text);
        if (value instanceof Map<?, ?> map) {
            return new JsonObject(
                    (Map<String, Object>) map,
                    new Source(false, (Set<String>) map.keySet(), path -> JsonReader.position(text, path)));
        }
        throw new SyntaxException(
                "an object {...} of JSON is needed, but this is "
                        + ValueType.of(value).withArticle(),
                JsonReader.position(text, List.of()).orElse(null));
    }

    /**
     * An object that is a document of YAML.
     *
     * @param members trees as {@link #members} gives them
     */
    static JsonObject ofYaml(Map<String, Object> members, YamlDocument document) {
        return new JsonObject(
                members, new Source(true, members.keySet(), path -> document.nearestPosition(treePath(path))));
    }

    private static TreePath treePath(List<Object> path) {
        TreePath tree = TreePath.ROOT;
        for (Object step : path) {
            tree = step instanceof Integer index ? tree.item(index) : tree.field((String) step);
        }
        return tree;
    }

    /** Whether this was read from YAML that is not JSON. */
    public boolean isYaml() {
        return source.yaml();
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
        return Optional.ofNullable(spelling(name)).flatMap(spelling -> position(List.of(spelling)));
    }

    /**
     * The position of a member in the document; for an item of a list, that of the member with the list.
     *
     * @param path names of members and indices of items, from the root: all but the first name in the same case as in the document
     * @return empty if the document has no such member
     */
    public Optional<Position> position(List<Object> path) {
        return source.positions().apply(source.spelled(path));
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
            if (member.equalsIgnoreCase(name)) {
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
        changed.keySet().removeIf(member -> member.equalsIgnoreCase(name));
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
            if (member.equalsIgnoreCase(name)) {
                last = member;
            }
        }
        return last;
    }

    /**
     * What was read.
     *
     * @param yaml whether it was YAML
     * @param members the names of the root's members
     * @param positions of paths, as they are spelled in the document
     */
    private record Source(boolean yaml, Set<String> members, Function<List<Object>, Optional<Position>> positions) {
        /** A path as it is spelled here: a member that was set has the letters of who set it. */
        List<Object> spelled(List<Object> path) {
            if (path.isEmpty() || !(path.get(0) instanceof String name) || members.contains(name)) {
                return path;
            }
            List<Object> spelled = new ArrayList<>(path);
            spelled.set(0, Optional.ofNullable(last(members, name)).orElse(name));
            return spelled;
        }
    }
}
