// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import io.ccmoperator.assets.tree.YamlDocument.AmbiguousScalar;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/**
 * Turns the nodes of YAML documents into trees and remembers where each value is. What aliases repeat is built again at each of
 * them, up to the number of values of a document without aliases, and to a few times the characters of the input.
 */
final class TreeBuilder {
    private static final int CHARACTERS_OF_SHORT_TEXT = 64 << 10;
    private static final long CHARACTERS_PER_CHARACTER = 4;
    private static final ScalarResolver RESOLVER = new CoreSchema().getScalarResolver();

    private final Map<TreePath, Position> positions = new HashMap<>();
    private final List<AmbiguousScalar> ambiguous = new ArrayList<>();
    private final Set<Node> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private final boolean asWritten;

    /** How many of each all documents may have yet. */
    private int values = BoundedParser.MAX_VALUES;

    private long characters;

    /**
     * @param text that of all documents
     * @param asWritten true to keep unquoted scalars that are more than text as they are written
     */
    TreeBuilder(String text, boolean asWritten) {
        this.characters = CHARACTERS_OF_SHORT_TEXT + CHARACTERS_PER_CHARACTER * text.length();
        this.asWritten = asWritten;
    }

    YamlDocument build(Node root) {
        positions.clear();
        ambiguous.clear();
        return new YamlDocument(value(root, TreePath.ROOT), positions, ambiguous);
    }

    private Object value(Node node, TreePath path) {
        count(node);
        positions.putIfAbsent(path, positionOf(node));
        if (node instanceof ScalarNode scalar) {
            return scalar(scalar, path);
        }
        if (!open.add(node)) {
            throw new SyntaxException("the alias contains itself", positionOf(node));
        }
        BoundedParser.requireDepth(open.size(), node.getStartMark());
        Object value = node instanceof MappingNode mapping ? map(mapping, path) : list((SequenceNode) node, path);
        open.remove(node);
        return value;
    }

    private void count(Node node) {
        characters -= node instanceof ScalarNode scalar ? scalar.getValue().length() : 0;
        if (--values < 0 || characters < 0) {
            throw SyntaxException.ofLimit(
                    "the document is too large with what its aliases (*) repeat; write fewer aliases",
                    positionOf(node));
        }
    }

    private Map<String, Object> map(MappingNode node, TreePath path) {
        requireTag(node, Tag.MAP);
        Map<String, Object> map = new LinkedHashMap<>();
        Map<String, Object> merged = new LinkedHashMap<>();
        for (NodeTuple tuple : node.getValue()) {
            if (asWritten && isMergeKey(tuple.getKeyNode())) {
                merge(tuple.getValueNode(), path, merged);
            } else {
                member(tuple, path, map);
            }
        }
        merged.forEach(map::putIfAbsent);
        return map;
    }

    private void member(NodeTuple tuple, TreePath path, Map<String, Object> map) {
        count(tuple.getKeyNode());
        String key = key(tuple.getKeyNode(), path);
        TreePath child = path.field(key);
        // The key is the better place to point at: a value may begin on the next line or be missing.
        positions.put(child, positionOf(tuple.getKeyNode()));
        Object value = value(tuple.getValueNode(), child);
        boolean duplicate = map.containsKey(key);
        Object former = map.put(key, value);
        // Of values the readers of Go take the last one; what becomes of two maps depends on the type.
        if (duplicate && (!asWritten || former instanceof Map && value instanceof Map)) {
            throw new SyntaxException("the key '" + key + "' is a duplicate", positionOf(tuple.getKeyNode()));
        }
    }

    /** In quotes it is a key like others. */
    private static boolean isMergeKey(Node key) {
        return key instanceof ScalarNode scalar
                && scalar.getScalarStyle() == ScalarStyle.PLAIN
                && scalar.getValue().equals("<<");
    }

    /** The members of a map or of several; of members with one name the first counts. */
    private void merge(Node node, TreePath path, Map<String, Object> merged) {
        List<Node> parts = node instanceof SequenceNode sequence ? sequence.getValue() : List.of(node);
        for (Node part : parts) {
            if (!(part instanceof MappingNode)) {
                throw new SyntaxException("<< merges a value that is not a map", positionOf(part));
            }
            ((Map<?, ?>) value(part, path.field("<<")))
                    .forEach((key, member) -> merged.putIfAbsent((String) key, member));
        }
    }

    private List<Object> list(SequenceNode node, TreePath path) {
        requireTag(node, Tag.SEQ);
        List<Object> list = new ArrayList<>(node.getValue().size());
        for (Node item : node.getValue()) {
            list.add(value(item, path.item(list.size())));
        }
        return list;
    }

    private String key(Node node, TreePath path) {
        if (node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.STR)) {
            if (scalar.getScalarStyle() == ScalarStyle.PLAIN && Yaml11Scalars.isNotText(scalar.getValue())) {
                ambiguous.add(new AmbiguousScalar(path.field(scalar.getValue()), scalar.getValue()));
            }
            return scalar.getValue();
        }
        String shown = node instanceof ScalarNode scalar ? " '" + scalar.getValue() + "'" : "";
        throw new SyntaxException("the key" + shown + " is not a string; put it in quotes", positionOf(node));
    }

    private Object scalar(ScalarNode node, TreePath path) {
        String text = node.getValue();
        Tag tag = node.getTag();
        if (asWritten && isMoreThanText(node)) {
            return new PlainScalar(text);
        }
        if (node.getScalarStyle() == ScalarStyle.PLAIN && isReadDifferently(text, tag)) {
            ambiguous.add(new AmbiguousScalar(path, text));
        }
        if (tag.equals(Tag.STR)) {
            return text;
        } else if (tag.equals(Tag.NULL)) {
            return null;
        } else if (tag.equals(Tag.BOOL)) {
            return Boolean.valueOf(text);
        } else if (tag.equals(Tag.INT)) {
            return integer(node, text);
        } else if (tag.equals(Tag.FLOAT)) {
            return decimal(node, text);
        }
        throw new SyntaxException("the tag " + tag + " is not supported", positionOf(node));
    }

    /** True for a plain scalar with a type of its own in YAML 1.1 or 1.2; what says nothing, such as ~, is none. */
    private static boolean isMoreThanText(ScalarNode node) {
        Tag tag = node.getTag();
        return node.getScalarStyle() == ScalarStyle.PLAIN
                && !tag.equals(Tag.NULL)
                && (!tag.equals(Tag.STR) || Yaml11Scalars.isNotText(node.getValue()))
                && RESOLVER.resolve(node.getValue(), true).equals(tag);
    }

    private static boolean isReadDifferently(String text, Tag tag) {
        if (tag.equals(Tag.STR)) {
            return Yaml11Scalars.isNotText(text);
        }
        return tag.equals(Tag.INT) && !Yaml11Scalars.isSameInteger(text) && !text.startsWith("0x");
    }

    private static Object integer(ScalarNode node, String text) {
        try {
            BigInteger value = text.startsWith("0o")
                    ? new BigInteger(text.substring(2), 8)
                    : text.startsWith("0x") ? new BigInteger(text.substring(2), 16) : new BigInteger(text);
            return Numbers.shortest(value);
        } catch (NumberFormatException e) {
            throw new SyntaxException("'" + text + "' is not an integer", positionOf(node));
        }
    }

    private static BigDecimal decimal(ScalarNode node, String text) {
        try {
            return Numbers.decimal(new BigDecimal(text));
        } catch (NumberFormatException e) {
            throw new SyntaxException("'" + text + "' is not a number in JSON", positionOf(node));
        }
    }

    private static void requireTag(Node node, Tag tag) {
        if (!node.getTag().equals(tag)) {
            throw new SyntaxException("the tag " + node.getTag() + " is not supported", positionOf(node));
        }
    }

    private static Position positionOf(Node node) {
        return node.getStartMark().map(YamlReader::position).orElse(new Position(1, 1));
    }
}
