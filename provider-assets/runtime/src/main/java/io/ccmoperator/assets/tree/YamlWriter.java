// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.StreamDataWriter;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.NonPrintableStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.emitter.Emitter;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.ImplicitTuple;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.events.StreamEndEvent;
import org.snakeyaml.engine.v2.events.StreamStartEvent;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;

/**
 * Writes trees as YAML in block style. The same tree gives the same output; a string is put in quotes wherever a parser
 * of YAML 1.1 or 1.2 could take it for something else.
 */
public final class YamlWriter {
    private static final DumpSettings SETTINGS = DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setIndent(2)
            .setWidth(Integer.MAX_VALUE)
            .setSplitLines(false)
            .setMaxSimpleKeyLength(1024)
            .setNonPrintableStyle(NonPrintableStyle.ESCAPE)
            .build();

    /** Lines that a literal block shows as they are: printable, and none that begins or ends with a blank. */
    private static final Pattern LITERAL = Pattern.compile(
            "[\\x21-\\x7E](?:[\\x20-\\x7E]*[\\x21-\\x7E])?" + "(?:\\n(?:[\\x20-\\x7E]*[\\x21-\\x7E])?)*?\\n?");

    private static final ScalarResolver RESOLVER = SETTINGS.getSchema().getScalarResolver();

    private final Emitter emitter;

    private YamlWriter(Emitter emitter) {
        this.emitter = emitter;
    }

    /** Where the emitter writes. */
    private record Text(StringBuilder text) implements StreamDataWriter {
        @Override
        public void write(String part) {
            text.append(part);
        }

        @Override
        public void write(String part, int offset, int length) {
            text.append(part, offset, offset + length);
        }
    }

    /** One document, without a separator, with a newline at the end. */
    public static String write(Object tree) {
        StringBuilder text = new StringBuilder();
        new YamlWriter(new Emitter(SETTINGS, new Text(text))).document(tree);
        return text.toString();
    }

    /** Several documents, each one but the first after a line {@code ---}. */
    public static String writeAll(List<?> trees) {
        StringBuilder text = new StringBuilder();
        for (Object tree : trees) {
            text.append(text.isEmpty() ? "" : "---\n").append(write(tree));
        }
        return text.toString();
    }

    /** The events go straight to the emitter: those of a large tree would take several times its memory. */
    private void document(Object tree) {
        emitter.emit(new StreamStartEvent());
        emitter.emit(new DocumentStartEvent(false, Optional.empty(), Map.of()));
        value(tree);
        emitter.emit(new DocumentEndEvent(false));
        emitter.emit(new StreamEndEvent());
    }

    private void value(Object value) {
        if (value instanceof Map<?, ?> map) {
            emitter.emit(new MappingStartEvent(
                    Optional.empty(), Optional.of(Tag.MAP.getValue()), true, style(map.isEmpty())));
            map.forEach((key, member) -> {
                text((String) key, true);
                value(member);
            });
            emitter.emit(new MappingEndEvent());
        } else if (value instanceof List<?> list) {
            emitter.emit(new SequenceStartEvent(
                    Optional.empty(), Optional.of(Tag.SEQ.getValue()), true, style(list.isEmpty())));
            list.forEach(this::value);
            emitter.emit(new SequenceEndEvent());
        } else {
            scalar(value);
        }
    }

    private static FlowStyle style(boolean empty) {
        return empty ? FlowStyle.FLOW : FlowStyle.BLOCK;
    }

    private void scalar(Object value) {
        if (value == null) {
            scalar(Tag.NULL, "null", ScalarStyle.PLAIN);
        } else if (value instanceof String text) {
            text(text, false);
        } else if (value instanceof Boolean flag) {
            scalar(Tag.BOOL, flag.toString(), ScalarStyle.PLAIN);
        } else if (value instanceof Long || value instanceof Integer || value instanceof BigInteger) {
            scalar(Tag.INT, value.toString(), ScalarStyle.PLAIN);
        } else if (value instanceof BigDecimal number) {
            scalar(Tag.FLOAT, number.toString(), ScalarStyle.PLAIN);
        } else if (value instanceof PlainScalar plain) {
            // The tag that a reader would find by itself is the one that need not be written.
            scalar(RESOLVER.resolve(plain.text(), true), plain.text(), ScalarStyle.PLAIN);
        } else {
            throw new IllegalArgumentException("a tree has no values of " + value.getClass());
        }
    }

    private void text(String text, boolean key) {
        ScalarStyle style = ScalarStyle.PLAIN;
        if (Yaml11Scalars.isNotText(text)) {
            style = ScalarStyle.DOUBLE_QUOTED;
        } else if (text.indexOf('\n') >= 0 || !text.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            style = !key && LITERAL.matcher(text).matches() ? ScalarStyle.LITERAL : ScalarStyle.DOUBLE_QUOTED;
        }
        scalar(Tag.STR, text, style);
    }

    private void scalar(Tag tag, String text, ScalarStyle style) {
        ImplicitTuple implicit =
                new ImplicitTuple(tag.equals(RESOLVER.resolve(text, true)), tag.equals(RESOLVER.resolve(text, false)));
        emitter.emit(new ScalarEvent(Optional.empty(), Optional.of(tag.getValue()), implicit, text, style));
    }
}
