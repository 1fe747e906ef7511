// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import static io.ccmoperator.YamlText.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.StoredObjects;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What differs in something immutable is deleted and created. */
class RecreationTest {
    private static final String POST = "POST Deployment managed/ccm";

    private final StoredObjects server = new StoredObjects();
    private final RecordedEvents events = new RecordedEvents();
    private final List<Duration> pauses = new ArrayList<>();
    private final Applier applier = new Applier(
            server, key -> new CacheState.NotSynced(), events, ObjectOwnership.ALL, new DriftMemory(), pauses::add);
    private final KubernetesObject desired = Samples.deployment();

    @Test
    void triesOtherSelectorUnderOtherNameFirst() {
        KubernetesObject live = withOtherSelector();

        Outcome outcome = applier.apply(desired, Optional.of(live));

        assertThat(server.takeRequests())
                .containsExactly(
                        "DRY-RUN POST Deployment managed/ccm-dry-run",
                        "DELETE Deployment managed/ccm",
                        "GET Deployment managed/ccm",
                        POST);
        assertThat(events.lines())
                .containsExactly("ResourceRecreating Deployment ccm", "ResourceRecreateSuccess Deployment ccm");
        assertThat(outcome).isEqualTo(new Outcome.Written(server.live(desired)));
        assertThat(server.live(desired).fields().at("spec", "selector"))
                .isEqualTo(tree("{matchLabels: {k8s-app: ccm}}"));
        assertThat(applier.apply(desired, Optional.of(server.live(desired)))).isInstanceOf(Outcome.Unchanged.class);
        assertThat(pauses).isEmpty();
    }

    @Test
    void keepsLabelsAndAnnotationsOfOthersExceptThoseOfControllers() {
        KubernetesObject live = withOtherSelector();

        applier.apply(desired, Optional.of(live));

        assertThat(server.live(desired).fields().map("metadata", "labels")).containsEntry("of", "others");
        assertThat(server.live(desired).fields().map("metadata", "annotations"))
                .containsEntry("of", "others")
                .doesNotContainKey("deployment.kubernetes.io/revision");
    }

    @Test
    void keepsObjectWhenServerWouldRejectNewOne() {
        KubernetesObject live = withOtherSelector();
        server.beforeRequest(request -> {
            if (request.startsWith("DRY-RUN POST")) {
                throw new ApiException(422, "POST Deployment managed/ccm-dry-run: invalid", null);
            }
        });

        Outcome outcome = applier.apply(desired, Optional.of(live));

        assertThat(server.live(desired)).isEqualTo(live);
        assertThat(outcome)
                .isEqualTo(new Outcome.Failed(
                        ObjectKey.of(desired),
                        "POST Deployment managed/ccm-dry-run: invalid",
                        Outcome.Rejection.OF_CONTENT,
                        false));
        assertThat(events.lines())
                .containsExactly("ResourceUpdateFailed Deployment ccm: POST Deployment managed/ccm-dry-run: invalid");
    }

    @Test
    void ignoresObjectThatHasTheOtherName() {
        KubernetesObject live = withOtherSelector();
        server.put(WriteRequests.underOtherName(desired));

        assertThat(applier.apply(desired, Optional.of(live))).isInstanceOf(Outcome.Written.class);
    }

    @Test
    void createsObjectAfterOldOneIsDeleted() {
        KubernetesObject live = withOtherSelector();
        server.edit(live, object -> object.fields().map("metadata").put("finalizers", List.of("foregroundDeletion")));
        Applier patient = new Applier(
                server, key -> new CacheState.NotSynced(), events, ObjectOwnership.ALL, new DriftMemory(), duration -> {
                    pauses.add(duration);
                    if (pauses.size() == 3) {
                        server.remove(desired);
                    }
                });

        assertThat(patient.apply(desired, Optional.of(server.live(desired)))).isInstanceOf(Outcome.Written.class);
        assertThat(pauses).containsExactly(Duration.ofMillis(50), Duration.ofMillis(100), Duration.ofMillis(200));
    }

    @Test
    void reportsWhyObjectIsNotDeleted() {
        KubernetesObject live = withOtherSelector();
        server.edit(live, object -> object.fields().map("metadata").put("finalizers", List.of("of/others")));

        Outcome outcome = applier.apply(desired, Optional.of(server.live(desired)));

        String cause = "Deployment managed/ccm has to be recreated, but is still being deleted; see whether a"
                + " finalizer in its metadata holds it";
        assertThat(outcome).isEqualTo(new Outcome.Failed(ObjectKey.of(desired), cause));
        assertThat(events.lines())
                .containsExactly("ResourceRecreating Deployment ccm", "ResourceDeleteFailed Deployment ccm: " + cause);
        assertThat(pauses.stream().reduce(Duration.ZERO, Duration::plus)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void reportsRejectedDeletionAsFailure() {
        KubernetesObject live = withOtherSelector();
        server.beforeRequest(request -> {
            if (request.startsWith("DELETE")) {
                throw new ApiException(403, "DELETE Deployment managed/ccm: forbidden", null);
            }
        });

        assertThat(applier.apply(desired, Optional.of(live))).isInstanceOf(Outcome.Failed.class);
        assertThat(events.lines())
                .containsExactly(
                        "ResourceRecreating Deployment ccm",
                        "ResourceDeleteFailed Deployment ccm: DELETE Deployment managed/ccm: forbidden");
    }

    @Test
    void createsObjectByNextCallAfterFailedCreation() {
        KubernetesObject live = withOtherSelector();
        server.beforeRequest(request -> {
            if (request.equals(POST)) {
                throw new ApiException(500, POST + ": failed", null);
            }
        });
        assertThat(applier.apply(desired, Optional.of(live))).isInstanceOf(Outcome.Failed.class);
        assertThat(events.lines())
                .containsExactly(
                        "ResourceRecreating Deployment ccm",
                        "ResourceCreateFailed Deployment ccm: " + POST + ": failed");

        server.beforeRequest(request -> {});
        assertThat(applier.apply(desired, Optional.of(live))).isInstanceOf(Outcome.Written.class);
        assertThat(applier.isAsDesired(desired, server.live(ObjectKey.of(desired))))
                .isTrue();
    }

    @Test
    void revertsObjectThatAnotherClientCreatesMeanwhile() {
        KubernetesObject live = withOtherSelector();
        List<String> once = new ArrayList<>();
        server.beforeRequest(request -> {
            if (request.equals(POST) && once.isEmpty()) {
                once.add(request);
                KubernetesObject other = Samples.deployment();
                other.fields().map("spec").put("replicas", 7L);
                server.put(other);
            }
        });

        assertThat(applier.apply(desired, Optional.of(live))).isInstanceOf(Outcome.Written.class);
        assertThat(server.live(desired).fields().at("spec", "replicas")).isEqualTo(2L);
    }

    @Test
    void stopsWaitingWhenThreadIsInterrupted() {
        KubernetesObject live = withOtherSelector();
        server.edit(live, object -> object.fields().map("metadata").put("finalizers", List.of("of/others")));
        Applier interrupted = new Applier(
                server, key -> new CacheState.NotSynced(), events, ObjectOwnership.ALL, new DriftMemory(), duration -> {
                    throw new InterruptedException();
                });

        assertThat(interrupted.apply(desired, Optional.of(server.live(desired))))
                .isInstanceOf(Outcome.Failed.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void recreatesBindingWhenRoleDiffers() {
        KubernetesObject binding = Samples.roleBinding();
        KubernetesObject other = Samples.roleBinding();
        other.fields().map("roleRef").put("name", "writer");
        server.put(other);

        assertThat(applier.apply(binding, Optional.of(server.live(other)))).isInstanceOf(Outcome.Written.class);
        assertThat(server.takeRequests())
                .containsExactly(
                        "DRY-RUN POST RoleBinding managed/reader-dry-run",
                        "DELETE RoleBinding managed/reader",
                        "GET RoleBinding managed/reader",
                        "POST RoleBinding managed/reader");
        assertThat(server.live(binding).fields().string("roleRef", "name")).isEqualTo("reader");
    }

    private KubernetesObject withOtherSelector() {
        KubernetesObject other = Samples.deployment();
        other.fields().map("spec").put("selector", tree("{matchLabels: {k8s-app: old}}"));
        other.fields().map("metadata", "labels").put("of", "others");
        other.fields().map("metadata").put("annotations", tree("{of: others, deployment.kubernetes.io/revision: '7'}"));
        server.put(other);
        return server.live(other);
    }
}
