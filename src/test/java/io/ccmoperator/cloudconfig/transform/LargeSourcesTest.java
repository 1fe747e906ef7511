// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.ini.IniReader;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A ConfigMap holds up to 1 MiB, and any of it can be in one line, one key, one section. */
class LargeSourcesTest {
    private static final int SIZE = 900 * 1024;

    /** Far more than is needed even where other tests run, far less than time that grows with the square of the size would take. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @ParameterizedTest
    @MethodSource("sources")
    void transformsLargeSourceWithoutLoss(String source) {
        assertThat(source.length()).isGreaterThan(SIZE / 2);
        assertTimeoutPreemptively(LIMIT, () -> {
            int entries = entries(source);
            assertThat(entries(new AwsTransformer()
                            .transform(source, Facts.withoutGates("AWSServiceLBNetworkSecurityGroup"))
                            .text()))
                    .isEqualTo(entries + 1);
            assertThat(entries(new OpenStackTransformer()
                            .transform(source, Facts.withoutGates("AWSServiceLBNetworkSecurityGroup"))
                            .text()))
                    .isEqualTo(entries + 5);
        });
    }

    static Stream<Arguments> sources() {
        return Stream.of(
                source("keys", "[Global]\n" + numbered("key-%d = value\n")),
                source("one key many times", "[Global]\n" + repeated("NodeIPFamilies = ipv4\n")),
                source("keys without values", "[Global]\n" + repeated("a\n")),
                source("sections", numbered("[S%d]\nk=v\n")),
                source("overrides", numbered("[ServiceOverride \"%d\"]\nService=s\nRegion=r\n")),
                source("headers of one section", repeated("[Other]\nk=v\n")),
                source("comments", "[Global]\nZone = a\n" + repeated("# comment\n")),
                source("blank lines", "[Global]\nZone = a" + repeated(" \r\n")),
                source("a value", "[Global]\nZone = " + repeated("value ")),
                source("a quoted value", "[Global]\nZone = \"" + repeated("\\\\\\\"\\n#") + "\""),
                source("a continued value", "[Global]\nZone = " + repeated("a\\\n")),
                source("a value with many quotes", "[Global]\nZone = " + repeated("\"\"")),
                source("a value with trailing blanks", "[Global]\nZone = a" + repeated(" ")),
                source("a key", "[Global]\n" + repeated("k") + " = v"),
                source("a name of a section", "[" + repeated("n") + "]\nk = v\n"),
                source(
                        "a subsection with many keys",
                        "[S \"" + "s".repeat(SIZE / 2) + "\"]\n" + "k = v\n".repeat(SIZE / 12)),
                source("long numbers", longNumbers()));
    }

    @ParameterizedTest
    @MethodSource("faultySources")
    void namesFaultOfLargeSourceShortly(String source) {
        assertTimeoutPreemptively(LIMIT, () -> {
            try {
                assertThat(new AwsTransformer()
                                .transform(source, Facts.withoutGates("AWSServiceLBNetworkSecurityGroup")))
                        .isNull();
            } catch (InvalidInputException e) {
                assertThat(e.lines())
                        .hasSizeLessThanOrEqualTo(20)
                        .allMatch(line -> line.startsWith("line ") && line.length() < 500);
            }
        });
    }

    static Stream<Arguments> faultySources() {
        return Stream.of(
                source("an open quote", "[Global]\nZone = \"" + repeated("a")),
                source("no header", repeated("a = b\n")),
                source("JSON", "{" + repeated("\"a\": [") + "}"),
                source("YAML", repeated("a: b\n")),
                source("brackets", repeated("[")));
    }

    private static int entries(String text) {
        return IniReader.read(text).sections().stream()
                .mapToInt(section -> section.entries().size())
                .sum();
    }

    private static Arguments source(String name, String text) {
        return Arguments.of(Named.of(name, text));
    }

    private static String repeated(String part) {
        return part.repeat(SIZE / part.length());
    }

    private static String numbered(String part) {
        StringBuilder text = new StringBuilder(SIZE);
        IntStream.iterate(1, i -> text.length() < SIZE, i -> i + 1).forEach(i -> text.append(part.formatted(i)));
        return text.toString();
    }

    private static String longNumbers() {
        String nines = "9".repeat(SIZE / 10);
        StringBuilder text = new StringBuilder();
        IntStream.range(0, 10)
                .forEach(i -> text.append("[ServiceOverride \"" + nines + (9 - i) + "\"]\nService = s\n"));
        return text.toString();
    }
}
