// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Trees of all shapes. */
final class Trees {
    private Trees() {}

    static Arbitrary<Object> any() {
        return ofDepth(3);
    }

    /** Strings that parsers may read as another type, and any others. */
    static Arbitrary<String> strings() {
        return Arbitraries.oneOf(
                        Arbitraries.of(
                                "",
                                " ",
                                "yes",
                                "No",
                                "012",
                                "0o7",
                                "1",
                                "-1.5",
                                "1e3",
                                "~",
                                "null",
                                "true",
                                "10:30",
                                "1_0",
                                "<<",
                                "=",
                                "2026-01-01",
                                "- a",
                                "a: b",
                                "a #b",
                                "#",
                                "---",
                                "...",
                                "*a",
                                "&a",
                                "!a",
                                "a\n",
                                "a\n\n",
                                "\na",
                                " a\nb",
                                "a\n b\n",
                                "a \nb",
                                "a\r\nb",
                                "\t",
                                "a\tb",
                                "'",
                                "\"",
                                "{",
                                "]",
                                "?",
                                "? a",
                                ":"),
                        Arbitraries.strings().ofMaxLength(12),
                        Arbitraries.strings().withChars(" ab:#-\n'\"").ofMaxLength(12),
                        Arbitraries.strings()
                                .withChars("0123456789abcdefx_+-.:eEyYnNoO")
                                .ofMaxLength(6))
                .filter(Trees::isUnicode);
    }

    private static Arbitrary<Object> ofDepth(int depth) {
        return depth == 0
                ? scalars()
                : Arbitraries.oneOf(scalars(), lists(ofDepth(depth - 1)), maps(ofDepth(depth - 1)));
    }

    private static Arbitrary<Object> scalars() {
        return Arbitraries.oneOf(
                strings().map(text -> (Object) text),
                Arbitraries.longs().map(number -> (Object) number),
                Arbitraries.bigIntegers().map(number -> Numbers.shortest(number.shiftLeft(70))),
                Arbitraries.bigDecimals().map(Trees::decimal),
                Arbitraries.of(true, false).map(flag -> (Object) flag),
                Arbitraries.just((Object) "null").map(none -> null));
    }

    private static Object decimal(BigDecimal number) {
        return Numbers.decimal(number);
    }

    private static Arbitrary<Object> lists(Arbitrary<Object> items) {
        return items.list().ofMaxSize(3).map(list -> (Object) new ArrayList<>(list));
    }

    private static Arbitrary<Object> maps(Arbitrary<Object> members) {
        return strings()
                .list()
                .uniqueElements()
                .ofMaxSize(3)
                .flatMap(keys -> members.list().ofSize(keys.size()).map(values -> map(keys, values)));
    }

    private static Object map(List<String> keys, List<Object> values) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            map.put(keys.get(i), values.get(i));
        }
        return map;
    }

    /** False for halves of characters, which UTF-8 cannot say. */
    private static boolean isUnicode(String text) {
        return text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }
}
