// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.ccmoperator.cluster.InvalidInputException;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Configurations of the size of a ConfigMap. The limits of time catch what is quadratic, not what is slow. */
class LargeSourcesTest {
    private static final int SIZE = 900 * 1024;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @Test
    void transformsManyVirtualCenters() {
        String yaml = "vcenter:\n" + upTo(SIZE, i -> "  vc-%06d: {server: vc-%06d, port: 443}\n".formatted(i, i));
        String ini = upTo(SIZE, i -> "[VirtualCenter \"vc-%06d\"]\nport = 443\n".formatted(i));
        assertThat(once(yaml)).contains("  vc-015000:\n    port: 443\n    server: vc-015000\n");
        assertThat(once(ini)).contains("  vc-015000:\n    port: 443\n    server: vc-015000\n");
    }

    @Test
    void transformsManyDatacenters() {
        String items = upTo(SIZE, i -> "DC%06d,".formatted(i));
        assertThat(once("global: {datacenters: [" + items + "]}")).contains("  - DC099999\n");
        assertThat(once("[Global]\ndatacenters = " + items)).contains("  - DC099999\n");
        assertThat(once("[Global]\n" + upTo(SIZE, i -> "datacenters = DC%06d\n".formatted(i))))
                .contains("  - DC040000\n");
    }

    @Test
    void transformsManyUnknownKeysAndSections() {
        assertThat(once("global:\n" + upTo(SIZE, i -> "  key-%06d: v\n".formatted(i))))
                .contains("  key-050000: v\n");
        assertThat(once("[Global]\n" + upTo(SIZE, i -> "key-%06d = v\n".formatted(i))))
                .contains("  key-050000: v\n");
        assertThat(once(upTo(SIZE, i -> "[Section-%06d]\nk = v\n".formatted(i))))
                .contains("Section-030000:\n  k: v\n");
    }

    @Test
    void transformsLongString() {
        String text = "x#\\\\".repeat(SIZE / 4);
        assertThat(once("global: {password: \"" + text + "\"}")).hasSizeGreaterThan(SIZE / 2);
        assertThat(once("[Global]\npassword = \"" + text + "\"")).hasSizeGreaterThan(SIZE / 2);
        assertThat(once("[Global]\nca-file = " + "\\\n".repeat(SIZE / 2) + "end"))
                .isEqualTo("global:\n  caFile: end\n");
    }

    @Test
    void quotesLongNumberToBase60() {
        String text = "1" + ":1".repeat(SIZE / 2);
        assertThat(once("global: {password: \"" + text + "\"}")).contains("password: \"1:1:1:");
    }

    @Test
    void transformsManyValuesBelowLongKey() {
        String key = "k".repeat(SIZE / 2);
        assertThat(once("? " + key + "\n: [" + "0,".repeat(SIZE / 4) + "]\n")).hasSizeGreaterThan(SIZE);
        assertThat(once("vcenter:\n  ? " + key + "\n  : {datacenters: [" + "0,".repeat(SIZE / 4) + "]}\n"))
                .hasSizeGreaterThan(SIZE);
    }

    @Test
    void transformsManyFailureDomainsAndExcludedSubnets() {
        String domains = upTo(SIZE / 4, i -> "{server: vc, topology: {datacenter: DC%06d}},".formatted(i));
        String addresses = IntStream.range(0, 20_000)
                .mapToObj(i -> "'fd00::%x'".formatted(i))
                .collect(Collectors.joining(","));
        var facts = Clusters.cluster(
                "spec: {platformSpec: {vsphere: {failureDomains: [" + domains + "]}}}\n"
                        + "status: {platformStatus: {type: VSphere, vsphere: {ingressIPs: [" + addresses + "]}}}",
                "fd00::/112");
        assertThat(within(source -> Clusters.convert(source, facts).text(), "global: {}"))
                .contains("    - DC004000\n", ",fd00::4e1f/128,fd69::2/128\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[", "{", "- ", "? ", "a: {", "!", "&", "*", "'", "\"", "|", "%", "\\", "#", "\t", "=", ":"})
    void transformsRepeatedCharacterOrNamesFaultShortly(String unit) {
        for (String start : new String[] {"", "a: ", "[Global]\nuser = ", "[Global \""}) {
            String source = start + unit.repeat(SIZE / unit.length());
            try {
                assertThat(once(source)).as("what follows '%s'", start).endsWith("\n");
            } catch (InvalidInputException e) {
                assertThat(e.lines())
                        .as("what follows '%s'", start)
                        .hasSizeBetween(1, 20)
                        .allMatch(line -> line.length() < 500);
            }
        }
    }

    @Test
    void rejectsDeepConfiguration() {
        assertFault("global: " + "{a: ".repeat(40) + "}".repeat(40), "is nested more than 32 levels deep");
        assertFault("a: " + "[".repeat(400) + "0" + "]".repeat(400), "is nested more than 32 levels deep");
        assertFault("a: " + "[".repeat(SIZE / 2), "maps and lists are nested more than 500 deep");
    }

    @Test
    void rejectsAliasesThatMultiplyValues() {
        String bomb = IntStream.range(1, 10)
                .mapToObj(level -> "a" + level + ": &a" + level + " [" + ("*a" + (level - 1) + ",").repeat(9) + "]\n")
                .collect(Collectors.joining("", "a0: &a0 [x]\n", ""));
        assertFault(bomb, "a document has more than 50 aliases (*) of maps and lists; write out what they repeat");
    }

    @Test
    void rejectsAliasesThatMultiplyStrings() {
        String bomb = "a: &a '" + "x".repeat(SIZE / 2) + "'\nb: [" + "*a,".repeat(SIZE / 8) + "]\n";
        assertFault(bomb, "the document is too large with what its aliases (*) repeat; write fewer aliases");
    }

    private static void assertFault(String source, String part) {
        assertThatThrownBy(() -> once(source))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(part);
    }

    private static String once(String source) {
        return within(text -> Clusters.convert(text, Clusters.BARE).text(), source);
    }

    private static String within(Function<String, String> transformation, String source) {
        return assertTimeoutPreemptively(LIMIT, () -> transformation.apply(source));
    }

    private static String upTo(int size, IntFunction<String> part) {
        StringBuilder text = new StringBuilder(size);
        for (int i = 0; text.length() < size; i++) {
            text.append(part.apply(i));
        }
        return text.toString();
    }
}
