// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.ObjectLog;
import io.ccmoperator.cluster.OnChange;
import io.ccmoperator.events.EventReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;

/** Gives existing Nodes the {@link NodeLabel} of the provider, on OpenShift: at each resync those without it are listed and patched. */
final class NodeLabels {
    /** Whose the label is, by metadata.managedFields. */
    static final String FIELD_MANAGER = "ccm-operator-node-labels";

    /** Less than the time between two resyncs; the reconciles of a rollout in between list nothing. */
    private static final Duration PAUSE = Duration.ofMinutes(9);

    private static final Logger LOG = Logger.getLogger(NodeLabels.class);
    private static final ObjectLog NODE_LOG = ObjectLog.of(NodeLabels.class);

    private final ClusterAccess cluster;
    private final OnChange<String> logFailure =
            OnChange.ofFault(cause -> LOG.warn("nodes are not labeled with " + cause));
    private final OnChange<Map<ObjectKey, String>> logRejected =
            new OnChange<>(Map.of(), rejected -> rejected.forEach(NODE_LOG::warn));
    private Optional<NodeLabel> label = Optional.empty();
    private Instant due = Instant.MIN;

    NodeLabels(ClusterAccess cluster) {
        this.cluster = cluster;
    }

    /**
     * Labels Nodes if the label is new, or a resync is due. For one thread at a time, of a process that leads. A failure is logged.
     *
     * @param desired the label; empty where existing Nodes need none
     */
    void apply(Optional<NodeLabel> desired) {
        Instant now = cluster.clock().instant();
        if (desired.equals(label) && now.isBefore(due)) {
            return;
        }
        label = desired;
        due = now.plus(PAUSE);
        desired.ifPresent(this::labelNodes);
    }

    private void labelNodes(NodeLabel missing) {
        List<String> labeled = new ArrayList<>();
        Map<ObjectKey, String> rejected = new LinkedHashMap<>();
        try {
            List<KubernetesObject> nodes = cluster.lists()
                    .list(
                            ResourceKind.NODE,
                            "",
                            "labelSelector=" + missing.selector(),
                            node -> Optional.of(node)
                                    .filter(missing::isMissingOn)
                                    .map(NodeLabels::identity));
            for (KubernetesObject node : nodes) {
                if (label(missing, node, rejected)) {
                    labeled.add(node.name());
                }
            }
            logFailure.accept("");
        } catch (ApiException e) {
            logFailure.accept(missing + ", retrying: " + e.getMessage());
        }
        logRejected.accept(rejected);
        if (!labeled.isEmpty()) {
            String message = "labeled " + labeled.size() + (labeled.size() == 1 ? " node" : " nodes") + " with "
                    + missing + ": " + String.join(", ", labeled);
            cluster.events().record(EventReason.NODES_LABELED, message);
            LOG.info(message);
        }
    }

    /** What a patch needs; a Node has many KiB, and a cluster thousands of Nodes. */
    private static KubernetesObject identity(KubernetesObject node) {
        return new KubernetesObject(Map.of(
                "metadata",
                Map.of("name", node.name(), "resourceVersion", node.fields().string("metadata", "resourceVersion"))));
    }

    /** Whether a Node got the label. */
    private boolean label(NodeLabel missing, KubernetesObject node, Map<ObjectKey, String> rejected) {
        ObjectKey key = ObjectKey.ofCluster(ResourceKind.NODE, node.name());
        try {
            cluster.server().patch(key, missing.patch(node), FIELD_MANAGER);
            return true;
        } catch (ApiException e) {
            if (e.isConflict()) {
                // It has changed since it was listed: once more with the next reconcile.
                due = Instant.MIN;
            } else if (e.isOfContent()) {
                // Other Nodes may be accepted.
                rejected.put(key, "not labeled with " + missing + ", retrying: " + e.getMessage());
            } else if (!e.isNotFound()) {
                throw e;
            }
            return false;
        }
    }
}
