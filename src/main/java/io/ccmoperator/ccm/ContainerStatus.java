// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The status of a container, as the kubelet writes it.
 *
 * @param init whether it is an init container, which ends when it has done what it is for
 * @param fields of the item in the Pod's status
 */
record ContainerStatus(boolean init, FieldReader fields) {
    /** Those of a Pod, init containers first. */
    static List<ContainerStatus> of(KubernetesObject pod) {
        return Stream.concat(
                        pod.fields().items("status", "initContainerStatuses").stream()
                                .map(fields -> new ContainerStatus(true, fields)),
                        pod.fields().items("status", "containerStatuses").stream()
                                .map(fields -> new ContainerStatus(false, fields)))
                .toList();
    }

    String name() {
        return fields.string("name");
    }

    /** How often it was restarted since the Pod exists. */
    long restarts() {
        return fields.number("restartCount").orElse(0L);
    }

    boolean isReady() {
        return Boolean.TRUE.equals(fields.at("ready"));
    }

    /** Its last end: exitCode, reason, message, finishedAt. */
    Optional<FieldReader> end() {
        return Stream.of(fields.field("state", "terminated"), fields.field("lastState", "terminated"))
                .filter(FieldReader::exists)
                .findFirst();
    }

    /** When it started, if it runs. */
    Optional<Instant> running() {
        return fields.time("state", "running", "startedAt");
    }

    /** Whether it has ended well, and is not started again. */
    boolean isDone() {
        return init && fields.number("state", "terminated", "exitCode").equals(Optional.of(0L));
    }
}
