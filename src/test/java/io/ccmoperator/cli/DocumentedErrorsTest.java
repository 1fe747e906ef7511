/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The errors that the guide to the commands shows: each names its remedy. */
class DocumentedErrorsTest {
    private static final String ERROR = "error: ";

    @Test
    void nameRemedyOrHelp() throws IOException {
        List<String> lines = Files.readAllLines(PayloadFolder.project().resolve("docs/commands.md"));
        List<String> errors = new ArrayList<>();
        List<String> without = new ArrayList<>();
        for (int number = 0; number < lines.size(); number++) {
            String line = lines.get(number);
            if (line.strip().startsWith(ERROR)) {
                errors.add(line);
                boolean help =
                        number + 1 < lines.size() && lines.get(number + 1).contains("See 'ccm-operator ");
                if (!help && !line.contains("; ")) {
                    without.add(line);
                }
            }
        }

        assertThat(errors).hasSizeGreaterThan(30);
        assertThat(without).isEmpty();
    }
}
