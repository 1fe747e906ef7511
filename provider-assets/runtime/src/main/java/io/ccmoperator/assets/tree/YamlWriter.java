// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.RepresentToNode;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.NonPrintableStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.representer.BaseRepresenter;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;

/**
 * Writes trees as YAML in block style. The same tree gives the same output; a string is put in quotes wherever a parser
 * of YAML 1.1 or 1.2 could take it for something else.
 */
public final class YamlWriter extends BaseRepresenter {
    private static final DumpSettings SETTINGS = DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setIndent(2)
            .setWidth(Integer.MAX_VALUE)
            .setSplitLines(false)
            .setMaxSimpleKeyLength(1024)
            .setNonPrintableStyle(NonPrintableStyle.ESCAPE)
            .build();

    private static final ScalarResolver RESOLVER = SETTINGS.getSchema().getScalarResolver();

    private YamlWriter() {
        defaultFlowStyle = FlowStyle.BLOCK;
        nullRepresenter = value -> representScalar(Tag.NULL, "null", ScalarStyle.PLAIN);
    }

    /** One document, without a separator, with a newline at the end. */
    public static String write(Object tree) {
        return new Dump(SETTINGS, new YamlWriter()).dumpToString(tree);
    }

    /** Several documents, each one but the first after a line {@code ---}. */
    public static String writeAll(List<?> trees) {
        StringBuilder text = new StringBuilder();
        for (Object tree : trees) {
            text.append(text.isEmpty() ? "" : "---\n").append(write(tree));
        }
        return text.toString();
    }

    @Override
    protected Optional<RepresentToNode> findRepresenterFor(Object data) {
        return Optional.of(value -> {
            Node node = node(value);
            // The engine would write an alias for the same object at another place.
            representedObjects.clear();
            return node;
        });
    }

    private Node node(Object value) {
        if (value instanceof Map<?, ?> map) {
            return representMapping(Tag.MAP, map, FlowStyle.BLOCK);
        } else if (value instanceof List<?> list) {
            return representSequence(Tag.SEQ, list, FlowStyle.BLOCK);
        } else if (value instanceof String text) {
            return text(text, false);
        } else if (value instanceof Boolean flag) {
            return representScalar(Tag.BOOL, flag.toString(), ScalarStyle.PLAIN);
        } else if (value instanceof Long || value instanceof Integer || value instanceof BigInteger) {
            return representScalar(Tag.INT, value.toString(), ScalarStyle.PLAIN);
        } else if (value instanceof BigDecimal number) {
            return representScalar(Tag.FLOAT, number.toString(), ScalarStyle.PLAIN);
        } else if (value instanceof PlainScalar plain) {
            // The tag that a reader would find by itself is the one that need not be written.
            return representScalar(RESOLVER.resolve(plain.text(), true), plain.text(), ScalarStyle.PLAIN);
        }
        throw new IllegalArgumentException("a tree has no values of " + value.getClass());
    }

    @Override
    protected NodeTuple representMappingEntry(Map.Entry<?, ?> entry) {
        return new NodeTuple(text((String) entry.getKey(), true), representData(entry.getValue()));
    }

    private Node text(String text, boolean key) {
        ScalarStyle style = ScalarStyle.PLAIN;
        if (Yaml11Scalars.isNotText(text)) {
            style = ScalarStyle.DOUBLE_QUOTED;
        } else if (text.indexOf('\n') >= 0 || !text.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            style = !key && isLiteral(text) ? ScalarStyle.LITERAL : ScalarStyle.DOUBLE_QUOTED;
        }
        return representScalar(Tag.STR, text, style);
    }

    /**
     * Whether a literal block shows lines as they are: printable, and none that begins or ends with a blank, except that lines but the
     * first may be indented. A pattern would recurse once a line, which a certificate bundle is too long for.
     */
    private static boolean isLiteral(String text) {
        int end = text.endsWith("\n") ? text.length() - 1 : text.length();
        char before = '\n';
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            boolean isBreak = c == '\n';
            if (isBreak ? i == 0 || before == ' ' : c < ' ' || c > '~' || i == 0 && c == ' ') {
                return false;
            }
            before = c;
        }
        return end > 0 && before != ' ';
    }
}
