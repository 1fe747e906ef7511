// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.payload.PayloadFolder;
import org.junit.jupiter.api.Test;

/** What an API server drops whose kind is older than the program. */
class OwnKindTest {
    private final KubernetesObject definition =
            PayloadFolder.objects(".crd.yaml").get(0).copy();

    private FieldReader properties() {
        return FieldReader.of(definition.fields().maps("spec", "versions").get(0))
                .field("schema", "openAPIV3Schema", "properties");
    }

    @Test
    void namesFieldsOfObjectsAndOfItems() {
        properties()
                .map("spec", "properties", "controllerManager", "properties")
                .remove("hostAliases");
        properties()
                .map("spec", "properties", "nodeManager", "properties", "args", "items", "properties")
                .remove("value");
        properties().map("status", "properties").remove("provider");

        assertThat(OwnKind.droppedFields(definition))
                .containsExactly(
                        ".spec.controllerManager.hostAliases", ".spec.nodeManager.args.value", ".status.provider");
    }

    @Test
    void hasNothingToSayOfKindOfThisRelease() {
        assertThat(OwnKind.droppedFields(definition)).isEmpty();

        properties().map("spec", "properties").put("later", properties().map("spec", "properties", "logLevel"));

        assertThat(OwnKind.droppedFields(definition)).isEmpty();
    }
}
