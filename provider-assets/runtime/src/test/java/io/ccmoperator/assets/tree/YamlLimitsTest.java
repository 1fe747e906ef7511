// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The cost of input is bounded, with any aliases, keys and levels. */
class YamlLimitsTest {
    /** All allocations during a read, garbage included, which is far more than the memory in use at once. */
    private static final int BYTES_PER_CHARACTER = 2_000;

    /** What aliases may repeat, as many values as in the longest text without any. */
    private static final long BYTES_OF_ALIASES = 250_000_000;

    private static final int KIBIBYTE = 1024;

    @ParameterizedTest
    @MethodSource
    void rejectsTextThatAliasesMultiply(String text) {
        long allocated = allocatedBy(
                () -> assertThatThrownBy(() -> YamlReader.readAsWritten(text))
                        .isInstanceOf(SyntaxException.class)
                        .hasMessageMatching(
                                "a document has more than 50 aliases \\(\\*\\) of maps and lists; write out what they repeat"
                                        + "|line \\d+, column \\d+: the document is too large with what its aliases \\(\\*\\) repeat; write fewer aliases"));

        assertThat(allocated).isLessThan(BYTES_OF_ALIASES + (long) text.length() * BYTES_PER_CHARACTER);
    }

    static Stream<Named<String>> rejectsTextThatAliasesMultiply() {
        return Stream.of(
                Named.of("nine nested aliases of nine", nested(10, 9, 1)),
                Named.of("sixteen nested aliases of three", threes(16)),
                Named.of("nested aliases, 18 KiB", nested(18, 40, 160)),
                Named.of("nested aliases, 36 KiB", nested(36, 40, 160)),
                Named.of("nested aliases, 1 MiB", nested(1024, 80, 640)),
                Named.of("a list repeated below a long key, 18 KiB", repeated(18 * KIBIBYTE)),
                Named.of("a list repeated below a long key, 36 KiB", repeated(36 * KIBIBYTE)),
                Named.of("a list repeated below a long key, 1 MiB", repeated(1024 * KIBIBYTE)),
                Named.of("merged maps", merged(200)),
                Named.of("a chain of aliases, each one level deeper", chain(20_000)),
                Named.of(
                        "a long string repeated",
                        "a: &a '" + "x".repeat(100_000) + "'\nb: [" + "*a,".repeat(200) + "]\n"),
                Named.of(
                        "anchors of several documents",
                        ("a: &a [" + "x,".repeat(90) + "]\nb: [" + "*a,".repeat(30) + "]\n---\n").repeat(400)));
    }

    @ParameterizedTest
    @MethodSource
    void readsLargeTextInMemoryOfItsSize(String text) {
        long allocated =
                allocatedBy(() -> assertThat(YamlReader.readAsWritten(text)).isNotEmpty());

        assertThat(allocated).isLessThan(BYTES_OF_ALIASES + (long) text.length() * BYTES_PER_CHARACTER);
    }

    static Stream<Named<String>> readsLargeTextInMemoryOfItsSize() {
        return Stream.of(
                Named.of("many values", "a: [" + "0,".repeat(BoundedParser.MAX_VALUES - 3) + "]\n"),
                Named.of(
                        "many values below a long key",
                        "? " + "k".repeat(200_000) + "\n: [" + "{a: 0},".repeat(80_000) + "]\n"),
                Named.of("values at a great depth", "[".repeat(490) + "0,".repeat(200_000) + "]".repeat(490)),
                Named.of("one long string", "a: '" + "x".repeat(1_000_000) + "'\n"));
    }

    @Test
    void namesLimitAndPosition() {
        assertThatThrownBy(() -> YamlReader.read("a: &a [" + "x,".repeat(100) + "]\nb:\n- [" + "*a,".repeat(50)
                        + "]\n- [" + "*a,".repeat(60) + "]\n"))
                .isInstanceOf(SyntaxException.class)
                .hasMessage("a document has more than 50 aliases (*) of maps and lists; write out what they repeat");
        assertThatThrownBy(() -> YamlReader.read("[" + "0,".repeat(BoundedParser.MAX_VALUES) + "]"))
                .hasMessage(
                        "line 1, column 500000: the document has more than 250000 keys and values; make the document smaller");
        assertThatThrownBy(() -> YamlReader.read("a: &a '" + "x".repeat(60_000) + "'\nb: [*a, *a, *a, *a, *a]\n"))
                .hasMessage(
                        "line 1, column 4: the document is too large with what its aliases (*) repeat; write fewer aliases");
    }

    @Test
    void rejectsDeepNestingOfAnyForm() {
        for (String unit : List.of("[", "{a: ", "- ", "? ", "- - ")) {
            assertThatThrownBy(() -> YamlReader.read(unit.repeat(200_000)))
                    .isInstanceOf(SyntaxException.class)
                    .hasMessageMatching(
                            "line 1, column \\d+: maps and lists are nested more than 500 deep; make the document flatter");
        }
        assertThat(YamlReader.read("[".repeat(500) + "]".repeat(500))).hasSize(1);
    }

    @Test
    void acceptsUsualAliases() {
        String vCenters = IntStream.range(0, 50)
                .mapToObj(i -> "vc" + i + ": {<<: *defaults, server: vc" + i + "}\n")
                .collect(Collectors.joining());
        Object tree = YamlReader.readAsWritten(
                        "defaults: &defaults {port: 443, insecureFlag: true, user: u, password: p, datacenters: [a, b]}\n"
                                + vCenters)
                .get(0)
                .value();

        assertThat((Map<?, ?>) tree).hasSize(51);
    }

    /** Levels of a list that repeats the level before it, with long keys around, of about this size. */
    private static String nested(int kibibytes, int width, int keyLength) {
        StringBuilder text = new StringBuilder("a0: &a0 [x]\n");
        for (int level = 1; text.length() < kibibytes * KIBIBYTE; level++) {
            text.append("a%d: &a%d {? %s : [%s]}\n"
                    .formatted(level, level, "k".repeat(keyLength), ("*a" + (level - 1) + ",").repeat(width)));
        }
        return text.toString();
    }

    private static String repeated(int length) {
        int third = length / 3;
        return "a: &a [" + "x,".repeat(third / 2) + "]\n? " + "k".repeat(third) + "\n: [" + "*a,".repeat(third / 3)
                + "]\n";
    }

    private static String merged(int levels) {
        return IntStream.range(1, levels)
                .mapToObj(level ->
                        "m%d: &m%d {<<: [*m%d, *m%d], k%d: v}\n".formatted(level, level, level - 1, level - 1, level))
                .collect(Collectors.joining("", "m0: &m0 {k: v}\n", ""));
    }

    private static String threes(int levels) {
        return IntStream.rangeClosed(1, levels)
                .mapToObj(level ->
                        "a%d: &a%d [*a%d, *a%d, *a%d]\n".formatted(level, level, level - 1, level - 1, level - 1))
                .collect(Collectors.joining("", "a0: &a0 [x]\n", ""));
    }

    private static String chain(int length) {
        return IntStream.range(1, length)
                .mapToObj(i -> "a%d: &a%d [*a%d]\n".formatted(i, i, i - 1))
                .collect(Collectors.joining("", "a0: &a0 [x]\n", ""));
    }

    private static long allocatedBy(Runnable work) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        work.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
