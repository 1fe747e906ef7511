// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.apply.Backoff;
import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.ObjectLog;
import io.ccmoperator.events.EventReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;

/**
 * Gives existing Nodes the {@link NodeLabel} of the provider, on OpenShift: the metadata of Nodes without the label is watched, and on a
 * thread of its own each of them is read, and patched if it is of the provider's cloud. Without such a label there is neither a watch nor a
 * thread.
 */
final class NodeLabels {
    /** Whose the label is, by metadata.managedFields. */
    static final String FIELD_MANAGER = "ccm-operator-node-labels";

    private static final Logger LOG = Logger.getLogger(NodeLabels.class);
    private static final ObjectLog NODE_LOG = ObjectLog.of(NodeLabels.class);
    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

    /** How long others are waited for, to be labeled and reported together; the CCM may label a new Node itself meanwhile. */
    private static final Duration COLLECT = Duration.ofSeconds(1);

    private static final long IDLE_SECONDS = 10;

    private final ClusterAccess cluster;
    private final UnlabeledNodes nodes = new UnlabeledNodes();
    private final ScheduledThreadPoolExecutor worker = new ScheduledThreadPoolExecutor(1, NodeLabels::thread);
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private volatile Optional<NodeLabel> label = Optional.empty();
    private Runnable endWatch = () -> {};

    /** Of the worker alone. */
    private Duration pause = BACKOFF.first();

    NodeLabels(ClusterAccess cluster) {
        this.cluster = cluster;
        // No thread while there is nothing to label.
        worker.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        worker.allowCoreThreadTimeOut(true);
    }

    /**
     * Begins to label Nodes, or ends. Returns at once. For one thread at a time, of a process that leads.
     *
     * @param desired the label; empty where existing Nodes need none
     */
    void follow(Optional<NodeLabel> desired) {
        if (desired.equals(label)) {
            return;
        }
        endWatch.run();
        label = desired;
        nodes.clear();
        endWatch = desired.map(found -> {
                    LOG.infof("nodes with provider ID %s... are labeled with %s", found.providerIds(), found);
                    return cluster.objects().watchMetadata(ResourceKind.NODE, found.selector(), this::changed);
                })
                .orElse(() -> {});
    }

    private void changed(String name, Optional<KubernetesObject> node) {
        if (nodes.changed(name, node)) {
            schedule(COLLECT);
        }
    }

    private void schedule(Duration delay) {
        if (!scheduled.getAndSet(true)) {
            worker.schedule(this::labelNodes, delay.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void labelNodes() {
        scheduled.set(false);
        List<String> labeled = new ArrayList<>();
        List<String> postponed = new ArrayList<>();
        Optional<NodeLabel> current = label;
        Optional<String> name = nodes.next();
        boolean responds = true;
        while (current.isPresent() && name.isPresent() && responds) {
            try {
                if (label(current.get(), key(name.get()))) {
                    labeled.add(name.get());
                }
            } catch (ApiException e) {
                postponed.add(name.get());
                if (!e.isConflict()) {
                    NODE_LOG.warn(
                            key(name.get()), "not labeled with " + current.get() + ", retrying: " + e.getMessage());
                }
                // Other Nodes may be accepted, unless the server does not answer or refuses all.
                responds = e.isConflict() || e.isOfContent();
            } catch (RuntimeException | Error e) {
                postponed.add(name.get());
                NODE_LOG.error(key(name.get()), "unexpected failure", e);
            }
            name = responds ? nodes.next() : Optional.empty();
        }
        current.ifPresent(of -> report(of, labeled));
        retry(postponed);
    }

    /** Whether a Node got the label. */
    private boolean label(NodeLabel current, ObjectKey key) {
        Optional<KubernetesObject> node = cluster.server().get(key);
        boolean isMissing = node.filter(current::isMissingOn).isPresent();
        if (isMissing) {
            try {
                cluster.server().patch(key, current.patch(node.get()), FIELD_MANAGER);
            } catch (ApiException e) {
                if (!e.isNotFound()) {
                    throw e;
                }
                return false;
            }
        } else {
            node.filter(NodeLabel::isOfKnownCloud).ifPresent(nodes::decided);
        }
        return isMissing;
    }

    private void report(NodeLabel of, List<String> labeled) {
        if (!labeled.isEmpty()) {
            String message = "labeled " + labeled.size() + (labeled.size() == 1 ? " node" : " nodes") + " with " + of
                    + ": " + String.join(", ", labeled);
            cluster.events().record(EventReason.NODES_LABELED, message);
            LOG.info(message);
        }
    }

    private void retry(List<String> postponed) {
        postponed.forEach(nodes::again);
        if (postponed.isEmpty()) {
            pause = BACKOFF.first();
        } else {
            schedule(pause);
            pause = BACKOFF.after(pause);
        }
    }

    private static ObjectKey key(String name) {
        return ObjectKey.ofCluster(ResourceKind.NODE, name);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "node-labels");
        thread.setDaemon(true);
        return thread;
    }
}
