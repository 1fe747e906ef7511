// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KubernetesSchemaTest {
    private static final Path NEWER_FIELDS =
            Path.of("../runtime/src/main/resources/io/ccmoperator/assets/schema/newer-fields.yaml");

    private static final Path SCHEMA = NEWER_FIELDS.resolveSibling("kubernetes.json");

    @Test
    void hasEachFieldThatOlderVersionsLack() throws IOException {
        FieldReader types = read(Files.readString(NEWER_FIELDS));
        List<FieldReader> schemas = FieldReader.of(JsonReader.read(Files.readAllBytes(SCHEMA)))
                .field("components", "schemas")
                .members();

        assertThat(types.members()).isNotEmpty().allSatisfy(type -> {
            FieldReader schema = schemas.stream()
                    .filter(candidate ->
                            candidate.path().name().endsWith("." + type.path().name()))
                    .findFirst()
                    .orElseThrow();
            assertThat(type.members()).isNotEmpty().allSatisfy(field -> {
                assertThat(schema.map("properties")).containsKey(field.path().name());
                assertThat(field.string()).matches("1\\.[0-9]+");
            });
        });
    }

    @Test
    void findsAllFaultsOfObjectAnOuterOneFirst() {
        FieldReader policy = read("""
                apiVersion: networking.k8s.io/v1
                kind: NetworkPolicy
                metadata: {name: fog, managedFields: []}
                spec:
                  podSelector: {matchLabels: {app: 1}, matchExpressions: [{key: app, operator: 7}]}
                  policyTypes: [Ingres]
                  ingres: []
                  egress:
                    - ports: [{port: 1.5}, {port: https, endPort: 99999999999}]
                """);

        assertThat(KubernetesSchema.faults(policy))
                .extracting(fault -> fault.path() + " " + fault.reason())
                .containsExactly(
                        "metadata.managedFields there is no such field; known are annotations, creationTimestamp,"
                                + " deletionGracePeriodSeconds, deletionTimestamp, finalizers, generateName, generation, labels,"
                                + " name, namespace, ownerReferences, resourceVersion, selfLink, uid",
                        "spec.ingres there is no such field; is ingress meant?",
                        "spec.podSelector.matchLabels.app is the integer 1 but has to be a string (put it in quotes)",
                        "spec.podSelector.matchExpressions[0].operator is the integer 7 but has to be a string (put it in"
                                + " quotes)",
                        "spec.policyTypes[0] unknown value 'Ingres'; is Ingress meant? Valid values: Egress, Ingress",
                        "spec.egress[0].ports[0].port is the number 1.5 but has to be an integer or a string",
                        "spec.egress[0].ports[1].endPort is the integer 99999999999 that does not fit here");
        assertThat(KubernetesSchema.faults(policy).get(1).meant()).isEqualTo(Optional.of("ingress"));
    }

    @Test
    void knowsNothingOfKindThatNobodyMayHave() {
        FieldReader node = read("{apiVersion: v1, kind: Node, metadata: 7, spec: {}}");

        assertThat(KubernetesSchema.faults(node)).isEmpty();
    }

    private static FieldReader read(String yaml) {
        return FieldReader.of(YamlReader.read(yaml).get(0).value());
    }
}
