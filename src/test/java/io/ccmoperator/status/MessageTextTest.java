// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.assets.text.MessageText;
import io.ccmoperator.status.ReconcileResult.Waiting;
import org.junit.jupiter.api.Test;

class MessageTextTest {
    @Test
    void joinsLinesOfCause() {
        assertThat(ReconcileResult.terminalFailure(" line 1:\r\n\tbad\u0000key \n")
                        .cause())
                .isEqualTo("line 1: bad key");
    }

    @Test
    void replacesCharactersThatCannotBeSeen() {
        assertThat(MessageText.of("a\u202eb\u2066c\u200bd\ufeffe\u001b[2Jf\u2028g\ud800h"))
                .isEqualTo("a b c d e [2Jf g h");
    }

    @Test
    void masksCredentials() {
        assertThat(ReconcileResult.terminalFailure("proxy http://u:p@proxy.test:3128:\n--token=hunter2 is wrong")
                        .cause())
                .isEqualTo("proxy http://<masked>@proxy.test:3128: --token=<masked> is wrong");
    }

    @Test
    void cutsTextBeyondMaximalLength() {
        assertThat(MessageText.of("x".repeat(1024))).isEqualTo("x".repeat(1024));
        assertThat(MessageText.of("x".repeat(1025))).isEqualTo("x".repeat(1021) + "...");
    }

    @Test
    void cutsBetweenWholeCharacters() {
        assertThat(MessageText.of("x".repeat(1020) + "\uD83D\uDE00".repeat(5))).isEqualTo("x".repeat(1020) + "...");
    }

    @Test
    void keepsEndOfWordsThatAreCut() {
        assertThat(MessageText.withEnd("abcdefghij", 10)).isEqualTo("abcdefghij");
        assertThat(MessageText.withEnd("abcdefghijk", 9)).isEqualTo("abc...ijk");
        assertThat(MessageText.withEnd("abcdefgh\uD83D\uDE00jk", 9)).isEqualTo("abcd...jk");
    }

    @Test
    void requiresMessageOfResult() {
        assertThatThrownBy(() -> new Waiting(" \n")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ReconcileResult.terminalFailure("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ReconcileResult.Progressing("")).isInstanceOf(IllegalArgumentException.class);
    }
}
