// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.StoredObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Others write at the same time, the server refuses, the process dies: what is applied ends as desired, or is a failure. */
class ApplierFaultsTest {
    private final StoredObjects server = new StoredObjects();
    private final RecordedEvents events = new RecordedEvents();
    private final Applier applier = new Applier(
            server, key -> new CacheState.NotSynced(), events, ObjectOwnership.ALL, new DriftMemory(), duration -> {});
    private final KubernetesObject desired = Samples.deployment();

    @Test
    void readsOutdatedObjectAgainAndWritesOnce() {
        applier.apply(desired, Optional.empty());
        server.edit(desired, live -> live.fields().map("spec").put("replicas", 7L));
        KubernetesObject outdated = server.live(desired);
        server.edit(desired, live -> live.fields().map("spec").put("replicas", 9L));
        server.takeRequests();

        assertThat(applier.apply(desired, Optional.of(outdated))).isInstanceOf(Outcome.Written.class);
        assertThat(server.takeRequests())
                .containsExactly(
                        "DRY-RUN PUT Deployment managed/ccm",
                        "GET Deployment managed/ccm",
                        "DRY-RUN PUT Deployment managed/ccm",
                        "PUT Deployment managed/ccm");
        assertThat(server.live(desired).fields().at("spec", "replicas")).isEqualTo(2L);
    }

    @Test
    void writesAgainWithoutReadingWhenWatchHasToldOfNewerState() {
        Applier watching = new Applier(
                server,
                key -> new CacheState.Present(server.stored(key)),
                events,
                ObjectOwnership.ALL,
                new DriftMemory(),
                duration -> {});
        watching.apply(desired, Optional.empty());
        server.edit(desired, live -> live.fields().map("spec").put("replicas", 7L));
        KubernetesObject outdated = server.live(desired);
        server.edit(desired, live -> live.fields().map("spec").put("replicas", 9L));
        server.takeRequests();

        assertThat(watching.apply(desired, Optional.of(outdated))).isInstanceOf(Outcome.Written.class);
        assertThat(server.takeRequests())
                .containsExactly(
                        "DRY-RUN PUT Deployment managed/ccm",
                        "DRY-RUN PUT Deployment managed/ccm",
                        "PUT Deployment managed/ccm");
        assertThat(server.live(desired).fields().at("spec", "replicas")).isEqualTo(2L);
    }

    @Test
    void revertsObjectThatExistsAlthoughCacheLacksIt() {
        KubernetesObject other = Samples.deployment();
        other.fields().map("spec").put("replicas", 7L);
        server.put(other);

        assertThat(applier.apply(desired, Optional.empty())).isInstanceOf(Outcome.Written.class);
        assertThat(server.live(desired).fields().at("spec", "replicas")).isEqualTo(2L);
        assertThat(events.lines()).containsExactly("ResourceUpdateSuccess Deployment ccm");
    }

    @Test
    void createsObjectThatWasDeletedAlthoughCacheHasIt() {
        applier.apply(desired, Optional.empty());
        KubernetesObject seen = server.live(desired);
        seen.fields().map("spec").put("replicas", 7L);
        server.remove(desired);
        events.lines();

        assertThat(applier.apply(desired, Optional.of(seen))).isInstanceOf(Outcome.Written.class);
        assertThat(events.lines()).containsExactly("ResourceCreateSuccess Deployment ccm");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void survivesSomeConflicts(int conflicts) {
        applier.apply(desired, Optional.empty());
        server.edit(desired, live -> live.fields().map("spec").put("replicas", 7L));
        AtomicInteger left = new AtomicInteger(conflicts);
        server.beforeRequest(request -> {
            if (request.startsWith("PUT") && left.getAndDecrement() > 0) {
                server.edit(desired, live -> live.fields().map("metadata").put("note", Integer.toString(left.get())));
            }
        });

        assertThat(applier.apply(desired, Optional.of(server.live(desired)))).isInstanceOf(Outcome.Written.class);
        assertThat(server.live(desired).fields().at("spec", "replicas")).isEqualTo(2L);
    }

    @Test
    void failsAfterRepeatedConflicts() {
        applier.apply(desired, Optional.empty());
        server.edit(desired, live -> live.fields().map("spec").put("replicas", 7L));
        AtomicInteger note = new AtomicInteger();
        server.beforeRequest(request -> {
            if (request.startsWith("PUT")) {
                server.edit(
                        desired,
                        live -> live.fields().map("metadata").put("note", Integer.toString(note.incrementAndGet())));
            }
        });
        server.takeRequests();
        events.lines();

        Outcome outcome = applier.apply(desired, Optional.of(server.live(desired)));

        String cause = "Deployment managed/ccm was changed by other clients in each of 5 attempts to write it";
        assertThat(outcome).isEqualTo(new Outcome.Failed(ObjectKey.of(desired), cause));
        assertThat(server.takeRequests())
                .filteredOn(request -> request.startsWith("PUT"))
                .hasSize(5);
        assertThat(events.lines()).containsExactly("ResourceUpdateFailed Deployment ccm: " + cause);
    }

    @ParameterizedTest
    @CsvSource({"403", "422", "429", "500", "503", "0"})
    void continuesAfterFailureOfOneObject(int code) {
        server.beforeRequest(request -> {
            if (request.contains("Role managed/reader")) {
                throw new ApiException(code, "POST Role managed/reader: no", null);
            }
        });
        List<KubernetesObject> objects = List.of(Samples.role(), Samples.roleBinding(), Samples.service());

        ApplyResult result = create(objects);

        assertThat(result.failure()).contains("POST Role managed/reader: no");
        assertThat(result.written()).isTrue();
        assertThat(result.live()).extracting(KubernetesObject::kind).containsExactly("RoleBinding", "Service");
        assertThat(events.lines())
                .containsExactly(
                        "ResourceCreateFailed Role reader: POST Role managed/reader: no",
                        "ResourceCreateSuccess RoleBinding reader",
                        "ResourceCreateSuccess Service ccm");
    }

    @ParameterizedTest
    @CsvSource({"413, true", "422, true", "403, false", "429, false", "500, false", "0, false"})
    void isOfContentWhereServerRejectsObject(int code, boolean ofContent) {
        server.beforeRequest(request -> {
            throw new ApiException(code, request + ": no", null);
        });

        assertThat(create(List.of(Samples.service())).failedOfContent()).isEqualTo(ofContent);
    }

    @Test
    void mayPassWhereOneOfTwoFailuresMayPass() {
        server.beforeRequest(request -> {
            throw new ApiException(request.contains("Role") ? 422 : 503, request + ": no", null);
        });

        assertThat(create(List.of(Samples.service(), Samples.role())).failedOfContent())
                .isFalse();
    }

    @Test
    void joinsFailuresInOrderOfObjects() {
        server.beforeRequest(request -> {
            throw new ApiException(403, request + ": forbidden", null);
        });

        ApplyResult result = create(List.of(Samples.service(), Samples.role()));

        assertThat(result.failure())
                .contains("POST Service managed/ccm: forbidden; POST Role managed/reader: forbidden");
        assertThat(result.written()).isFalse();
    }

    @Test
    void reportsRejectedUpdateWithServerMessageAndKeepsObject() {
        KubernetesObject role = Samples.role();
        applier.apply(role, Optional.empty());
        server.edit(role, live -> live.tree().remove("rules"));
        KubernetesObject live = server.live(role);
        server.beforeRequest(request -> {
            throw new ApiException(403, request + ": attempting to grant extra privileges", null);
        });
        events.lines();

        assertThat(applier.apply(role, Optional.of(live))).isInstanceOf(Outcome.Failed.class);
        assertThat(server.live(role)).isEqualTo(live);
        assertThat(events.lines())
                .containsExactly("ResourceUpdateFailed Role reader: PUT Role managed/reader:"
                        + " attempting to grant extra privileges");
    }

    @Test
    void convergesAfterCrashAtAnyRequest() {
        for (int request = 1; request <= 8; request++) {
            int dies = request;
            StoredObjects fresh = new StoredObjects();
            KubernetesObject other = Samples.deployment();
            other.fields().map("spec", "selector", "matchLabels").put("k8s-app", "old");
            fresh.put(other);
            List<KubernetesObject> objects = List.of(Samples.role(), Samples.service(), desired);
            List<String> seen = new ArrayList<>();
            fresh.beforeRequest(text -> {
                seen.add(text);
                if (seen.size() == dies) {
                    throw new Death();
                }
            });

            boolean died = run(fresh, objects);
            fresh.beforeRequest(text -> {});
            run(fresh, objects);
            fresh.takeRequests();
            run(fresh, objects);

            assertThat(died).as("request %d", dies).isEqualTo(dies <= 6);
            // Another process does not know what the server has made of it.
            assertThat(fresh.takeRequests())
                    .as("request %d", dies)
                    .containsExactly("DRY-RUN PUT Deployment managed/ccm");
            assertThat(SubsetMatcher.contains(fresh.live(desired).tree(), desired.tree()))
                    .isTrue();
        }
    }

    private ApplyResult create(List<KubernetesObject> objects) {
        return new ApplyResult(
                objects.stream()
                        .map(object -> applier.apply(object, Optional.empty()))
                        .toList(),
                List.of());
    }

    private boolean run(StoredObjects fresh, List<KubernetesObject> objects) {
        try {
            Applier restarted = new Applier(
                    fresh,
                    key -> new CacheState.NotSynced(),
                    events,
                    ObjectOwnership.ALL,
                    new DriftMemory(),
                    duration -> {});
            objects.forEach(object -> restarted.apply(object, fresh.live(ObjectKey.of(object))));
            return false;
        } catch (Death e) {
            return true;
        }
    }

    /** The end of the process. */
    private static final class Death extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
