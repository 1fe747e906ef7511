// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.StoredObjects;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Properties of every object of every provider, after any change by another client. */
class DriftProperties {
    private static final List<KubernetesObject> OBJECTS = Stream.concat(
                    BuiltInProviders.names().stream().flatMap(name -> BuiltInProviders.desired(name).stream()),
                    Stream.of(Samples.configMap()))
            .toList();

    private final StoredObjects server = new StoredObjects();
    private final Applier applier = new Applier(
            server,
            key -> new CacheState.NotSynced(),
            new RecordedEvents(),
            ObjectOwnership.ALL,
            new DriftMemory(),
            duration -> {});

    @Property(tries = 500)
    void detectsAndRevertsEveryChangeOfOwnedPaths(@ForAll("objects") KubernetesObject desired, @ForAll Random random) {
        applier.apply(desired, Optional.empty());
        KubernetesObject converged = server.live(desired);
        server.edit(desired, live -> Mutation.of(Ownership.paths(desired), live, random));
        KubernetesObject mutated = server.live(desired);
        List<List<String>> paths = Ownership.paths(desired);
        Assume.that(!Ownership.parts(paths, mutated).equals(Ownership.parts(paths, converged)));

        assertThat(applier.isAsDesired(desired, Optional.of(mutated))).isFalse();
        assertThat(applier.apply(desired, Optional.of(mutated))).isInstanceOf(Outcome.Written.class);
        assertThat(Ownership.parts(paths, server.live(desired))).isEqualTo(Ownership.parts(paths, converged));
        assertConverged(desired);
    }

    @Property(tries = 500)
    void ignoresMetadataOfOthers(
            @ForAll("objects") KubernetesObject desired,
            @ForAll("foreign") Map<String, String> labels,
            @ForAll("foreign") Map<String, String> annotations) {
        applier.apply(desired, Optional.empty());
        server.edit(desired, live -> {
            add(live, "labels", labels);
            add(live, "annotations", annotations);
        });
        assertConverged(desired);

        server.edit(desired, live -> live.fields().map("metadata", "labels").remove("app.kubernetes.io/managed-by"));
        applier.apply(desired, Optional.of(server.live(desired)));

        assertThat(server.live(desired).fields().map("metadata", "labels")).containsAllEntriesOf(labels);
        assertThat(server.live(desired).fields().map("metadata", "annotations")).containsAllEntriesOf(annotations);
        assertConverged(desired);
    }

    @Property(tries = 500)
    void writesSameDocumentTwice(@ForAll("objects") KubernetesObject desired, @ForAll Random random) {
        applier.apply(desired, Optional.empty());
        KubernetesObject live = server.live(desired);
        Mutation.of(Ownership.paths(desired), live, random);

        KubernetesObject once = WriteRequests.toReplace(desired, live);

        assertThat(WriteRequests.toReplace(desired, once)).isEqualTo(once);
    }

    @Property(tries = 500)
    void keepsArgumentsUnchanged(@ForAll("objects") KubernetesObject desired, @ForAll Random random) {
        KubernetesObject expected = desired.copy();
        applier.apply(desired, Optional.empty());
        server.edit(desired, live -> Mutation.of(Ownership.paths(desired), live, random));
        KubernetesObject live = server.live(desired);
        KubernetesObject before = live.copy();

        applier.apply(desired, Optional.of(live));

        assertThat(desired).isEqualTo(expected);
        assertThat(live).isEqualTo(before);
    }

    @Provide
    Arbitrary<KubernetesObject> objects() {
        return Arbitraries.of(OBJECTS);
    }

    @Provide
    Arbitrary<Map<String, String>> foreign() {
        return Arbitraries.maps(
                        Arbitraries.strings().alpha().ofLength(4).map(name -> "of.others/" + name),
                        Arbitraries.strings().ofMaxLength(5))
                .ofMaxSize(4);
    }

    private void assertConverged(KubernetesObject desired) {
        server.takeRequests();
        KubernetesObject live = server.live(desired);
        assertThat(applier.apply(desired, Optional.of(live))).isEqualTo(new Outcome.Unchanged(live));
        assertThat(server.takeRequests()).isEmpty();
    }

    @SuppressWarnings("unchecked")
    private static void add(KubernetesObject live, String field, Map<String, String> entries) {
        ((Map<String, Object>) live.fields().map("metadata").computeIfAbsent(field, key -> new LinkedHashMap<>()))
                .putAll(entries);
    }
}
