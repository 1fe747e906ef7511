// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.status.ConditionType;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** Every state that the conditions of the ClusterOperator have had, by a watch. */
final class ConditionsOverTime implements Flow.Subscriber<String>, AutoCloseable {
    /** @param messages by type, status and message */
    private record State(long nanos, Map<String, String> messages) {
        boolean says(String words) {
            return messages.values().stream().anyMatch(text -> find(words, text));
        }
    }

    private final List<State> states = new CopyOnWriteArrayList<>();
    private final CompletableFuture<HttpResponse<Void>> watch;

    ConditionsOverTime(OpenShiftCluster cluster) {
        this.watch = cluster.admin().watch("/apis/config.openshift.io/v1/clusteroperators", this);
        Awaitility.await("the first state").atMost(OpenShiftCluster.PATIENCE).until(() -> !states.isEmpty());
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(String event) {
        Map<String, String> messages = new TreeMap<>();
        FieldReader.of(JsonReader.read(event)).field("object").maps("status", "conditions").stream()
                .map(KubernetesObject::new)
                .map(KubernetesObject::fields)
                .forEach(condition -> messages.put(
                        condition.string("type"), condition.string("status") + " " + condition.string("message")));
        states.add(new State(System.nanoTime(), messages));
    }

    @Override
    public void onError(Throwable cause) {
        watch.completeExceptionally(cause);
    }

    @Override
    public void onComplete() {
        // The server ends it; what has been seen counts.
    }

    /** Waits until a condition says something. */
    void awaitWords(ConditionType type, String words) {
        await(type.value() + " to say " + words, state -> find(words, state.messages.getOrDefault(type.value(), "")));
    }

    /** Waits until a condition does not say something any more. */
    void awaitSilence(ConditionType type, String words) {
        await(
                type.value() + " not to say " + words,
                state -> !find(words, state.messages.getOrDefault(type.value(), "")));
    }

    private void await(String what, Predicate<State> last) {
        Awaitility.await(what).atMost(OpenShiftCluster.PATIENCE).until(() -> last.test(states.get(states.size() - 1)));
    }

    /** How long other conditions said something that this one had ceased to say; waits for the end of it. */
    Duration echo(ConditionType type, String words) {
        await("no condition to say " + words, state -> !state.says(words));
        int last = states.size() - 1;
        int end = last;
        while (!states.get(end - 1).says(words)) {
            end--;
        }
        int begin = end;
        while (!find(words, states.get(begin - 1).messages.getOrDefault(type.value(), ""))) {
            begin--;
        }
        return Duration.ofNanos(states.get(end).nanos - states.get(begin).nanos);
    }

    /** The states in which conditions say both. */
    List<String> sayBoth(String one, String other) {
        return states.stream()
                .filter(state -> state.says(one) && state.says(other))
                .map(state -> state.messages.toString())
                .toList();
    }

    /** All states, each with what differs from the one before, and the seconds since the first. */
    String text() {
        StringBuilder text = new StringBuilder();
        Map<String, String> before = Map.of();
        for (State state : states) {
            Map<String, String> last = before;
            text.append(state.messages.entrySet().stream()
                    .filter(entry -> !entry.getValue().equals(last.get(entry.getKey())))
                    .map(entry -> String.format(
                            "%6.2f %s %s%n",
                            (state.nanos - states.get(0).nanos) / 1e9, entry.getKey(), entry.getValue()))
                    .collect(Collectors.joining()));
            before = state.messages;
        }
        return text.toString();
    }

    private static boolean find(String words, String text) {
        return Pattern.compile(words).matcher(text).find();
    }

    @Override
    public void close() {
        watch.cancel(true);
    }
}
