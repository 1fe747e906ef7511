// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BearerTokenTest {
    @ParameterizedTest
    @ValueSource(strings = {"Bearer a.b-c", "bearer a.b-c", "BEARER   a.b-c", "bEaReR a.b-c  "})
    void readsSchemeInAnyLetterCase(String header) {
        assertThat(BearerToken.of(List.of(header))).map(BearerToken::text).contains("a.b-c");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sha256~abc_DEF", "eyJhbGciOiJSUzI1NiJ9.e30.c2ln", "a+b/c~d==", "0"})
    void readsTokensOfEachForm(String token) {
        assertThat(BearerToken.of(List.of("Bearer " + token)))
                .map(BearerToken::text)
                .contains(token);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Bearer",
                "Bearer ",
                "Bearera",
                " Bearer a",
                "Basic YTpi",
                "Bearer a b",
                "Bearer a,b",
                "Bearer =",
                "Bearer a=b",
                "Bearer a\tb",
                "Bearer \u00e4",
                "Bearer a\u0000",
                "Bearer \"a\"",
                "Bearer: a",
            })
    void rejectsAnythingElse(String header) {
        assertThat(BearerToken.of(List.of(header))).isEmpty();
    }

    @Test
    void rejectsTwoHeaders() {
        assertThat(BearerToken.of(List.of("Bearer a", "Bearer a"))).isEmpty();
        assertThat(BearerToken.of(List.of())).isEmpty();
    }

    @Test
    void rejectsTokenThatIsTooLong() {
        assertThat(BearerToken.of(List.of("Bearer " + "a".repeat(BearerToken.LONGEST))))
                .isPresent();
        assertThat(BearerToken.of(List.of("Bearer " + "a".repeat(BearerToken.LONGEST + 1))))
                .isEmpty();
        assertThat(BearerToken.of(List.of("Bearer " + " ".repeat(1_000_000) + "a")))
                .isEmpty();
    }

    @Test
    void isIdentifiedByHashAndHiddenWhenPrinted() {
        BearerToken token = BearerToken.of(List.of("Bearer secret")).orElseThrow();

        assertThat(token.hash()).isEqualTo("2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b");
        assertThat(token.toString()).doesNotContain("secret", token.hash());
        assertThat(BearerToken.of(List.of("Bearer other")).orElseThrow().hash()).isNotEqualTo(token.hash());
    }
}
