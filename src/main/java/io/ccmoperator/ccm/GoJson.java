// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;

/**
 * JSON with exactly the bytes that Go's encoding/json writes for maps of strings: members sorted, no blanks, and
 * those characters escaped that could end a script in HTML. Its hash equals that of a Go program for the same
 * values.
 */
final class GoJson {
    private static final String HEX = "0123456789abcdef";

    private GoJson() {}

    /** A tree of maps, strings and null. Keys are sorted as Java sorts strings, which for ASCII is Go's order. */
    static String write(Object tree) {
        StringBuilder json = new StringBuilder();
        write(tree, json);
        return json.toString();
    }

    private static void write(Object value, StringBuilder json) {
        if (value == null) {
            json.append("null");
        } else if (value instanceof Map<?, ?> map) {
            map(map, json);
        } else if (value instanceof String text) {
            text(text, json);
        } else {
            throw new IllegalArgumentException("neither map nor text: " + value.getClass());
        }
    }

    private static void map(Map<?, ?> map, StringBuilder json) {
        json.append('{');
        Iterator<? extends Map.Entry<?, ?>> entries =
                new TreeMap<Object, Object>(map).entrySet().iterator();
        while (entries.hasNext()) {
            Map.Entry<?, ?> entry = entries.next();
            text((String) entry.getKey(), json);
            json.append(':');
            write(entry.getValue(), json);
            if (entries.hasNext()) {
                json.append(',');
            }
        }
        json.append('}');
    }

    private static void text(String text, StringBuilder json) {
        json.append('"');
        int plain = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int point = text.codePointAt(i);
            if (!isPlain(point)) {
                json.append(text, plain, i);
                character(point, json);
                plain = i + 1;
            }
        }
        json.append(text, plain, text.length());
        json.append('"');
    }

    /** Most of a configuration is: all of it between two such characters is copied at once. Others have one char each. */
    private static boolean isPlain(int point) {
        return point >= ' '
                && point != '"'
                && point != '\\'
                && point != '<'
                && point != '>'
                && point != '&'
                && (point < Character.MIN_SURROGATE || point > Character.MAX_SURROGATE)
                && point != 0x2028
                && point != 0x2029;
    }

    private static void character(int point, StringBuilder json) {
        switch (point) {
            case '"' -> json.append("\\\"");
            case '\\' -> json.append("\\\\");
            case '\b' -> json.append("\\b");
            case '\f' -> json.append("\\f");
            case '\n' -> json.append("\\n");
            case '\r' -> json.append("\\r");
            case '\t' -> json.append("\\t");
            case '<', '>', '&', 0x2028, 0x2029 -> escaped(point, json);
            // Half a character is what Go calls invalid, and replaces.
            default -> escaped(point < ' ' ? point : 0xFFFD, json);
        }
    }

    private static void escaped(int point, StringBuilder json) {
        json.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) {
            json.append(HEX.charAt(point >> shift & 0xF));
        }
    }
}
