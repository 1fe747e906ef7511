// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The decisions on tokens, for a short time. Granted and rejected tokens are stored separately, so that any number of
 * invalid tokens evicts no valid one. Times are those of {@link System#nanoTime}. Not for several
 * threads at once.
 */
final class DecisionCache {
    static final Duration GRANTED_FOR = Duration.ofSeconds(60);
    static final Duration REFUSED_FOR = Duration.ofSeconds(10);

    /** Of each sort. */
    static final int CAPACITY = 1_000;

    private final Entries granted = new Entries(GRANTED_FOR.toNanos());
    private final Entries refused = new Entries(REFUSED_FOR.toNanos());

    /**
     * What is known of a token.
     *
     * @param hash of the token
     */
    Optional<AuthorizationDecision> of(String hash, long now) {
        return granted.get(hash, now).or(() -> refused.get(hash, now));
    }

    /**
     * Keeps a decision in the place of an earlier one. That it is not known is not kept; an earlier decision stays.
     *
     * @param hash of the token
     * @param askedAt when the API server was asked: the decision may be as old as that
     */
    void keep(String hash, AuthorizationDecision decision, long askedAt) {
        if (decision instanceof AuthorizationDecision.NotKnown) {
            return;
        }
        granted.remove(hash);
        refused.remove(hash);
        (decision instanceof AuthorizationDecision.Granted ? granted : refused).put(hash, new Entry(decision, askedAt));
    }

    /** How many decisions are kept. */
    int size() {
        return granted.byHash.size() + refused.byHash.size();
    }

    private record Entry(AuthorizationDecision decision, long askedAt) {}

    private static final class Entries {
        private final long lifetime;
        private final Map<String, Entry> byHash = new LinkedHashMap<>();

        Entries(long lifetime) {
            this.lifetime = lifetime;
        }

        Optional<AuthorizationDecision> get(String hash, long now) {
            Entry entry = byHash.get(hash);
            if (entry == null) {
                return Optional.empty();
            } else if (now - entry.askedAt() >= lifetime) {
                byHash.remove(hash);
                return Optional.empty();
            }
            return Optional.of(entry.decision());
        }

        void remove(String hash) {
            byHash.remove(hash);
        }

        void put(String hash, Entry entry) {
            if (byHash.size() == CAPACITY) {
                byHash.remove(byHash.keySet().iterator().next());
            }
            byHash.put(hash, entry);
        }
    }
}
