// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class BearerTokenProperties {
    @Property
    void readsTokenOrNothingFromAnyHeader(@ForAll("headers") String header) {
        BearerToken.of(List.of(header)).ifPresent(token -> {
            assertThat(header).containsIgnoringCase("bearer ").contains(token.text());
            assertThat(token.text()).matches("[!-~]+").hasSizeLessThanOrEqualTo(BearerToken.LONGEST);
            assertThat(token.hash()).matches("[0-9a-f]{64}");
        });
    }

    @Property
    void readsTokenToLastCharacter(@ForAll("tokens") String token) {
        assertThat(BearerToken.of(List.of("Bearer " + token)))
                .map(BearerToken::text)
                .contains(token);
    }

    @Provide
    Arbitrary<String> headers() {
        return Combinators.combine(
                        Arbitraries.of("", "Bearer", "bearer ", "BEARER  ", "Basic "),
                        Arbitraries.oneOf(Arbitraries.strings(), tokens()),
                        Arbitraries.of("", " ", "\n", ", x"))
                .as((scheme, text, end) -> scheme + text + end);
    }

    @Provide
    Arbitrary<String> tokens() {
        return Combinators.combine(
                        Arbitraries.strings()
                                .withCharRange('a', 'z')
                                .withCharRange('A', 'Z')
                                .numeric()
                                .withChars("._~+/-")
                                .ofMinLength(1)
                                .ofMaxLength(3_000),
                        Arbitraries.of("", "=", "=="))
                .as((text, padding) -> text + padding);
    }
}
