// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.overview;

import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.ccm.OtherManager;
import io.ccmoperator.ccm.Removal;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ClusterDescription;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.ObjectLists;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.overview.Overview.Fact;
import io.ccmoperator.overview.Overview.Health;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.Condition;
import io.ccmoperator.status.ConditionType;
import io.ccmoperator.status.ReportedStatus;
import io.ccmoperator.substitution.ProviderSelection;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** Reads one overview; a reader is used once. What the user may not read is left out and named. */
public final class OverviewReader {
    /** Whether what the controllers of cloud-conf and of ccm-trusted-ca make is there. */
    private static final Set<ConditionType> OF_CONFIGURATION = EnumSet.of(
            ConditionType.CLOUD_CONFIG_AVAILABLE,
            ConditionType.TRUSTED_CA_AVAILABLE,
            ConditionType.CLOUD_CONFIG_READY,
            ConditionType.TRUSTED_CA_READY);

    private final ApiServer server;
    private final ObjectLists lists;
    private final ProviderIndex providers;
    private final Clock clock;
    private final Map<ObjectKey, Optional<KubernetesObject>> read = new LinkedHashMap<>();
    private final Map<ObjectKey, String> unreadable = new LinkedHashMap<>();
    private final List<String> unreadableLists = new ArrayList<>();
    /** By their messages: a condition and the controller that waits for it may say the same. */
    private final Map<String, Map<String, String>> waitsFor = new LinkedHashMap<>();

    private Health health = Health.HEALTHY;

    /**
     * The operator to look at.
     *
     * @param deployment its Deployment
     * @param managedNamespace where cloud controller managers run
     * @param lease of leader election; empty where that is off
     * @param release the operator belongs to
     * @param distribution the kind of cluster
     * @param droppedFields those of CloudControllerManagers that the cluster's kind does not have
     */
    public record Subject(
            ObjectKey deployment,
            String managedNamespace,
            Optional<ObjectKey> lease,
            ReleaseVersion release,
            Distribution distribution,
            List<String> droppedFields) {}

    public OverviewReader(ApiServer server, ObjectLists lists, ProviderIndex providers, Clock clock) {
        this.server = server;
        this.lists = lists;
        this.providers = providers;
        this.clock = clock;
    }

    /**
     * Reads it.
     *
     * @throws ApiException if a request fails, other than for a missing permission; without one for the object with the conditions too, since
     *     nothing can be said of its health
     */
    public Overview read(Subject subject) {
        ObjectKey reporting = ClusterOperatorStatusWriter.key(subject.distribution());
        Optional<KubernetesObject> reported = server.get(reporting);
        read.put(reporting, reported);
        ReportedStatus status = ReportedStatus.of(reported);
        ClusterDescription description = new ClusterDescription(
                subject.distribution(), subject.deployment().namespace(), this::state, () -> false, providers);
        if (!subject.droppedFields().isEmpty()) {
            worsen(Health.UNHEALTHY);
            waitFor(
                    "the kind CloudControllerManager of this release; that of the cluster drops "
                            + String.join(", ", subject.droppedFields())
                            + ": run kubectl apply --server-side --force-conflicts -f crds in the folder of the chart",
                    Map.of());
        }
        Map<String, Fact> facts = facts(subject, description, status);
        List<Map<String, String>> sources =
                new ConfigSources(description, this::get, providers).rows(subject.managedNamespace());
        judge(subject.distribution(), reporting, reported.isPresent(), status);
        List<Map<String, String>> objects = objects(status);
        List<Map<String, String>> others = others(subject, description, reported.isPresent(), status);
        List<Map<String, String>> cloud = cloud();
        String uid = reported.map(object -> object.fields().string("metadata", "uid"))
                .orElse("");
        List<Map<String, String>> events = new EventList(this::list).last(subject.managedNamespace(), reporting, uid);
        List<String> hidden = new ArrayList<>(unreadable.values());
        hidden.addAll(unreadableLists);
        return new Overview(
                health,
                facts,
                status.rows(),
                objects,
                others,
                sources,
                cloud,
                List.copyOf(waitsFor.values()),
                events,
                hidden);
    }

    private Map<String, Fact> facts(Subject subject, ClusterDescription description, ReportedStatus status) {
        Map<String, Fact> facts = new LinkedHashMap<>();
        facts.put("release", Fact.of(subject.release().text()));
        facts.put("reached", Fact.of(status.version().orElse("none")));
        facts.put("platform", platform(description));
        get(CLOUD_CONTROLLER_MANAGER).ifPresent(manager -> facts.put("ready", ready(manager)));
        images(facts);
        Set<String> set = description.overrides().set();
        if (!set.isEmpty()) {
            facts.put("overrides", Fact.of(String.join(", ", set)));
        }
        leader(subject, status, facts);
        facts.put(
                "operator",
                get(subject.deployment())
                        .map(ObjectHealth::fact)
                        .orElse(Fact.without(unreadable.containsKey(subject.deployment()) ? "unknown" : "none")));
        return facts;
    }

    /** Whether the CloudControllerManager is Ready, and of which generation it says so if it has been edited since. */
    private static Fact ready(KubernetesObject manager) {
        String status = ReportedStatus.of(manager)
                .condition(ConditionType.READY)
                .map(Condition::status)
                .orElse("Unknown");
        long generation = manager.fields().number("metadata", "generation").orElse(0L);
        long observed = manager.fields().number("status", "observedGeneration").orElse(0L);
        return new Fact(
                observed == generation ? status : status + ", of generation " + observed + " of " + generation,
                Map.of("status", status, "generation", "" + generation, "observedGeneration", "" + observed));
    }

    /** As the operator says them in the object; on OpenShift there may be none. */
    private void images(Map<String, Fact> facts) {
        get(CLOUD_CONTROLLER_MANAGER).ifPresent(manager -> {
            for (String program : List.of("controllerManager", "nodeManager")) {
                FieldReader status = manager.fields().field("status", program);
                if (!status.string("image").isEmpty()) {
                    String image = status.string("image");
                    String source = status.string("imageSource");
                    facts.put(
                            program, new Fact(image + ", by " + source, Map.of("image", image, "imageSource", source)));
                }
            }
        });
    }

    private void leader(Subject subject, ReportedStatus status, Map<String, Fact> facts) {
        if (subject.lease().isEmpty()) {
            facts.put("leader", Fact.of("no leader election"));
            return;
        }
        ObjectKey key = subject.lease().get();
        LeaseState state = LeaseState.of(get(key), clock.instant());
        facts.put("leader", Fact.of(state.holder()));
        facts.put("renewed", Fact.of(state.renewed()));
        if (!state.leads() && !unreadable.containsKey(key)) {
            boolean begins = status.version().isEmpty()
                    && ObjectHealth.of(get(subject.deployment())).health() == Health.PROGRESSING;
            worsen(begins ? Health.PROGRESSING : Health.UNHEALTHY);
            String remedy = isMissing(subject.deployment())
                    ? subject.deployment()
                            + " does not exist: install the operator, or name its namespace with --operator-namespace"
                    : "see whether the Pod of the operator runs";
            waitFor(
                    "a leader: " + key + (state.holder().isEmpty() ? " has no holder; " : " has expired; ") + remedy,
                    ObjectHealth.members(key));
        }
    }

    private Fact platform(ClusterDescription description) {
        Optional<KubernetesObject> object = description.infrastructure().object();
        if (object.isEmpty()) {
            if (isMissing(description.key())) {
                waitFor(description.key() + ", which does not exist", ObjectHealth.members(description.key()));
            }
            return Fact.without("unknown");
        }
        try {
            Infrastructure infrastructure = Infrastructure.of(object.get().tree());
            String variant = infrastructure.variant().isEmpty() ? "" : " " + infrastructure.variant();
            return ProviderSelection.of(infrastructure, providers)
                    .map(provider -> provider.descriptor().name())
                    .map(provider -> new Fact(
                            infrastructure.platform() + variant + ", provider " + provider,
                            Map.of(
                                    "type",
                                    infrastructure.platform(),
                                    "variant",
                                    infrastructure.variant(),
                                    "provider",
                                    provider)))
                    .or(() -> providers
                            .refused()
                            .map(why -> Fact.without(infrastructure.platform() + variant + ": " + why)))
                    .or(() -> ProviderSelection.mistake(
                                    infrastructure, description.distribution() == Distribution.KUBERNETES, providers)
                            .map(Fact::without))
                    .orElseGet(() -> Fact.without(ProviderSelection.whyNone(infrastructure)));
        } catch (InvalidInputException e) {
            return Fact.without(e.getMessage());
        }
    }

    private void judge(Distribution distribution, ObjectKey reporting, boolean exists, ReportedStatus status) {
        if (!exists && reporting.equals(ClusterOperatorStatusWriter.KEY)) {
            waitFor(reporting + ", which the operator creates when it leads", ObjectHealth.members(reporting));
        }
        boolean degraded = status.isTrue(ConditionType.DEGRADED)
                || status.isTrue(ConditionType.CLOUD_CONFIG_DEGRADED)
                || status.isTrue(ConditionType.TRUSTED_CA_DEGRADED)
                || isFalse(status, ConditionType.CLOUD_CONFIG_READY)
                || isFalse(status, ConditionType.TRUSTED_CA_READY);
        boolean available = status.isTrue(ConditionType.AVAILABLE);
        if (degraded || !available && (!exists || status.version().isPresent())) {
            worsen(Health.UNHEALTHY);
        } else if (!available || status.isTrue(ConditionType.PROGRESSING)) {
            // Before the first rollout has ended nothing has been there that could be missed.
            worsen(Health.PROGRESSING);
        }
        status.condition(ConditionType.PROGRESSING)
                .filter(Condition::isTrue)
                .ifPresent(condition -> waitFor(condition.message(), members(ConditionType.PROGRESSING, status)));
        if (exists) {
            // What workloads may wait for.
            for (ConditionType type : ConditionType.of(distribution)) {
                if (OF_CONFIGURATION.contains(type) && !status.isTrue(type)) {
                    waitFor(
                            status.condition(type)
                                    .filter(Condition::isFalse)
                                    .map(Condition::message)
                                    .orElse(type.value() + " of " + reporting),
                            members(type, status));
                }
            }
        }
    }

    private static boolean isFalse(ReportedStatus status, ConditionType type) {
        return status.condition(type).filter(Condition::isFalse).isPresent();
    }

    private List<Map<String, String>> objects(ReportedStatus status) {
        return status.applied().stream()
                .map(key -> {
                    Optional<KubernetesObject> live = get(key);
                    ObjectHealth state = unreadable.containsKey(key) ? ObjectHealth.UNKNOWN : ObjectHealth.of(live);
                    worsen(state.health());
                    if (state.health() != Health.HEALTHY) {
                        waitFor(key + ": " + state.text(), state.row(key));
                    }
                    return state.row(key);
                })
                .toList();
    }

    /** Those of other programs do not change the health, which is that of what the operator applies. */
    private List<Map<String, String>> others(
            Subject subject, ClusterDescription description, boolean exists, ReportedStatus status) {
        List<Map<String, String>> others = new ArrayList<>(ofOthers(subject, description));
        List<ObjectKey> applied = status.applied();
        // Before the first status nothing is on record.
        if (!applied.isEmpty() || !exists && subject.distribution() == Distribution.KUBERNETES) {
            Removal.ownedWorkloads(this::list).stream()
                    .filter(key -> !applied.contains(key))
                    .forEach(key -> {
                        worsen(Health.UNHEALTHY);
                        waitFor(
                                "the deletion of " + key
                                        + ", which the operator has made and has no record of: delete it, or without a cloud controller manager run ccm-operator remove",
                                ObjectHealth.members(key));
                        others.add(new ObjectHealth(Health.UNHEALTHY, "not on record").row(key));
                    });
        }
        return others;
    }

    private List<Map<String, String>> ofOthers(Subject subject, ClusterDescription description) {
        if (subject.distribution() == Distribution.OPENSHIFT) {
            return List.of();
        }
        return provider(description)
                .map(provider -> OtherManager.running(
                        provider.descriptor().name(), subject.managedNamespace(), this::get, clock.instant()))
                .orElse(List.of())
                .stream()
                .map(OtherManager::row)
                .toList();
    }

    private Optional<Provider> provider(ClusterDescription description) {
        try {
            return description
                    .infrastructure()
                    .object()
                    .flatMap(object -> ProviderSelection.of(Infrastructure.of(object.tree()), providers));
        } catch (InvalidInputException e) {
            // The fact platform says so.
            return Optional.empty();
        }
    }

    /** A Service does not change the health: users who may do nothing else create Services, and can create invalid ones. */
    private List<Map<String, String>> cloud() {
        List<KubernetesObject> nodes = list(ResourceKind.NODE, "", "", WaitsForCloud::ofNode);
        WaitsForCloud.lateNodes(nodes, clock.instant()).ifPresent(late -> {
            worsen(Health.UNHEALTHY);
            waitFor(
                    "the initialization of Node " + late + "; see the alert CCMNodeUninitialized",
                    Map.of("kind", "Node"));
        });
        List<Map<String, String>> rows = new ArrayList<>(WaitsForCloud.nodes(nodes));
        rows.addAll(WaitsForCloud.services(list(ResourceKind.EVENT, "", WaitsForCloud.EVENTS, WaitsForCloud::ofEvent)));
        return rows;
    }

    private void waitFor(String message, Map<String, String> about) {
        Map<String, String> row = new TreeMap<>(about);
        row.put("message", message);
        waitsFor.putIfAbsent(message, row);
    }

    private static Map<String, String> members(ConditionType type, ReportedStatus status) {
        return Map.of(
                "type",
                type.value(),
                "reason",
                status.condition(type).map(Condition::reason).orElse(""));
    }

    private void worsen(Health other) {
        health = other.compareTo(health) > 0 ? other : health;
    }

    private boolean isMissing(ObjectKey key) {
        return get(key).isEmpty() && !unreadable.containsKey(key);
    }

    private Optional<KubernetesObject> get(ObjectKey key) {
        return read.computeIfAbsent(key, this::request);
    }

    private CacheState state(ObjectKey key) {
        return get(key).<CacheState>map(CacheState.Present::new).orElseGet(CacheState.Absent::new);
    }

    private List<KubernetesObject> list(
            ResourceKind kind,
            String namespace,
            String selector,
            Function<KubernetesObject, Optional<KubernetesObject>> keep) {
        try {
            return lists.list(kind, namespace, selector, keep);
        } catch (ApiException e) {
            if (!e.isForbidden()) {
                throw e;
            }
            unreadableLists.add(e.withRemedy());
            return List.of();
        }
    }

    private Optional<KubernetesObject> request(ObjectKey key) {
        try {
            return server.get(key);
        } catch (ApiException e) {
            if (!e.isForbidden()) {
                throw e;
            }
            unreadable.put(key, e.withRemedy());
            return Optional.empty();
        }
    }
}
