/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.tree;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Present;
import org.snakeyaml.engine.v2.api.lowlevel.Serialize;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.NonPrintableStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * Writes trees as YAML in block style. The same tree gives the same text; a text value is put in quotes wherever a reader
 * of YAML 1.1 or 1.2 could take it for something else.
 */
public final class YamlWriter {
    private static final DumpSettings SETTINGS = DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setIndent(2)
            .setWidth(Integer.MAX_VALUE)
            .setSplitLines(false)
            .setMaxSimpleKeyLength(1024)
            .setDereferenceAliases(true)
            .setNonPrintableStyle(NonPrintableStyle.ESCAPE)
            .build();

    /** Lines that a literal block shows as they are: printable, and none that begins or ends with a blank. */
    private static final Pattern LITERAL = Pattern.compile(
            "[\\x21-\\x7E](?:[\\x20-\\x7E]*[\\x21-\\x7E])?" + "(?:\\n(?:[\\x20-\\x7E]*[\\x21-\\x7E])?)*?\\n?");

    private YamlWriter() {}

    /** One document, without a separator, with a newline at the end. */
    public static String write(Object tree) {
        return new Present(SETTINGS)
                .emitToString(new Serialize(SETTINGS).serializeOne(node(tree)).iterator());
    }

    /** Several documents, each one but the first after a line {@code ---}. */
    public static String writeAll(List<?> trees) {
        StringBuilder text = new StringBuilder();
        for (Object tree : trees) {
            text.append(text.isEmpty() ? "" : "---\n").append(write(tree));
        }
        return text.toString();
    }

    private static Node node(Object value) {
        if (value instanceof Map<?, ?> map) {
            List<NodeTuple> tuples = new ArrayList<>(map.size());
            map.forEach((key, member) -> tuples.add(new NodeTuple(text((String) key, true), node(member))));
            return new MappingNode(Tag.MAP, tuples, map.isEmpty() ? FlowStyle.FLOW : FlowStyle.BLOCK);
        }
        if (value instanceof List<?> list) {
            List<Node> items = list.stream().map(YamlWriter::node).toList();
            return new SequenceNode(Tag.SEQ, items, list.isEmpty() ? FlowStyle.FLOW : FlowStyle.BLOCK);
        }
        return scalar(value);
    }

    private static Node scalar(Object value) {
        if (value == null) {
            return new ScalarNode(Tag.NULL, "null", ScalarStyle.PLAIN);
        } else if (value instanceof String text) {
            return text(text, false);
        } else if (value instanceof Boolean flag) {
            return new ScalarNode(Tag.BOOL, flag.toString(), ScalarStyle.PLAIN);
        } else if (value instanceof Long || value instanceof Integer || value instanceof BigInteger) {
            return new ScalarNode(Tag.INT, value.toString(), ScalarStyle.PLAIN);
        } else if (value instanceof BigDecimal number) {
            return new ScalarNode(Tag.FLOAT, number.toString(), ScalarStyle.PLAIN);
        } else if (value instanceof PlainScalar plain) {
            // The tag that a reader would find by itself is the one that need not be written.
            Tag tag = SETTINGS.getSchema().getScalarResolver().resolve(plain.text(), true);
            return new ScalarNode(tag, plain.text(), ScalarStyle.PLAIN);
        }
        throw new IllegalArgumentException("a tree has no values of " + value.getClass());
    }

    private static Node text(String text, boolean key) {
        ScalarStyle style = ScalarStyle.PLAIN;
        if (Yaml11Scalars.isNotText(text)) {
            style = ScalarStyle.DOUBLE_QUOTED;
        } else if (text.indexOf('\n') >= 0 || !text.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            style = !key && LITERAL.matcher(text).matches() ? ScalarStyle.LITERAL : ScalarStyle.DOUBLE_QUOTED;
        }
        return new ScalarNode(Tag.STR, text, style);
    }
}
