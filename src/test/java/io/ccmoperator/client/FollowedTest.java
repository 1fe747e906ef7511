// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.LogLines;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.status.SteppedClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowedTest {
    private final SteppedClock clock = new SteppedClock();
    private final LogLines log = LogLines.of(Followed.class);

    @TempDir
    Path folder;

    private Path file;
    private Followed<String> text;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("token"), "first");
        text = Followed.open(List.of(file), this::read, clock);
    }

    @AfterEach
    void closeLog() {
        log.close();
    }

    private String read() {
        try {
            String found = Files.readString(file);
            if (found.isEmpty()) {
                throw new InvalidInputException(file + ": is empty");
            }
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void readsReplacedFileAfterSecond() throws IOException {
        assertThat(text.value()).isEqualTo("first");
        Files.writeString(file, "second");

        clock.advanceSeconds(1);
        assertThat(text.value()).isEqualTo("first");
        clock.advanceSeconds(1);
        assertThat(text.value()).isEqualTo("second");
    }

    @Test
    void givesSameValueWhileFileHasSameContent() throws IOException {
        String value = text.value();
        Files.writeString(file, "first");
        clock.advanceSeconds(2);

        assertThat(text.value()).isSameAs(value);
        assertThat(text.refresh()).isFalse();
    }

    @Test
    void readsReplacedFileAtOnceWhenAsked() throws IOException {
        Files.writeString(file, "second");

        assertThat(text.refresh()).isTrue();
        assertThat(text.value()).isEqualTo("second");
    }

    @Test
    void keepsPreviousValueWhileFileCannotBeReadAndWarnsOnce() throws IOException {
        Files.delete(file);

        for (int i = 0; i < 3; i++) {
            clock.advanceSeconds(11);
            assertThat(text.value()).isEqualTo("first");
        }
        assertThat(log.warnings())
                .containsExactly(file + ": cannot be read; correct its permissions, or name another file, still using"
                        + " the previous one");

        Files.writeString(file, "second");
        clock.advanceSeconds(11);
        assertThat(text.value()).isEqualTo("second");
    }

    @Test
    void keepsPreviousValueWhileContentIsNotValid() throws IOException {
        Files.writeString(file, "");
        clock.advanceSeconds(11);

        assertThat(text.value()).isEqualTo("first");
        assertThat(log.warnings()).containsExactly(file + ": is empty, still using the previous one");
    }

    @Test
    void looksAtNoFileWhereNoneMayBeReplaced() throws IOException {
        Followed<String> constant = Followed.open(List.of(), this::read, clock);
        Files.writeString(file, "second");
        clock.advanceSeconds(11);

        assertThat(constant.value()).isEqualTo("first");
    }

    @Test
    void failsWhereFirstContentIsNotValid() throws IOException {
        Files.writeString(file, "");

        assertThatThrownBy(() -> Followed.open(List.of(file), this::read, clock))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(file + ": is empty");
    }
}
