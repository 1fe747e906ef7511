// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkippedTestsTest {
    private static final Instant BEGAN = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    Path project;

    @Test
    void groupsSuitesOfAllModulesByReason() throws IOException {
        report(
                "target/failsafe-reports",
                "a.b.SecondIT",
                skipped("a.b.SecondIT", "no server") + passed("a.b.SecondIT"));
        report(
                "target/failsafe-reports",
                "a.b.FirstIT",
                skipped("a.b.FirstIT", "no server").repeat(2));
        report(
                "provider-assets/runtime/target/surefire-reports",
                "a.ToolTest",
                "<testcase name='t' classname='a.ToolTest'><skipped type='x'><![CDATA[org.opentest4j.TestAbortedException:"
                        + " Assumption failed: no tool\n\tat a.b.C]]></skipped></testcase>");

        assertThat(lines())
                .containsExactly(
                        "Not all tests have run; skipped: 4 tests of 3 suites",
                        "- no server (3 tests of 2 suites)",
                        "    FirstIT SecondIT",
                        "- no tool (1 test of 1 suite)",
                        "    ToolTest");
    }

    @Test
    void printsNothingWhenAllTestsHaveRun() throws IOException {
        report("target/surefire-reports", "a.GoodTest", passed("a.GoodTest"));

        assertThat(lines()).isEmpty();
    }

    @Test
    void ignoresReportsOfEarlierBuilds() throws IOException {
        Path old = report("target/surefire-reports", "a.OldTest", skipped("a.OldTest", "no tool"));
        Files.setLastModifiedTime(old, FileTime.from(BEGAN.minusSeconds(1)));

        assertThat(lines()).isEmpty();
    }

    @Test
    void wrapsLongListOfSuites() throws IOException {
        for (int i = 10; i < 30; i++) {
            report("target/surefire-reports", "a.Suite" + i, skipped("a.Suite" + i, "no tool"));
        }

        assertThat(lines().subList(2, lines().size()))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120));
        assertThat(String.join("", lines()).split(" +"))
                .containsAll(IntStream.range(10, 30).mapToObj(i -> "Suite" + i).collect(Collectors.toList()));
    }

    @Test
    void namesReportThatIsNotXml() throws IOException {
        Path report = report("target/surefire-reports", "a.CutTest", "<testcase");

        assertThatThrownBy(this::lines)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining(report + " is not XML");
    }

    private List<String> lines() {
        return SkippedTests.read(project, BEGAN).lines();
    }

    private Path report(String folder, String suite, String cases) throws IOException {
        Path file = Files.createDirectories(project.resolve(folder)).resolve("TEST-" + suite + ".xml");
        return Files.writeString(file, "<testsuite name='" + suite + "'>" + cases + "</testsuite>");
    }

    private static String skipped(String suite, String message) {
        return "<testcase name='t' classname='" + suite + "'><skipped message='" + message + "'/></testcase>";
    }

    private static String passed(String suite) {
        return "<testcase name='t' classname='" + suite + "'/>";
    }
}
