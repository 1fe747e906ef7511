// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.ccmoperator.cluster.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class ImagesFileFuzzTest {
    @TempDir
    Path folder;

    @FuzzTest(maxDuration = "")
    void readsOrRejectsAnyFileByName(byte[] bytes) throws IOException {
        Path file = Files.write(folder.resolve("images"), bytes);
        try {
            assertThat(ImagesFile.read(file, UnknownFields.reject())).doesNotContainValue(null);
        } catch (InvalidInputException refused) {
            assertThat(refused.lines()).isNotEmpty().allMatch(line -> line.startsWith(file.toString()));
        }
    }
}
