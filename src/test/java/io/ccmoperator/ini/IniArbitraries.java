// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ini;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Documents of all kinds: with the given names, in any letters, and with other ones. */
public final class IniArbitraries {
    private IniArbitraries() {}

    /** Documents that often have the sections and keys named. */
    public static Arbitrary<IniDocument> documents(List<String> sections, List<String> keys) {
        Arbitrary<IniEntry> entries = Combinators.combine(names(keys), values().optional(0.9))
                .as((key, value) -> new IniEntry(key, value, 0));
        return Combinators.combine(
                        names(sections), subsections(), entries.list().ofMaxSize(8))
                .as((name, subsection, list) -> new IniSection(name, subsection, list, 0))
                .list()
                .ofMaxSize(6)
                .map(IniArbitraries::distinct);
    }

    private static IniDocument distinct(List<IniSection> sections) {
        Map<Object, IniSection> distinct = new LinkedHashMap<>();
        sections.forEach(section -> distinct.putIfAbsent(section.identity(), section));
        return new IniDocument(new ArrayList<>(distinct.values()));
    }

    private static Arbitrary<String> names(List<String> known) {
        Arbitrary<String> any = Combinators.combine(
                        Arbitraries.strings().withChars("aZßſKйǅ").ofLength(1),
                        Arbitraries.strings().withChars("aB-9ж٣").ofMaxLength(4))
                .as(String::concat);
        return Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.of(known)),
                Tuple.of(1, Arbitraries.of(known).map(String::toLowerCase)),
                Tuple.of(1, any));
    }

    private static Arbitrary<Optional<String>> subsections() {
        return Arbitraries.oneOf(
                        Arbitraries.integers().between(0, 20).map(String::valueOf),
                        Arbitraries.strings()
                                .withChars("a \"\\]\r\t;#ü")
                                .ofMinLength(1)
                                .ofMaxLength(4))
                .optional(0.5);
    }

    private static Arbitrary<String> values() {
        return Arbitraries.oneOf(
                Arbitraries.of("", "true", "1", "openstack-credentials", "kube-system", "Shared", "ec2", "ipv6"),
                Arbitraries.strings()
                        .withChars("a \"\\];#=\n\t[`'\u0001ü\uFEFF\u2028")
                        .ofMaxLength(8),
                Arbitraries.strings().all().ofMaxLength(8).map(text -> text.replaceAll("[\0\r\uD800-\uDFFF]", "")));
    }
}
