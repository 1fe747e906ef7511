/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.apply;

import static io.ccmoperator.YamlText.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Changes of another client, with an API server that has its own defaults. */
@RequiresApiServer
class RepairIT {
    private static LiveCluster cluster;

    private final RecordingApiServer server = new RecordingApiServer(cluster.server());
    private final RecordedEvents events = new RecordedEvents();
    private final Applier applier = new Applier(server, events, ObjectOwnership.ALL, Sleeper.SLEEP);

    @BeforeAll
    static void start(@TempDir Path data) {
        cluster = LiveCluster.start(data);
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @BeforeEach
    void clear() {
        cluster.clear("aws", "azure");
    }

    /** Provider, kind, the change of the object of that kind, and whether a dry run is needed. */
    static Stream<Arguments> edits() {
        return Stream.of(
                edit("an image", "aws", "Deployment", o -> o.containers().get(0).put("image", "x"), false),
                edit(
                        "a container",
                        "aws",
                        "Deployment",
                        o -> add(o.podSpec(), "containers", "{name: b, image: b}"),
                        false),
                edit(
                        "a variable",
                        "azure",
                        "Deployment",
                        o -> add(o.containers().get(0), "env", "{name: A}"),
                        false),
                edit(
                        "a limit",
                        "azure",
                        "Deployment",
                        o -> o.containers().get(0).put("resources", tree("{limits: {cpu: 2000m}}")),
                        false),
                edit(
                        "a lifecycle",
                        "azure",
                        "Deployment",
                        o -> o.containers().get(0).put("lifecycle", tree("{preStop: {exec: {command: [a]}}}")),
                        true),
                edit(
                        "an image",
                        "azure",
                        "DaemonSet",
                        o -> o.containers().get(0).put("image", "other"),
                        false),
                edit(
                        "a mount",
                        "azure",
                        "DaemonSet",
                        o -> add(o.containers().get(0), "volumeMounts", "{name: host-etc-kube, mountPath: /b}"),
                        false),
                edit(
                        "a strategy",
                        "azure",
                        "DaemonSet",
                        o -> o.fields()
                                .map("spec", "updateStrategy", "rollingUpdate")
                                .put("maxUnavailable", 1L),
                        false),
                edit(
                        "a delay",
                        "azure",
                        "DaemonSet",
                        o -> o.fields().map("spec").put("minReadySeconds", 7L),
                        true),
                edit(
                        "a default",
                        "aws",
                        "Deployment",
                        o -> o.fields().map("spec").put("revisionHistoryLimit", 3L),
                        true),
                edit(
                        "a toleration",
                        "aws",
                        "Deployment",
                        o -> add(o.podSpec(), "tolerations", "{operator: Exists}"),
                        false),
                edit(
                        "a label",
                        "aws",
                        "Deployment",
                        o -> o.fields().map("metadata", "labels").remove("k8s-app"),
                        false),
                edit(
                        "a port",
                        "aws",
                        "Service",
                        o -> add(o.fields().map("spec"), "ports", "{name: b, port: 1}"),
                        false),
                edit("the type", "aws", "Service", o -> o.fields().map("spec").put("type", "NodePort"), false),
                edit(
                        "a load balancer",
                        "aws",
                        "Service",
                        o -> o.fields().map("spec").putAll(tree("{type: LoadBalancer, externalTrafficPolicy: Local}")),
                        false),
                edit(
                        "a selector",
                        "aws",
                        "Service",
                        o -> o.fields().map("spec", "selector").put("x", "y"),
                        true),
                edit(
                        "a budget",
                        "aws",
                        "PodDisruptionBudget",
                        o -> o.fields().map("spec").put("minAvailable", 0L),
                        false),
                edit(
                        "a condition",
                        "aws",
                        "ValidatingAdmissionPolicy",
                        o -> o.fields().map("spec").put("matchConditions", list("{name: never, expression: 'false'}")),
                        true),
                edit(
                        "an action",
                        "aws",
                        "ValidatingAdmissionPolicyBinding",
                        o -> o.fields().map("spec").put("validationActions", list("Deny", "Audit")),
                        false),
                edit(
                        "namespaces",
                        "aws",
                        "ValidatingAdmissionPolicyBinding",
                        o -> o.fields()
                                .map("spec")
                                .put("matchResources", tree("{namespaceSelector: {matchLabels: {a: b}}}")),
                        true),
                edit(
                        "a rule",
                        "azure",
                        "Role",
                        o -> add(o.tree(), "rules", "{apiGroups: [''], resources: [pods], verbs: [get]}"),
                        false),
                edit("no rules", "azure", "ClusterRole", o -> o.tree().put("rules", null), false),
                edit(
                        "a subject",
                        "azure",
                        "RoleBinding",
                        o -> add(o.tree(), "subjects", "{kind: User, name: a, apiGroup: rbac.authorization.k8s.io}"),
                        false));
    }

    @ParameterizedTest(name = "{0} of {2} of {1}")
    @MethodSource("edits")
    void revertsEachOwnedPathByOneWrite(
            String what, String provider, String kind, Consumer<KubernetesObject> edit, boolean asks) {
        KubernetesObject desired = find(provider, kind);
        applier.apply(desired, Optional.empty());
        KubernetesObject converged = cluster.live(desired);
        cluster.edit(desired, edit);
        server.requests();
        events.lines();

        Outcome outcome = applier.apply(desired, Optional.of(cluster.live(desired)));

        String put = "PUT " + desired.display();
        assertThat(server.requests()).isEqualTo(asks ? List.of("DRY-RUN " + put, put) : List.of(put));
        assertThat(events.lines()).containsExactly("ResourceUpdateSuccess " + kind + " " + desired.name());
        assertThat(outcome).isEqualTo(new Outcome.Written(cluster.live(desired)));
        assertThat(cluster.live(desired).fields().at("spec"))
                .isEqualTo(converged.fields().at("spec"));
        assertThat(cluster.live(desired).fields().at("rules"))
                .isEqualTo(converged.fields().at("rules"));
        assertThat(cluster.live(desired).fields().at("subjects"))
                .isEqualTo(converged.fields().at("subjects"));
        assertUnchanged(desired);
    }

    private void assertUnchanged(KubernetesObject desired) {
        server.requests();
        assertThat(applier.apply(desired, Optional.of(cluster.live(desired)))).isInstanceOf(Outcome.Unchanged.class);
        assertThat(server.requests()).isEmpty();
    }

    private static KubernetesObject find(String provider, String kind) {
        return BuiltInProviders.desired(provider).stream()
                .filter(object -> object.kind().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private static Arguments edit(
            String what, String provider, String kind, Consumer<KubernetesObject> edit, boolean asks) {
        return Arguments.of(what, provider, kind, edit, asks);
    }

    @SuppressWarnings("unchecked")
    private static void add(Map<String, Object> parent, String list, String item) {
        ((List<Object>) parent.get(list)).add(tree(item));
    }

    private static List<Object> list(String... items) {
        return Stream.of(items)
                .map(item -> item.startsWith("{") ? (Object) tree(item) : item)
                .toList();
    }
}
