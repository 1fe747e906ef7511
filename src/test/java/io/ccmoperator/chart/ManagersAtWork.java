// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.apiserver.ApiClient;
import io.ccmoperator.apiserver.ApiUser;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * What the programs in Pods of cloud controller managers do, each with the permissions of its account: one of them leads by each Lease and
 * initializes Nodes. Azure's node manager initializes them without a Lease.
 */
final class ManagersAtWork implements AutoCloseable {
    static final String UNINITIALIZED = "node.cloudprovider.kubernetes.io/uninitialized";

    private static final long BETWEEN_LOOKS = 100;

    private static final DateTimeFormatter MICRO_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    /** Of a program whose flags say nothing else. */
    private static final String LEASE_DURATION = "15s";

    /** @param namespace of the Pod whose program has initialized the Node */
    record Initialization(String namespace, Instant at) {}

    private final ApiClient admin;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    private final Map<String, List<Initialization>> initialized = new TreeMap<>();
    private RuntimeException failure;

    ManagersAtWork(ApiClient admin) {
        this.admin = admin;
        executor.scheduleWithFixedDelay(this::look, 0, BETWEEN_LOOKS, TimeUnit.MILLISECONDS);
    }

    /**
     * By Node, in the order in which they came about.
     *
     * @throws IllegalStateException if an account was refused what its program needs
     */
    synchronized Map<String, List<Initialization>> initialized() {
        assertNoFailure();
        Map<String, List<Initialization>> copy = new TreeMap<>();
        initialized.forEach((node, all) -> copy.put(node, List.copyOf(all)));
        return copy;
    }

    private synchronized void look() {
        try {
            for (KubernetesObject pod : list(admin, "/api/v1/pods")) {
                // An item of a list has neither.
                pod.tree().put("apiVersion", "v1");
                pod.tree().put("kind", "Pod");
                if (works(pod)) {
                    workUnlessEnded(pod);
                }
            }
        } catch (RuntimeException e) {
            failure = e;
            throw e;
        }
    }

    /** A Pod that has ended since it was listed asks for nothing more; its account may have lost its permissions. */
    private void workUnlessEnded(KubernetesObject pod) {
        try {
            pod.containers().forEach(container -> work(pod, new Flags(container)));
        } catch (IllegalStateException e) {
            ApiAnswer live = admin.read(pod);
            boolean ended = live.status() == 404 || !works(accepted(live).object());
            if (!ended) {
                throw e;
            }
        }
    }

    private static boolean works(KubernetesObject pod) {
        List<FieldReader> containers = pod.fields().items("status", "containerStatuses");
        return pod.fields().at("metadata", "deletionTimestamp") == null
                && !containers.isEmpty()
                && containers.stream().allMatch(container -> Boolean.TRUE.equals(container.at("ready")));
    }

    /** The flags of a container. */
    private record Flags(Map<String, Object> container) {
        String value(String name, String otherwise) {
            String begin = "--" + name + "=";
            return FieldReader.of(container).strings("args").stream()
                    .filter(flag -> flag.startsWith(begin))
                    .map(flag -> flag.substring(begin.length()))
                    .reduce((first, last) -> last)
                    .orElse(otherwise);
        }

        boolean has(String name) {
            return !value(name, "").isEmpty();
        }
    }

    private void work(KubernetesObject pod, Flags flags) {
        ApiUser account = ApiUser.serviceAccount(pod.namespace(), pod.fields().string("spec", "serviceAccountName"));
        if (flags.has("node-name")) {
            initializeNodes(pod, account);
        } else if (flags.has("cloud-provider") && leads(pod, flags, account)) {
            boolean isOfNodeManager = flags.value("controllers", "*").contains("-cloud-node");
            boolean hasAccounts =
                    flags.value("use-service-account-credentials", "").equals("true");
            if (!isOfNodeManager) {
                initializeNodes(pod, hasAccounts ? ApiUser.serviceAccount("kube-system", "node-controller") : account);
            }
        }
    }

    private boolean leads(KubernetesObject pod, Flags flags, ApiUser account) {
        ApiClient client = admin.as(account);
        String identity = pod.name() + "_" + pod.fields().string("metadata", "uid");
        long seconds = Duration.parse("PT" + flags.value("leader-elect-lease-duration", LEASE_DURATION))
                .toSeconds();
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("namespace", flags.value("leader-elect-resource-namespace", "kube-system"));
        metadata.put("name", flags.value("leader-elect-resource-name", "cloud-controller-manager"));
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", "coordination.k8s.io/v1");
        tree.put("kind", "Lease");
        tree.put("metadata", metadata);
        Instant now = Instant.now();
        tree.put(
                "spec",
                Map.of(
                        "holderIdentity",
                        identity,
                        "leaseDurationSeconds",
                        seconds,
                        "renewTime",
                        MICRO_TIME.format(now)));
        KubernetesObject mine = new KubernetesObject(tree);
        ApiAnswer found = client.read(mine);
        if (found.status() == 404) {
            return accepted(client.create(mine)).accepted();
        }
        FieldReader live = accepted(found).object().fields();
        boolean isHeld = !live.string("spec", "holderIdentity").equals(identity)
                && Instant.parse(live.string("spec", "renewTime"))
                        .plusSeconds(live.number("spec", "leaseDurationSeconds").orElseThrow())
                        .isAfter(now);
        if (isHeld) {
            return false;
        }
        metadata.put("resourceVersion", live.string("metadata", "resourceVersion"));
        return accepted(client.replace(mine)).accepted();
    }

    private void initializeNodes(KubernetesObject pod, ApiUser account) {
        for (KubernetesObject node : list(admin, "/api/v1/nodes")) {
            List<Map<String, Object>> taints = new ArrayList<>(node.fields().maps("spec", "taints"));
            if (!taints.removeIf(taint -> UNINITIALIZED.equals(taint.get("key")))) {
                continue;
            }
            node.tree().put("apiVersion", "v1");
            node.tree().put("kind", "Node");
            Map<String, Object> spec = new LinkedHashMap<>(node.fields().map("spec"));
            spec.put("taints", taints);
            node.tree().put("spec", spec);
            // The claim that the token of a Pod has on that node.
            ApiAnswer answer = admin.as(account.with("authentication.kubernetes.io/node-name", List.of(node.name())))
                    .replace(node);
            boolean hasChangedSinceListed = answer.status() == 409;
            if (!hasChangedSinceListed) {
                accepted(answer);
                initialized
                        .computeIfAbsent(node.name(), name -> new ArrayList<>())
                        .add(new Initialization(pod.namespace(), Instant.now()));
            }
        }
    }

    private static List<KubernetesObject> list(ApiClient client, String path) {
        return accepted(client.get(path)).object().fields().maps("items").stream()
                .map(KubernetesObject::new)
                .toList();
    }

    private static ApiAnswer accepted(ApiAnswer answer) {
        if (!answer.accepted()) {
            throw new IllegalStateException(answer.refusal());
        }
        return answer;
    }

    /** @throws IllegalStateException if an account was refused what its program needs */
    @Override
    public void close() {
        executor.shutdown();
        try {
            if (!executor.awaitTermination(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("the managers have not ended their work within a minute");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        assertNoFailure();
    }

    private synchronized void assertNoFailure() {
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
    }
}
