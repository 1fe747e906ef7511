// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import static io.ccmoperator.serving.access.Tokens.token;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.serving.access.MetricsAuthorizer.Rate;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How many tokens are reviewed in a second. */
class MetricsAuthorizerRateTest {
    private static final String STRANGER = "192.0.2.1";
    private static final String PROMETHEUS = "192.0.2.2";

    private final LaterThreads threads = new LaterThreads(1_000);
    private Decision next = Decision.UNKNOWN_TOKEN;
    private int reviews;
    private long now;
    private final MetricsAuthorizer access = new MetricsAuthorizer(
            token -> {
                reviews++;
                return next;
            },
            threads,
            () -> now,
            new Rate(MetricsAuthorizer.PER_SECOND, MetricsAuthorizer.PER_SECOND_AND_CLIENT));

    @Test
    void reviewsTwentyNewTokensInAnySecond() {
        at(0);
        IntStream.range(0, 1_000).forEach(i -> ask("a" + i, "192.0.2." + i % 100));
        assertThat(reviews).isEqualTo(20);
        at(999);
        IntStream.range(0, 1_000).forEach(i -> ask("b" + i, "192.0.2." + i % 100));
        assertThat(reviews).isEqualTo(20);

        at(1_000);
        IntStream.range(0, 1_000).forEach(i -> ask("c" + i, "192.0.2." + i % 100));
        assertThat(reviews).isEqualTo(40);
    }

    @Test
    void reviewsTokenOfOtherClientWhileStrangerSendsMany() {
        at(0);
        assertThat(IntStream.range(0, 100).mapToObj(i -> ask("wrong" + i, STRANGER)))
                .filteredOn(Decision::isNotKnown)
                .hasSize(95);

        next = Decision.GRANTED;
        assertThat(ask("new", PROMETHEUS)).isEqualTo(Decision.GRANTED);
    }

    @Test
    void renewsGrantedTokenWhileOthersSendMany() {
        at(0);
        next = Decision.GRANTED;
        assertThat(ask("right", STRANGER)).isEqualTo(Decision.GRANTED);
        for (int second = 1; second <= 70; second++) {
            at(second * 1_000L);
            next = Decision.UNKNOWN_TOKEN;
            IntStream.range(0, 100).forEach(i -> ask("wrong" + now + i, "192.0.2." + i));
        }

        next = Decision.notKnown("the API server does not answer");
        assertThat(ask("right", STRANGER)).isEqualTo(next);
        next = Decision.GRANTED;
        assertThat(ask("right", STRANGER)).isEqualTo(Decision.GRANTED);
    }

    @Test
    void treatsTokenThatIsNoLongerGrantedAsNew() {
        at(0);
        next = Decision.GRANTED;
        ask("right", STRANGER);
        at(60_000);
        next = Decision.UNKNOWN_TOKEN;
        assertThat(ask("right", STRANGER)).isEqualTo(Decision.UNKNOWN_TOKEN);

        at(70_000);
        IntStream.range(0, 100).forEach(i -> ask("wrong" + i, STRANGER));
        assertThat(ask("right", STRANGER).isNotKnown()).isTrue();
    }

    private void at(long millis) {
        now = Duration.ofMillis(millis).toNanos();
    }

    private Decision ask(String token, String client) {
        CompletableFuture<Decision> decision = access.of(token(token), client).toCompletableFuture();
        threads.work();
        assertThat(decision).isCompleted();
        return decision.join();
    }
}
