// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment;

import io.quarkus.builder.item.MultiBuildItem;

/** A transformer that descriptors may name; one for each name that a class has with {@link io.ccmoperator.assets.Transformer}. */
public final class CloudConfigTransformerBuildItem extends MultiBuildItem {
    private final String name;

    /** @param name the name by which a descriptor asks for the transformer */
    public CloudConfigTransformerBuildItem(String name) {
        this.name = name;
    }

    /** The name by which a descriptor asks for the transformer. */
    public String name() {
        return name;
    }
}
