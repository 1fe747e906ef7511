// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.text.MessageText;
import io.ccmoperator.assets.tree.FieldReader;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a Pod that does not work says of itself, by its status: the same words for the same cause, whether its container waits for the next
 * restart or runs again.
 */
final class PodWords {
    private static final int MAX_LENGTH = 500;

    /** How long the end of a container explains what comes after it. */
    private static final Duration RECENT = Duration.ofMinutes(15);

    /** Reasons of the kubelet for a container that waits as usual, or because it has ended before. */
    private static final Set<String> USUAL = Set.of("", "ContainerCreating", "PodInitializing", "CrashLoopBackOff");

    private static final Set<String> IMAGE_PULL = Set.of("ErrImagePull", "ImagePullBackOff");
    private static final String PULL_FAILED = "ErrImagePull: ";

    /** Reasons for the end of a container that say no more than its exit code. */
    private static final Set<String> USUAL_ENDS = Set.of("", "Error", "Completed");

    private PodWords() {}

    /** Why it does not work; empty if the Pod does not say. A Pod that just starts has no words. */
    static Optional<String> failure(KubernetesObject pod, Instant now) {
        return ofPod(pod)
                .or(() -> ContainerStatus.of(pod).stream()
                        .flatMap(status -> ofContainer(status, now).stream())
                        .findFirst())
                .map(words -> of(pod, words));
    }

    /** How its containers have ended lately, in words that do not name the Pod: those of another one with the same cause are the same. */
    static Set<String> ends(KubernetesObject pod, Instant now) {
        return ContainerStatus.of(pod).stream()
                .filter(status -> !status.isDone())
                .flatMap(status -> status.end().stream()
                        .filter(end -> end.time("finishedAt")
                                .filter(time -> time.isAfter(now.minus(RECENT)))
                                .isPresent())
                        .map(end -> container(status) + ofEnd(end)))
                .collect(Collectors.toSet());
    }

    /** That it is not ready, and which container. */
    static String unready(KubernetesObject pod) {
        return of(
                pod,
                ContainerStatus.of(pod).stream()
                        .filter(status -> !status.isDone() && !status.isReady())
                        .findFirst()
                        .map(status -> container(status) + "is not ready")
                        .orElse("is not ready"));
    }

    private static String of(KubernetesObject pod, String words) {
        String node = pod.fields().string("spec", "nodeName");
        String where = "Pod " + pod.name() + (node.isEmpty() ? "" : " on node " + node);
        return MessageText.withEnd(where + ": " + words, MAX_LENGTH);
    }

    /** The words of who has evicted it, or of the scheduler. */
    private static Optional<String> ofPod(KubernetesObject pod) {
        FieldReader status = pod.fields().field("status");
        if (status.string("phase").equals("Failed") && !status.string("reason").isEmpty()) {
            return Optional.of(withMessage(status.string("reason"), status.string("message")));
        }
        return status.items("conditions").stream()
                .filter(condition -> condition.string("type").equals("PodScheduled")
                        && condition.string("status").equals("False"))
                .map(condition -> withMessage("is not scheduled", condition.string("message")))
                .findFirst();
    }

    private static Optional<String> ofContainer(ContainerStatus status, Instant now) {
        FieldReader waiting = status.fields().field("state", "waiting");
        String reason = waiting.string("reason");
        if (IMAGE_PULL.contains(reason)) {
            return Optional.of(withMessage(
                    container(status) + "waits for its image " + status.fields().string("image")
                            + ", which cannot be pulled",
                    pullFailure(reason, waiting.string("message"))));
        }
        if (!USUAL.contains(reason)) {
            return Optional.of(withMessage(container(status) + "waits: " + reason, waiting.string("message")));
        }
        return status.end()
                .filter(end -> !status.isDone() && explains(status, end, now))
                .map(end -> container(status) + ofEnd(end));
    }

    /** The kubelet says why in one of the two reasons, and since 1.31 in both. */
    private static String pullFailure(String reason, String message) {
        int start = message.indexOf(PULL_FAILED);
        if (start >= 0) {
            return message.substring(start + PULL_FAILED.length());
        }
        return reason.equals("ErrImagePull") ? message : "";
    }

    /** Whether a container does not work because it has ended; one that has run well since may have another cause. */
    private static boolean explains(ContainerStatus status, FieldReader end, Instant now) {
        return status.running().isEmpty()
                || end.time("finishedAt")
                        .filter(time -> time.isAfter(now.minus(RECENT)))
                        .isPresent();
    }

    private static String ofEnd(FieldReader end) {
        String reason = end.string("reason");
        return withMessage(
                "ended with exit code " + end.at("exitCode") + (USUAL_ENDS.contains(reason) ? "" : " (" + reason + ")"),
                TerminationMessage.cause(end.string("message")));
    }

    private static String container(ContainerStatus status) {
        return "container " + status.name() + " ";
    }

    private static String withMessage(String what, String message) {
        String line = MessageText.oneLine(message);
        return line.isEmpty() ? what : what + ": " + line;
    }
}
