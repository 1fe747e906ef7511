// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

/** Writes trees as JSON. The same tree gives the same document. */
public final class JsonWriter {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final int MAX_ASCII = 0x7F;

    private JsonWriter() {}

    /** The tree on one line, without blanks. */
    public static String compact(Object tree) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            write(tree, generator);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /**
     * The tree on one line, without blanks, for a reader that takes JSON for YAML. Escaped are the characters that JSON may have
     * in strings, and that YAML refuses there or takes for line ends.
     */
    public static String compactYaml(Object tree) {
        String json = compact(tree);
        if (json.chars().noneMatch(JsonWriter::isSpecialInYaml)) {
            return json;
        }
        // Outside of strings there are no such characters.
        StringBuilder text = new StringBuilder(json.length());
        json.chars().forEach(c -> {
            if (isSpecialInYaml(c)) {
                text.append("\\u%04x".formatted(c));
            } else {
                text.append((char) c);
            }
        });
        return text.toString();
    }

    private static boolean isSpecialInYaml(int c) {
        return 0x7F <= c && c <= 0x9F || c == 0x2028 || c == 0x2029 || c == 0xFFFE || c == 0xFFFF;
    }

    /** The tree indented by two blanks a level, with a newline at the end. */
    public static String indented(Object tree) {
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = FACTORY.createGenerator(text)) {
            generator.setPrettyPrinter(
                    new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter));
            write(tree, generator);
            generator.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(Object value, JsonGenerator generator) throws IOException {
        if (value instanceof Map<?, ?> map) {
            generator.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                escape((String) entry.getKey(), generator);
                generator.writeFieldName((String) entry.getKey());
                write(entry.getValue(), generator);
            }
            generator.writeEndObject();
        } else if (value instanceof List<?> list) {
            generator.writeStartArray();
            for (Object item : list) {
                write(item, generator);
            }
            generator.writeEndArray();
        } else {
            scalar(value, generator);
        }
    }

    private static void scalar(Object value, JsonGenerator generator) throws IOException {
        if (value == null) {
            generator.writeNull();
        } else if (value instanceof String text) {
            escape(text, generator);
            generator.writeString(text);
        } else if (value instanceof Boolean flag) {
            generator.writeBoolean(flag);
        } else if (value instanceof Long || value instanceof Integer) {
            generator.writeNumber(((Number) value).longValue());
        } else if (value instanceof BigInteger number) {
            generator.writeNumber(number);
        } else if (value instanceof BigDecimal number) {
            generator.writeNumber(number);
        } else if (value instanceof JsonNumber number) {
            generator.writeNumber(number.text());
        } else {
            throw new IllegalArgumentException("a tree has no values of " + value.getClass());
        }
    }

    /** Half a character, which JSON can say and UTF-8 cannot, survives only as an escape. */
    private static void escape(String text, JsonGenerator generator) {
        generator.setHighestNonEscapedChar(hasHalf(text) ? MAX_ASCII : 0);
    }

    private static boolean hasHalf(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (Character.charCount(text.codePointAt(i)) == 1) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }
}
