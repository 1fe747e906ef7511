/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
    @TempDir
    Path folder;

    private record Result(int exitCode, String output) {}

    @Test
    void findsNoWordWithoutReason() throws IOException, InterruptedException {
        Result result = check();

        assertThat(result.exitCode()).as(result.output()).isZero();
        assertThat(result.output()).contains(" hits with a reason, 0 without");
    }

    @ParameterizedTest
    @CsvSource({
        "'the value lies in the cache',      'lies in; write: is in'",
        "'NOBODY writes this ConfigMap',     'nobody; write: another client, no component'",
        "'the value is a text',              'text; write: string'",
        "'it is no name of a namespace',     'is no; write: is not, are not'",
        "'final class FirstLookTest {}',     'FirstLook; write: InitialSync'",
        "'look at the clock of the machine', 'look at the clock; write: check the system clock'"
    })
    void namesFileLineAndReplacement(String line, String hit) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("guide.md"), "fine\n" + line + "\n");

        Result result = check(folder.toString());

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.output()).contains("guide.md:2: " + hit, "  " + line);
    }

    @Test
    void acceptsNamesAndWordsThatContainOthers() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("guide.md"), "the context of a retelling, understandable to firstLook\n");

        assertThat(check(folder.toString()).exitCode()).isZero();
    }

    private static Result check(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(PayloadFolder.project().resolve("docs/words/check").toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), output);
    }
}
