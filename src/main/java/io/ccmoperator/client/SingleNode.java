// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.cluster.OnChange;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;

/**
 * Whether a cluster has one control plane node only, by the label of the role. The nodes are listed when it is asked for, and again after
 * ten minutes, or one where they could not be listed; until then the last answer is valid, or else that there are several. The running
 * operator watches them besides.
 */
public final class SingleNode implements BooleanSupplier {
    private static final Logger LOG = Logger.getLogger(SingleNode.class);
    private static final String ROLE = "node-role.kubernetes.io/control-plane";
    private static final Duration VALID = Duration.ofMinutes(10);
    private static final Duration AGAIN = Duration.ofMinutes(1);

    private static final KubernetesObject NOTHING_OF_IT = new KubernetesObject(Map.of());

    private final ObjectLists lists;
    private final Clock clock;
    private final OnChange<String> logFailure = OnChange.ofFault(cause -> LOG.warn(
            "the control plane nodes cannot be counted, " + cause + "; set spec.cluster.controlPlaneTopology"));
    private Instant due = Instant.MIN;
    private boolean single;
    private Runnable watch = () -> {};

    public SingleNode(ObjectLists lists, Clock clock) {
        this.lists = lists;
        this.clock = clock;
    }

    /**
     * Watches the nodes as soon as it is asked for the first time.
     *
     * @param changed is called after each change of the answer, on a thread of the client
     */
    public synchronized void watch(ApiConnection connection, Runnable changed) {
        watch = () -> connection.count(ResourceKind.NODE, ROLE, nodes -> {
            if (counted(nodes)) {
                changed.run();
            }
        });
    }

    /** Sends its request without the lock: the watch reports on the thread that the response arrives on. */
    @Override
    public boolean getAsBoolean() {
        begin().run();
        Instant now = clock.instant();
        if (isKnown(now)) {
            return isSingle();
        }
        try {
            counted(lists.list(ResourceKind.NODE, "", "labelSelector=" + ROLE, node -> Optional.of(NOTHING_OF_IT))
                    .size());
        } catch (ApiException e) {
            failed(now, e);
        }
        return isSingle();
    }

    private synchronized Runnable begin() {
        Runnable begun = watch;
        watch = () -> {};
        return begun;
    }

    private synchronized boolean isKnown(Instant now) {
        return now.isBefore(due);
    }

    private synchronized boolean isSingle() {
        return single;
    }

    private synchronized void failed(Instant now, ApiException e) {
        due = now.plus(AGAIN);
        logFailure.accept((single ? "one is" : "several are") + " assumed: " + e.getMessage());
    }

    /** Records the number of nodes, and returns whether that changes the answer. */
    synchronized boolean counted(int nodes) {
        boolean before = single;
        single = nodes == 1;
        due = clock.instant().plus(VALID);
        logFailure.accept("");
        return single != before;
    }
}
