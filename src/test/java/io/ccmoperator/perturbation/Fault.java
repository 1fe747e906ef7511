// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import io.ccmoperator.faults.FaultyProxy;
import io.ccmoperator.faults.SeenRequest;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * A fault between the operator and the API server for a time.
 *
 * @param name the fault
 * @param begin of the fault
 * @param end of the fault
 */
record Fault(String name, Consumer<Harness> begin, Consumer<Harness> end) {
    private static final int ALL = Integer.MAX_VALUE;

    /** All that end within the time that they are given. */
    static List<Fault> all() {
        return List.of(
                ofProxy("every answer 5 s late", proxy -> proxy.delay(SeenRequest.ANY, ALL, Duration.ofSeconds(5))),
                ofProxy("429, Retry-After 1 s", proxy -> answer(proxy, 429, "1")),
                ofProxy("500", proxy -> answer(proxy, 500, "")),
                ofProxy("503", proxy -> answer(proxy, 503, "")),
                ofProxy("410 for watches", proxy -> {
                    proxy.answer(SeenRequest::isWatch, ALL, 410);
                    proxy.endWatches(SeenRequest.ANY);
                }),
                ofProxy("409 for writes", proxy -> proxy.answer(SeenRequest::isWrite, ALL, 409)),
                ofProxy("half an answer", proxy -> {
                    proxy.halve(request -> !request.isWatch(), ALL);
                    proxy.endWatches(SeenRequest.ANY);
                }),
                ofProxy("a page instead of JSON", proxy -> {
                    proxy.answerWithPage(SeenRequest.ANY, ALL, "text/html", "<html><body>Sign in</body></html>");
                    proxy.endWatches(SeenRequest.ANY);
                }),
                ofProxy("answers to writes lost", proxy -> proxy.loseAnswer(SeenRequest::isWrite, ALL)),
                ofProxy("events lost", proxy -> proxy.dropEvents(SeenRequest.ANY, ALL)),
                new Fault(
                        "connections refused",
                        harness -> harness.proxy().refuse(),
                        harness -> harness.proxy().accept()),
                new Fault(
                        "connections silent",
                        harness -> harness.proxy().pause(),
                        harness -> harness.proxy().resume()),
                new Fault("API server with old state", Fault::lag, Harness::endLag),
                new Fault(
                        "API server stopped",
                        harness -> harness.cluster().server().stop(),
                        harness -> harness.cluster().server().startAgain()));
    }

    private static void lag(Harness harness) {
        harness.holdLaggingServer();
        harness.readFromLaggingServer();
        harness.proxy().endWatches(SeenRequest.ANY);
    }

    private static void answer(FaultyProxy proxy, int status, String retryAfter) {
        proxy.answer(SeenRequest.ANY, ALL, status, retryAfter);
        proxy.endWatches(SeenRequest.ANY);
    }

    /** A fault that ends with the proxy's; what was missed meanwhile comes with new watches. */
    private static Fault ofProxy(String name, Consumer<FaultyProxy> begin) {
        return new Fault(name, harness -> begin.accept(harness.proxy()), Harness::beginWatchesAgain);
    }

    @Override
    public String toString() {
        return name;
    }
}
