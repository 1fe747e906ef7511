/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.ccm;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.YamlText.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.apiserver.ApiClient;
import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.assets.Manifest;
import io.ccmoperator.client.ObjectKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Desired resources against an API server with its own defaults, validation, dry run and immutable fields. */
@EnabledIfEnvironmentVariable(named = ApiServer.ASSETS, matches = ".+", disabledReason = ApiServer.SKIPPED)
class ApplierIT {
    private static ApiServer process;
    private static ApiClient admin;

    private final FixtureApiServer server = new FixtureApiServer(admin);
    private final RecordedEvents events = new RecordedEvents();
    private final Applier applier = new Applier(server, events, Pause.SLEEP);

    @BeforeAll
    static void start(@TempDir Path data) {
        process = ApiServer.start(data);
        admin = process.admin();
        assertThat(admin.apply(manifest("""
                        {apiVersion: v1, kind: Namespace, metadata: {name: openshift-cloud-controller-manager}}
                        """)).refusal()).isEmpty();
    }

    @AfterAll
    static void stop() {
        if (process != null) {
            process.close();
        }
    }

    @BeforeEach
    void clear() {
        Stream.of("aws", "azure")
                .flatMap(name -> BuiltInProviders.desired(name).stream())
                .forEach(admin::delete);
    }

    @ParameterizedTest
    @ValueSource(strings = {"aws", "azure"})
    void anEmptyClusterCostsOneWriteAnObject(String provider) {
        List<Manifest> desired = BuiltInProviders.desired(provider);

        ApplyResult result = applier.applyAll(desired, server::live);

        assertThat(result.failure()).isEmpty();
        assertThat(server.requests())
                .isEqualTo(desired.stream()
                        .map(object -> "POST " + object.display())
                        .toList());
        assertThat(events.lines()).hasSize(desired.size()).allMatch(line -> line.startsWith("ResourceCreateSuccess"));
    }

    static List<String> providers() {
        return BuiltInProviders.names();
    }

    @ParameterizedTest
    @MethodSource("providers")
    void aConvergedClusterCostsNoRequest(String provider) {
        List<Manifest> desired = BuiltInProviders.desired(provider);
        assertThat(applier.applyAll(desired, server::live).failure()).isEmpty();
        server.requests();
        events.lines();

        ApplyResult again = applier.applyAll(desired, server::live);

        assertThat(server.requests()).isEmpty();
        assertThat(again.outcomes()).allMatch(Outcome.Unchanged.class::isInstance);
        assertThat(events.lines()).isEmpty();
    }

    /** Provider, kind, what somebody does to the object of that kind, and whether the server has to be asked. */
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
                        "DaemonSet",
                        o -> o.containers().get(0).put("resources", tree("{limits: {cpu: 2000m}}")),
                        false),
                edit(
                        "a lifecycle",
                        "azure",
                        "DaemonSet",
                        o -> o.containers().get(0).put("lifecycle", tree("{preStop: {exec: {command: [a]}}}")),
                        true),
                edit("a default", "aws", "Deployment", o -> o.map("spec").put("revisionHistoryLimit", 3L), true),
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
                        o -> o.map("metadata", "labels").remove("k8s-app"),
                        false),
                edit("a port", "aws", "Service", o -> add(o.map("spec"), "ports", "{name: b, port: 1}"), false),
                edit("the type", "aws", "Service", o -> o.map("spec").put("type", "NodePort"), false),
                edit(
                        "a load balancer",
                        "aws",
                        "Service",
                        o -> o.map("spec").putAll(tree("{type: LoadBalancer, externalTrafficPolicy: Local}")),
                        false),
                edit(
                        "a selector",
                        "aws",
                        "Service",
                        o -> o.map("spec", "selector").put("x", "y"),
                        true),
                edit(
                        "a budget",
                        "aws",
                        "PodDisruptionBudget",
                        o -> o.map("spec").put("minAvailable", 0L),
                        false),
                edit(
                        "a condition",
                        "aws",
                        "ValidatingAdmissionPolicy",
                        o -> o.map("spec").put("matchConditions", list("{name: never, expression: 'false'}")),
                        true),
                edit(
                        "an action",
                        "aws",
                        "ValidatingAdmissionPolicyBinding",
                        o -> o.map("spec").put("validationActions", list("Deny", "Audit")),
                        false),
                edit(
                        "namespaces",
                        "aws",
                        "ValidatingAdmissionPolicyBinding",
                        o -> o.map("spec").put("matchResources", tree("{namespaceSelector: {matchLabels: {a: b}}}")),
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
    void whatIsOwnedIsWrittenBackByOneWrite(
            String what, String provider, String kind, Consumer<Manifest> edit, boolean asks) {
        Manifest desired = find(provider, kind);
        applier.apply(desired, Optional.empty());
        Manifest converged = live(desired);
        edit(desired, edit);
        server.requests();
        events.lines();

        Outcome outcome = applier.apply(desired, Optional.of(live(desired)));

        String put = "PUT " + desired.display();
        assertThat(server.requests()).isEqualTo(asks ? List.of("DRY-RUN " + put, put) : List.of(put));
        assertThat(events.lines()).containsExactly("ResourceUpdateSuccess " + kind + " " + desired.name());
        assertThat(outcome).isEqualTo(new Outcome.Written(live(desired)));
        assertThat(live(desired).at("spec")).isEqualTo(converged.at("spec"));
        assertThat(live(desired).at("rules")).isEqualTo(converged.at("rules"));
        assertThat(live(desired).at("subjects")).isEqualTo(converged.at("subjects"));
        assertUnchanged(desired);
    }

    @Test
    void afterARepairOfMetadataTheNextChangeOfTheSpecIsNoticed() {
        Manifest desired = find("aws", "Deployment");
        applier.apply(desired, Optional.empty());
        edit(desired, live -> live.map("metadata", "labels").clear());
        applier.apply(desired, Optional.of(live(desired)));
        edit(desired, live -> live.map("spec").put("minReadySeconds", 77L));

        assertThat(applier.apply(desired, Optional.of(live(desired)))).isInstanceOf(Outcome.Written.class);
        assertThat(live(desired).at("spec", "minReadySeconds")).isNull();
        assertUnchanged(desired);
    }

    @Test
    void labelsOfOthersStay() {
        for (Manifest desired : BuiltInProviders.desired("azure")) {
            applier.apply(desired, Optional.empty());
            edit(desired, live -> {
                live.map("metadata", "labels").put("of", "others");
                live.map("metadata", "labels").remove("app.kubernetes.io/managed-by");
            });

            applier.apply(desired, Optional.of(live(desired)));

            assertThat(live(desired).map("metadata", "labels"))
                    .containsEntry("of", "others")
                    .containsEntry("app.kubernetes.io/managed-by", "ccm-operator");
            assertUnchanged(desired);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Deployment", "DaemonSet"})
    void anotherSelectorMakesANewObject(String kind) {
        Manifest desired = find("azure", kind);
        Manifest old = desired.copy();
        old.map("spec", "selector", "matchLabels").put("x", "y");
        old.map("spec", "template", "metadata", "labels").put("x", "y");
        applier.apply(old, Optional.empty());
        Manifest before = live(desired);
        events.lines();

        assertThat(applier.apply(desired, Optional.of(before))).isEqualTo(new Outcome.Written(live(desired)));

        assertThat(live(desired).at("metadata", "uid")).isNotEqualTo(before.at("metadata", "uid"));
        assertThat(events.lines())
                .containsExactly(
                        "ResourceRecreating " + kind + " " + desired.name(),
                        "ResourceRecreateSuccess " + kind + " " + desired.name());
        assertUnchanged(desired);
    }

    @Test
    void anObjectThatTheServerWouldRefuseLeavesTheOldOne() {
        Manifest old = find("aws", "Deployment");
        applier.apply(old, Optional.empty());
        Manifest before = live(old);
        Manifest desired = old.copy();
        desired.map("spec", "selector", "matchLabels").put("x", "y");

        assertThat(applier.apply(desired, Optional.of(before)))
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.cause())
                                .contains("aws-cloud-controller-manager-dry-run", "does not match template `labels`"));
        assertThat(live(old)).isEqualTo(before);
    }

    @Test
    void anotherRoleOfABindingMakesANewObject() {
        Manifest desired = find("azure", "RoleBinding");
        Manifest old = desired.copy();
        old.map("roleRef").put("name", "other");
        applier.apply(old, Optional.empty());

        assertThat(applier.apply(desired, Optional.of(live(desired)))).isInstanceOf(Outcome.Written.class);
        assertThat(live(desired).text("roleRef", "name")).isEqualTo(desired.text("roleRef", "name"));
        assertUnchanged(desired);
    }

    @Test
    void whatIsRefusedDoesNotStopTheOthers() {
        List<Manifest> desired = BuiltInProviders.desired("aws");
        desired.stream()
                .filter(object -> object.kind().equals("Service"))
                .forEach(object -> object.map("spec").put("ports", new ArrayList<>()));

        ApplyResult result = applier.applyAll(desired, server::live);

        assertThat(result.failure())
                .hasValueSatisfying(cause -> assertThat(cause).contains("spec.ports"));
        assertThat(result.live()).hasSize(desired.size() - 1);
    }

    @Test
    void anOutdatedViewDoesNoHarm() {
        Manifest desired = find("aws", "Deployment");
        applier.apply(desired, Optional.empty());
        edit(desired, live -> live.map("spec").put("replicas", 5L));
        Manifest outdated = live(desired);
        edit(desired, live -> live.map("spec").put("replicas", 7L));

        assertThat(applier.apply(desired, Optional.of(outdated))).isInstanceOf(Outcome.Written.class);
        assertThat(live(desired).at("spec", "replicas")).isEqualTo(2L);
        assertUnchanged(desired);
        assertThat(applier.apply(desired, Optional.empty())).isInstanceOf(Outcome.Unchanged.class);
    }

    private void assertUnchanged(Manifest desired) {
        server.requests();
        assertThat(applier.apply(desired, Optional.of(live(desired)))).isInstanceOf(Outcome.Unchanged.class);
        assertThat(server.requests()).isEmpty();
    }

    private Manifest live(Manifest object) {
        return server.live(ObjectKey.of(object)).orElseThrow();
    }

    private void edit(Manifest object, Consumer<Manifest> change) {
        Manifest edited = live(object);
        change.accept(edited);
        assertThat(admin.replace(edited).refusal()).isEmpty();
    }

    private static Manifest find(String provider, String kind) {
        return BuiltInProviders.desired(provider).stream()
                .filter(object -> object.kind().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private static Arguments edit(String what, String provider, String kind, Consumer<Manifest> edit, boolean asks) {
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
