// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import java.util.List;

/** Tokens for tests. */
final class Tokens {
    private Tokens() {}

    static BearerToken token(String text) {
        return BearerToken.of(List.of("Bearer " + text)).orElseThrow();
    }
}
