// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.LogLines;
import io.ccmoperator.status.SteppedClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTokenTest {
    private final SteppedClock clock = new SteppedClock();
    private final LogLines log = LogLines.of(FileToken.class);

    @TempDir
    Path folder;

    private Path file;
    private FileToken token;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("token"), "first\n");
        token = FileToken.open(file, clock);
    }

    @AfterEach
    void closeLog() {
        log.close();
    }

    @Test
    void readsReplacedTokenAfterSecond() throws IOException {
        assertThat(token.getToken()).isEqualTo("first");
        Files.writeString(file, "second\n");

        clock.advanceSeconds(1);
        assertThat(token.getToken()).isEqualTo("first");
        clock.advanceSeconds(1);
        assertThat(token.getToken()).isEqualTo("second");
    }

    @Test
    void keepsPreviousTokenWhileTheFileCannotBeReadAndWarnsOnce() throws IOException {
        assertThat(token.getToken()).isEqualTo("first");
        Files.delete(file);

        for (int i = 0; i < 3; i++) {
            clock.advanceSeconds(11);
            assertThat(token.getToken()).isEqualTo("first");
        }
        assertThat(log.warnings())
                .containsExactly(file + ": cannot read the token for the API server, still using the previous one");

        Files.writeString(file, "second");
        clock.advanceSeconds(11);
        assertThat(token.getToken()).isEqualTo("second");
    }

    @Test
    void keepsPreviousTokenWhileHeaderCannotHaveTheNextOne() throws IOException {
        Files.writeString(file, "hunter2\nhunter2");
        clock.advanceSeconds(11);

        assertThat(token.getToken()).isEqualTo("first");
        assertThat(log.warnings())
                .containsExactly(
                        file + ": the token has a line break or another character that a header of HTTP cannot have;"
                                + " write the token alone, on one line, still using the previous one");
    }

    @Test
    void keepsPreviousTokenWhileTheFileIsEmpty() throws IOException {
        assertThat(token.getToken()).isEqualTo("first");
        Files.writeString(file, "\n");

        clock.advanceSeconds(11);

        assertThat(token.getToken()).isEqualTo("first");
    }
}
