// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.apply.RecordedEvents;
import io.ccmoperator.apply.Samples;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.StoredObjects;
import io.ccmoperator.substitution.OwnerLabel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class PruningTest {
    private static final Predicate<ObjectKey> UNUSED = key -> false;

    private final StoredObjects server = new StoredObjects();
    private final RecordedEvents events = new RecordedEvents();
    private final Pruning pruning = new Pruning(server, events);

    @Test
    void selectsUndesiredObjectsInReverseOrder() {
        List<ObjectKey> earlier = List.of(
                ObjectKey.ofCluster(ResourceKind.CLUSTER_OPERATOR, "cloud-controller-manager"),
                ObjectKey.of(Samples.role()),
                ObjectKey.of(Samples.service()),
                ObjectKey.of(Samples.podDisruptionBudget()),
                ObjectKey.of(Samples.podDisruptionBudget()),
                new ObjectKey(ResourceKind.SECRET, "managed", "credentials"));

        assertThat(Pruning.candidates(earlier, List.of(), List.of(Samples.service())))
                .containsExactly(ObjectKey.of(Samples.podDisruptionBudget()), ObjectKey.of(Samples.role()));
    }

    @Test
    void neverSelectsObjectsOfOtherComponents() {
        List<ObjectKey> earlier = List.of(
                ObjectKey.ofCluster(ResourceKind.CLUSTER_ROLE, "cluster-admin"),
                ObjectKey.ofCluster(ResourceKind.CLUSTER_ROLE, "system:node"),
                new ObjectKey(ResourceKind.CONFIG_MAP, "managed", "cloud-conf"),
                ObjectKey.of(Samples.role()));

        assertThat(Pruning.candidates(earlier, List.of(), List.of())).containsExactly(ObjectKey.of(Samples.role()));
        assertThat(Pruning.candidates(earlier, earlier, List.of()))
                .as("those that nothing has any more")
                .containsExactly(ObjectKey.of(Samples.role()), earlier.get(2));
    }

    @Test
    void deletesOnlyLabelledObjects() {
        KubernetesObject foreign = Samples.service();
        KubernetesObject byAnother = labelled(Samples.configMap(), "another-operator");
        KubernetesObject own = labelled(Samples.role(), OwnerLabel.VALUE);
        List.of(foreign, byAnother, own).forEach(server::put);

        Pruning.Result result = pruning.prune(keys(foreign, byAnother, own), UNUSED);

        assertThat(result.deleted()).containsExactly(ObjectKey.of(own));
        assertThat(result.remaining()).isEmpty();
        assertThat(result.failure()).isEmpty();
        assertThat(server.live(ObjectKey.of(own))).isEmpty();
        assertThat(server.live(ObjectKey.of(foreign))).isPresent();
        assertThat(server.live(ObjectKey.of(byAnother))).isPresent();
        assertThat(server.takeRequests())
                .filteredOn(request -> request.startsWith("DELETE"))
                .hasSize(1);
    }

    @Test
    void ignoresObjectsThatAreDeletedAlready() {
        Pruning.Result result = pruning.prune(keys(Samples.role()), UNUSED);

        assertThat(result).isEqualTo(new Pruning.Result(List.of(), List.of(), false, Optional.empty()));
    }

    @Test
    void keepsWhatIsInUseAndWhatMayBe() {
        List<KubernetesObject> copies = List.of(copy("cloud-conf-a"), copy("cloud-conf-b"), copy("cloud-conf-c"));
        copies.forEach(server::put);
        List<ObjectKey> candidates =
                Pruning.candidates(keys(copies.toArray(KubernetesObject[]::new)), List.of(), List.of());

        Pruning.Result result = pruning.prune(candidates, key -> {
            if (key.name().equals("cloud-conf-b")) {
                throw new ApiException(503, "LIST Pod: refused", null);
            }
            return key.name().equals("cloud-conf-a");
        });

        assertThat(result.deleted()).containsExactly(ObjectKey.of(copies.get(2)));
        assertThat(result.remaining()).containsExactly(ObjectKey.of(copies.get(1)), ObjectKey.of(copies.get(0)));
        assertThat(result.failure()).contains("LIST Pod: refused");
        assertThat(server.live(ObjectKey.of(copies.get(0)))).isPresent();
        assertThat(server.live(ObjectKey.of(copies.get(1)))).isPresent();
    }

    private static KubernetesObject copy(String name) {
        KubernetesObject copy = labelled(Samples.configMap(), OwnerLabel.VALUE);
        copy.fields().map("metadata").put("name", name);
        return copy;
    }

    @Test
    void reportsRejectedDeletionAndContinues() {
        KubernetesObject first = labelled(Samples.role(), OwnerLabel.VALUE);
        KubernetesObject second = labelled(Samples.service(), OwnerLabel.VALUE);
        List.of(first, second).forEach(server::put);
        refuse("DELETE Role managed/reader", 422);

        Pruning.Result result = pruning.prune(keys(first, second), UNUSED);

        assertThat(result.deleted()).containsExactly(ObjectKey.of(second));
        assertThat(result.remaining()).containsExactly(ObjectKey.of(first));
        assertThat(result.forbidden()).isFalse();
        assertThat(result.failure()).contains("DELETE Role managed/reader: refused");
        assertThat(events.lines())
                .containsExactly(
                        "ResourceDeleteFailed Role reader: DELETE Role managed/reader: refused",
                        "ResourceDeleteSuccess [Service managed/ccm]");
    }

    @Test
    void keepsOnRecordWhatItMustNotDelete() {
        KubernetesObject first = labelled(Samples.role(), OwnerLabel.VALUE);
        KubernetesObject second = labelled(Samples.service(), OwnerLabel.VALUE);
        List.of(first, second).forEach(server::put);
        refuse("DELETE Role managed/reader", 403);

        Pruning.Result result = pruning.prune(keys(first, second), UNUSED);

        assertThat(result)
                .isEqualTo(
                        new Pruning.Result(
                                keys(second),
                                keys(first),
                                true,
                                Optional.of(
                                        "grant the permissions to get and to delete what may be left: Role managed/reader (DELETE Role managed/reader: refused)")));
        assertThat(events.lines())
                .containsExactly(
                        "ResourceDeleteFailed Role reader: Role managed/reader is no longer desired, but the operator is"
                                + " not allowed to delete it (DELETE Role managed/reader: refused)",
                        "ResourceDeleteSuccess [Service managed/ccm]");
    }

    /** It may be there, with the credentials of a cloud. */
    @Test
    void keepsOnRecordWhatItMustNotRead() {
        refuse("GET Role managed/reader", 403);

        Pruning.Result result = pruning.prune(keys(Samples.role()), UNUSED);

        assertThat(result.remaining()).containsExactlyElementsOf(keys(Samples.role()));
        assertThat(result.forbidden()).isTrue();
        assertThat(result.failure())
                .hasValue("grant the permissions to get and to delete what may be left: Role managed/reader");
        assertThat(events.lines()).hasSize(1);
    }

    @Test
    void readsObjectAgainWhenRecreatedMeanwhile() {
        KubernetesObject own = labelled(Samples.role(), OwnerLabel.VALUE);
        server.put(own);
        server.beforeRequest(request -> {
            if (request.startsWith("DELETE")) {
                server.remove(own);
                server.put(Samples.role());
            }
        });

        Pruning.Result result = pruning.prune(keys(own), UNUSED);

        assertThat(result.remaining()).containsExactly(ObjectKey.of(own));
        assertThat(server.live(ObjectKey.of(own))).isPresent();
    }

    private void refuse(String refused, int code) {
        server.beforeRequest(request -> {
            if (request.equals(refused)) {
                throw new ApiException(code, refused + ": refused", null);
            }
        });
    }

    private static KubernetesObject labelled(KubernetesObject object, String value) {
        object.fields().map("metadata").put("labels", new LinkedHashMap<>());
        object.fields().map("metadata", "labels").put(OwnerLabel.KEY, value);
        return object;
    }

    private static List<ObjectKey> keys(KubernetesObject... objects) {
        return List.of(objects).stream().map(ObjectKey::of).toList();
    }
}
