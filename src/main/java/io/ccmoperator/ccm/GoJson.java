// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * JSON with exactly the bytes that Go's encoding/json writes for maps of strings: members sorted, no blanks, and
 * those characters escaped that could end a script in HTML. Its hash equals that of a Go program for the same
 * values.
 */
final class GoJson {
    /** Beside the control characters. The last two end a line in JavaScript. */
    private static final String ESCAPED = "<>&\u2028\u2029";

    private GoJson() {}

    /** A tree of maps, strings and null. Keys are sorted as Java sorts strings, which for ASCII is Go's order. */
    static String write(Object tree) {
        StringBuilder json = new StringBuilder();
        write(tree, json);
        return json.toString();
    }

    private static void write(Object value, StringBuilder json) {
        if (value instanceof Map<?, ?> map) {
            char before = '{';
            for (Map.Entry<?, ?> entry : new TreeMap<Object, Object>(map).entrySet()) {
                json.append(before);
                text((String) entry.getKey(), json);
                json.append(':');
                write(entry.getValue(), json);
                before = ',';
            }
            json.append(map.isEmpty() ? "{}" : "}");
        } else if (value == null) {
            json.append("null");
        } else {
            text((String) value, json);
        }
    }

    private static void text(String text, StringBuilder json) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> json.append('\\').append(c);
                case '\b' -> json.append("\\b");
                case '\f' -> json.append("\\f");
                case '\n' -> json.append("\\n");
                case '\r' -> json.append("\\r");
                case '\t' -> json.append("\\t");
                default -> {
                    if (c < ' ' || ESCAPED.indexOf(c) >= 0) {
                        json.append("\\u").append(HexFormat.of().toHexDigits(c));
                    } else {
                        json.append(c);
                    }
                }
            }
        }
        json.append('"');
    }
}
