// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import java.util.List;

/** Tokens for tests. */
final class Tokens {
    /** The address of a client. */
    static final String CLIENT = "192.0.2.1";

    private Tokens() {}

    /** As many reviews as there are. */
    static MetricsAuthorizer.Rate anyRate() {
        return new MetricsAuthorizer.Rate(Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    static BearerToken token(String text) {
        return BearerToken.of(List.of("Bearer " + text)).orElseThrow();
    }
}
