// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.assets.KubernetesMinor;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ClusterDescription;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.StoredObjects;
import io.ccmoperator.client.StoredWatches;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.events.EventRecorder;
import io.ccmoperator.events.EventSubject;
import io.ccmoperator.metrics.Measured;
import io.ccmoperator.metrics.OperatorMetrics;
import io.ccmoperator.plan.PlanSettings;
import io.ccmoperator.status.ClusterOperatorStatus;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.Controller;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What surrounds a controller: an API server in memory, what is watched of it, and a recorder of Events. */
public final class ControllerScene {
    private static final ProviderIndex PROVIDERS = SourceProviders.index();

    public static final String MANAGED = "openshift-cloud-controller-manager";

    public final Clock clock = Clock.fixed(Instant.parse("2030-01-01T00:00:00Z"), ZoneOffset.UTC);
    public final StoredObjects server = new StoredObjects();
    public final Measured measured = new Measured();
    public final OperatorMetrics metrics = measured.metrics;
    public final StoredWatches watches = new StoredWatches(server);

    /** Events are written at any time, so they are not counted as requests of the controller. */
    private final StoredObjects eventServer = new StoredObjects();

    public final EventRecorder events = new EventRecorder(
            eventServer, () -> EventSubject.of(ClusterOperatorStatusWriter.KEY), "host-1", () -> true, clock);

    public final ClusterAccess cluster = access(clock);

    /** The same cluster at another time. */
    public ClusterAccess access(Clock time) {
        return new ClusterAccess(server, server, watches, events, metrics, time);
    }

    /** What plans depend on beside the objects, in release 4.20.0; the cluster has several control plane nodes. */
    public static PlanSettings settings(Distribution distribution) {
        return new PlanSettings(
                distribution,
                "operator",
                MANAGED,
                ReleaseVersion.of("4.20.0"),
                () -> false,
                () -> KubernetesMinor.of("1.36"),
                PROVIDERS);
    }

    /** The status of a process that leads and runs all controllers. */
    public ClusterOperatorStatusWriter status(Distribution distribution) {
        return new ClusterOperatorStatusWriter(
                server,
                watches,
                ClusterOperatorStatus.of(
                        settings(distribution).release(),
                        distribution,
                        Set.of(MANAGED),
                        EnumSet.allOf(Controller.class)),
                () -> true,
                clock);
    }

    /** What describes the cluster; it has several control plane nodes. */
    public ClusterDescription description(Distribution distribution) {
        return new ClusterDescription(distribution, "operator", watches::state, () -> false, PROVIDERS);
    }

    public static ObjectKey configMap(String namespace, String name) {
        return new ObjectKey(ResourceKind.CONFIG_MAP, namespace, name);
    }

    /** Stores an object as another client would. */
    public KubernetesObject put(String yaml, Object... arguments) {
        return server.put(YamlText.manifest(yaml.formatted(arguments)));
    }

    /** Stores a ConfigMap as another client would; the members beside metadata as YAML. */
    public KubernetesObject put(ObjectKey configMap, String content) {
        KubernetesObject object =
                YamlText.manifest("{apiVersion: v1, kind: ConfigMap, metadata: {namespace: %s, name: %s}}"
                        .formatted(configMap.namespace(), configMap.name()));
        object.tree().putAll(YamlText.tree(content));
        return server.put(object);
    }

    /** Data of a ConfigMap. */
    public Map<String, Object> data(ObjectKey configMap) {
        return server.stored(configMap).fields().map("data");
    }

    /** The writes since this was asked last. */
    public List<String> writes() {
        return server.takeRequests().stream()
                .filter(request -> Stream.of("GET ", "LIST ", "DRY-RUN ").noneMatch(request::startsWith))
                .toList();
    }

    /** The Events so far, such as {@code ResourceUpdateSuccess x1 cloud-conf: written}; none is recorded any more. */
    public List<String> takeEvents() {
        assertThat(events.stop(Duration.ofSeconds(30))).isTrue();
        return eventServer.stored().stream()
                .map(event -> "%s x%s %s: %s"
                        .formatted(
                                event.fields().string("reason"),
                                event.fields().at("count"),
                                event.fields().string("involvedObject", "name"),
                                event.fields().string("message")))
                .sorted()
                .toList();
    }
}
