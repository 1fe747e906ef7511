// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import static io.ccmoperator.YamlText.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.StoredObjects;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Changes of another client are reverted with as few requests as possible. */
class RepairTest {
    private final StoredObjects server = new StoredObjects();
    private final RecordedEvents events = new RecordedEvents();
    private final Applier applier = new Applier(
            server, key -> new CacheState.NotSynced(), events, ObjectOwnership.ALL, new DriftMemory(), duration -> {
                throw new AssertionError("nothing has to be waited for");
            });

    /** The desired object, the change of the live one, and whether a dry run is needed to compare them. */
    static Stream<Arguments> edits() {
        return Stream.of(
                edit(
                        "an image",
                        Samples.deployment(),
                        o -> o.containers().get(0).put("image", "x"),
                        true),
                edit("a container", Samples.deployment(), o -> add(o.podSpec(), "containers", "{name: b}"), true),
                edit(
                        "a variable",
                        Samples.deployment(),
                        o -> o.containers().get(0).put("env", List.of(tree("{name: A}"))),
                        true),
                edit(
                        "a port",
                        Samples.deployment(),
                        o -> add(o.containers().get(0), "ports", "{containerPort: 1}"),
                        true),
                edit(
                        "a toleration",
                        Samples.deployment(),
                        o -> o.podSpec().put("tolerations", List.of(tree("{operator: Exists}"))),
                        true),
                edit("a default", Samples.deployment(), o -> o.podSpec().put("restartPolicy", "Never"), true),
                edit(
                        "replicas",
                        Samples.deployment(),
                        o -> o.fields().map("spec").put("replicas", 0L),
                        true),
                edit(
                        "an empty selector",
                        Samples.deployment(),
                        o -> o.podSpec().put("nodeSelector", new LinkedHashMap<>()),
                        true),
                edit(
                        "a further port",
                        Samples.service(),
                        o -> add(o.fields().map("spec"), "ports", "{port: 1}"),
                        false),
                edit(
                        "a target port",
                        Samples.service(),
                        o -> o.fields().maps("spec", "ports").get(0).put("targetPort", 1L),
                        false),
                edit(
                        "a node port",
                        Samples.service(),
                        o -> o.fields().maps("spec", "ports").get(0).put("nodePort", 30000L),
                        true),
                edit("a type", Samples.service(), o -> o.fields().map("spec").put("type", "NodePort"), false),
                edit(
                        "a selector",
                        Samples.service(),
                        o -> o.fields().map("spec", "selector").put("x", "y"),
                        true),
                edit("data", Samples.configMap(), o -> o.fields().map("data").put("a", "2"), false),
                edit(
                        "more data",
                        Samples.configMap(),
                        o -> o.fields().map("data").put("b", "2"),
                        false),
                edit("binary data", Samples.configMap(), o -> o.tree().put("binaryData", tree("{b: AA==}")), false),
                edit("no data", Samples.configMap(), o -> o.tree().remove("data"), false),
                edit("a rule", Samples.role(), o -> add(o.tree(), "rules", "{verbs: [list]}"), false),
                edit(
                        "a resource name",
                        Samples.role(),
                        o -> o.fields().maps("rules").get(0).put("resourceNames", List.of("a")),
                        true),
                edit(
                        "a subject",
                        Samples.roleBinding(),
                        o -> add(o.tree(), "subjects", "{kind: User, name: a}"),
                        false),
                edit("no subjects", Samples.roleBinding(), o -> o.tree().remove("subjects"), false),
                edit(
                        "a condition",
                        Samples.policy(),
                        o -> o.fields()
                                .map("spec")
                                .put("matchConditions", List.of(tree("{name: a, expression: 'false'}"))),
                        true),
                edit(
                        "a failure policy",
                        Samples.policy(),
                        o -> o.fields().map("spec").put("failurePolicy", "Ignore"),
                        false),
                edit(
                        "a namespace selector",
                        Samples.policy(),
                        o -> o.fields()
                                .map("spec", "matchConstraints", "namespaceSelector")
                                .put("matchLabels", tree("{a: b}")),
                        true),
                edit(
                        "an action",
                        Samples.policyBinding(),
                        o -> o.fields().map("spec").put("validationActions", List.of("Deny", "Audit")),
                        false),
                edit(
                        "matching resources",
                        Samples.policyBinding(),
                        o -> o.fields().map("spec").put("matchResources", tree("{matchPolicy: Exact}")),
                        true),
                edit(
                        "a budget",
                        Samples.podDisruptionBudget(),
                        o -> o.fields().map("spec").put("minAvailable", 2L),
                        false),
                edit(
                        "a further budget",
                        Samples.podDisruptionBudget(),
                        o -> o.fields().map("spec").put("maxUnavailable", 2L),
                        true),
                edit(
                        "no desired label",
                        Samples.deployment(),
                        o -> o.fields().map("metadata", "labels").remove("k8s-app"),
                        false),
                edit(
                        "another label",
                        Samples.service(),
                        o -> o.fields().map("metadata", "labels").put("k8s-app", "x"),
                        false));
    }

    @ParameterizedTest(name = "{0} of {1}")
    @MethodSource("edits")
    void revertsEachOwnedPathByOneWrite(
            String what, KubernetesObject desired, Consumer<KubernetesObject> edit, boolean asks) {
        applier.apply(desired, Optional.empty());
        KubernetesObject converged = server.live(desired);
        server.edit(desired, edit);
        server.takeRequests();
        events.lines();

        Outcome outcome = applier.apply(desired, server.live(ObjectKey.of(desired)));

        String put = "PUT " + desired.display();
        assertThat(server.takeRequests()).isEqualTo(asks ? List.of("DRY-RUN " + put, put) : List.of(put));
        assertThat(events.lines()).containsExactly("ResourceUpdateSuccess " + desired.kind() + " " + desired.name());
        assertThat(outcome).isEqualTo(new Outcome.Written(server.live(desired)));
        assertSameButForVersions(server.live(desired), converged);
        assertThat(applier.apply(desired, server.live(ObjectKey.of(desired)))).isInstanceOf(Outcome.Unchanged.class);
        assertThat(server.takeRequests()).isEmpty();
    }

    private static void assertSameButForVersions(KubernetesObject live, KubernetesObject converged) {
        assertThat(withoutVersions(live).tree())
                .isEqualTo(withoutVersions(converged).tree());
    }

    private static KubernetesObject withoutVersions(KubernetesObject object) {
        object.fields().map("metadata").keySet().removeAll(List.of("resourceVersion", "generation"));
        return object;
    }

    private static Arguments edit(
            String what, KubernetesObject desired, Consumer<KubernetesObject> edit, boolean asks) {
        return Arguments.of(what, desired, edit, asks);
    }

    @SuppressWarnings("unchecked")
    private static void add(Map<String, Object> parent, String list, String item) {
        ((List<Object>) parent.get(list)).add(tree(item));
    }
}
