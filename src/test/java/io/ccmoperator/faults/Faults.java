// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.faults;

import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What is to go wrong with which requests. */
final class Faults {
    /** A fault of a request. */
    sealed interface Fault {}

    /** The server answers with a failure. */
    record Status(int code, String retryAfter) implements Fault {
        void answer(HttpServerResponse response) {
            if (!retryAfter.isEmpty()) {
                response.putHeader("Retry-After", retryAfter);
            }
            response.setStatusCode(code)
                    .putHeader("Content-Type", "application/json")
                    .end("""
                            {"apiVersion":"v1","kind":"Status","status":"Failure","code":%d,"message":"the proxy says %d"}""".formatted(code, code));
        }
    }

    /** The server leaves the connection before it begins with the request. */
    record Left() implements Fault {}

    /** The answer comes late. */
    record Delay(Duration length) implements Fault {}

    /** An event of a watch is lost. */
    record DropEvent() implements Fault {}

    /** Something happens before an event of a watch. */
    record Arriving(Runnable then) implements Fault {}

    /** An event of a watch arrives a byte at a time. */
    record Crumbs() implements Fault {}

    /** The server carries out the request, but the connection ends before its answer. */
    record LostAnswer() implements Fault {}

    /** Something happens between the server's answer and the client. */
    record Answered(Runnable then) implements Fault {}

    /** The answer ends in the middle, and the connection with it. */
    record HalfAnswer() implements Fault {}

    /** The answer stops in the middle. */
    record StalledAnswer() implements Fault {}

    /** The answer is a page of something in between, with the status of the server's answer. */
    record ForeignAnswer(String contentType, String body) implements Fault {
        void answer(int status, HttpServerResponse response) {
            response.setStatusCode(status)
                    .putHeader("Content-Type", contentType)
                    .end(body);
        }
    }

    /** Another server answers. */
    record OtherServer(Upstream upstream) implements Fault {
        /** The request as a client sends it that takes the state which the server has in its cache. */
        static SeenRequest fromCache(SeenRequest read) {
            String query = read.query()
                    .replaceAll("(^|&)resourceVersion(Match)?=[^&]*", "")
                    .replaceFirst("^&", "");
            String match = read.isWatch() && !read.query().contains("sendInitialEvents")
                    ? ""
                    : "&resourceVersionMatch=NotOlderThan";
            return read.isWatch() && match.isEmpty()
                    ? read
                    : read.to(read.path(), query + "&resourceVersion=0" + match);
        }
    }

    /** The answer is old. */
    record Stale(String resourceVersion) implements Fault {
        /** How to ask for the old answer: by a list. Empty where there is no way, so that the client has to find one. */
        Optional<SeenRequest> rewritten(SeenRequest read) {
            String exactly = "&resourceVersion=" + resourceVersion + "&resourceVersionMatch=Exact";
            if (read.query().contains("sendInitialEvents")) {
                return Optional.empty();
            } else if (read.isWatch()) {
                return Optional.of(read);
            } else if (read.query().contains("fieldSelector")) {
                return Optional.of(read.to(read.path(), read.query() + exactly));
            }
            int name = read.path().lastIndexOf('/');
            String selector = "fieldSelector=metadata.name%3D" + read.path().substring(name + 1);
            return Optional.of(read.to(read.path().substring(0, name), selector + exactly));
        }
    }

    private static final class Rule {
        private final Predicate<SeenRequest> requests;
        private final Fault fault;
        private int spared;
        private int left;

        private Rule(Predicate<SeenRequest> requests, int spared, int left, Fault fault) {
            this.requests = requests;
            this.spared = spared;
            this.left = left;
            this.fault = fault;
        }
    }

    private final List<Rule> rules = new ArrayList<>();

    synchronized void add(Predicate<SeenRequest> requests, int times, Fault fault) {
        rules.add(new Rule(requests, 0, times, fault));
    }

    /** The first requests of the sort are spared. */
    synchronized void addOnce(Predicate<SeenRequest> requests, int spared, Fault fault) {
        rules.add(new Rule(requests, spared, 1, fault));
    }

    synchronized void clear() {
        rules.clear();
    }

    /** The fault of a kind that a request meets now; it counts as one of the times. */
    synchronized <T extends Fault> Optional<T> take(SeenRequest request, Class<T> kind) {
        for (Rule rule : rules) {
            if (rule.left > 0 && kind.isInstance(rule.fault) && rule.requests.test(request)) {
                if (rule.spared-- > 0) {
                    continue;
                }
                rule.left--;
                return Optional.of(kind.cast(rule.fault));
            }
        }
        return Optional.empty();
    }
}
