// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.Transformer;

/** The configuration for Azure Stack Hub, an object of JSON. It gets a type of virtual machines where it has none. */
@Transformer(AzureStackTransformer.NAME)
final class AzureStackTransformer implements CloudConfigTransformer {
    /** By this name descriptors select the transformer. */
    public static final String NAME = "azurestack";

    @Override
    public TransformedConfig transform(String source, TransformerFacts facts) {
        AzureCloudName.requireStack(facts.infrastructure());
        return AzureCloudConf.result(AzureCloudConf.withVmType(AzureCloudConf.read(source)));
    }
}
