// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.YamlText.manifest;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PodWordsTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:20:00Z");
    private static final String ENDED =
            "{terminated: {exitCode: 255, reason: Error, finishedAt: '2030-01-01T00:10:00Z', message: 'unknown flag'}}";

    private static KubernetesObject pod(String status) {
        return manifest("{kind: Pod, metadata: {name: p}, spec: {nodeName: n}, status: " + status + "}");
    }

    private static String container(String status) {
        return "{containerStatuses: [{name: ccm, image: registry/ccm, ready: false, " + status + "}]}";
    }

    static Stream<Arguments> failures() {
        String ended = "Pod p on node n: container ccm ended with exit code 255: unknown flag";
        return Stream.of(
                Arguments.of(container("state: " + ENDED), ended),
                Arguments.of(container("state: {waiting: {reason: CrashLoopBackOff}}, lastState: " + ENDED), ended),
                Arguments.of(
                        container("state: {running: {startedAt: '2030-01-01T00:11:00Z'}}, lastState: " + ENDED), ended),
                Arguments.of(
                        container("state: {terminated: {exitCode: 137, reason: OOMKilled}}"),
                        "Pod p on node n: container ccm ended with exit code 137 (OOMKilled)"),
                Arguments.of(
                        container(
                                "state: {waiting: {reason: CreateContainerConfigError, message: 'secret \"s\" not found'}}"),
                        "Pod p on node n: container ccm waits: CreateContainerConfigError: secret \"s\" not found"),
                Arguments.of(
                        container("state: {waiting: {reason: ErrImagePull, message: 'not found'}}"),
                        "Pod p on node n: container ccm waits for its image registry/ccm, which cannot be pulled: not found"),
                Arguments.of(
                        container(
                                "state: {waiting: {reason: ImagePullBackOff, message: 'Back-off: ErrImagePull: not found'}}"),
                        "Pod p on node n: container ccm waits for its image registry/ccm, which cannot be pulled: not found"),
                Arguments.of(
                        container("state: {waiting: {reason: ImagePullBackOff, message: 'Back-off'}}"),
                        "Pod p on node n: container ccm waits for its image registry/ccm, which cannot be pulled"),
                Arguments.of(
                        "{initContainerStatuses: [{name: inject, state: {terminated: {exitCode: 1, message: 'no credentials'}}}],"
                                + " containerStatuses: [{name: ccm, state: {waiting: {reason: PodInitializing}}}]}",
                        "Pod p on node n: container inject ended with exit code 1: no credentials"),
                Arguments.of(
                        "{conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable, message: '0/3 nodes'}]}",
                        "Pod p on node n: is not scheduled: 0/3 nodes"),
                Arguments.of(
                        "{phase: Failed, reason: Evicted, message: 'low on memory'}",
                        "Pod p on node n: Evicted: low on memory"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void saysWhyPodDoesNotWork(String status, String words) {
        assertThat(PodWords.failure(pod(status), NOW)).contains(words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{containerStatuses: [{name: ccm, state: {waiting: {reason: ContainerCreating}}}]}",
                "{containerStatuses: [{name: ccm, ready: true, state: {running: {startedAt: '2030-01-01T00:00:00Z'}}}]}",
                "{containerStatuses: [{name: ccm, state: {running: {}},"
                        + " lastState: {terminated: {exitCode: 1, finishedAt: '2030-01-01T00:05:00Z'}}}]}",
                "{initContainerStatuses: [{name: inject, state: {terminated: {exitCode: 0}}}]}"
            })
    void saysNothingOfPodThatStartsOrWorks(String status) {
        String started = status.replace("running: {}", "running: {startedAt: '2030-01-01T00:05:01Z'}");

        assertThat(PodWords.failure(pod(started), NOW)).isEmpty();
    }

    @Test
    void namesContainerThatIsNotReady() {
        assertThat(PodWords.unready(pod("{initContainerStatuses: [{name: inject, state: {terminated: {exitCode: 0}}}],"
                        + " containerStatuses: [{name: ccm, ready: false, state: {running: {}}}]}")))
                .isEqualTo("Pod p on node n: container ccm is not ready");
    }

    /** The end of what a program says has the answer. */
    @Test
    void isCutInTheMiddle() {
        String answer = " is not supported, supported values are [nodeIPConfiguration nodeIP podIP]";

        assertThat(PodWords.failure(
                        pod(container("state: {waiting: {reason: E, message: '" + "a".repeat(600) + answer + "'}}")),
                        NOW))
                .hasValueSatisfying(words -> assertThat(words)
                        .hasSize(500)
                        .startsWith("Pod p on node n: container ccm waits: E: aaa")
                        .contains("a...a")
                        .endsWith("a" + answer));
    }
}
