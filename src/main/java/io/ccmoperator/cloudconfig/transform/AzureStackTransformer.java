// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.Transformer;
import io.ccmoperator.cloudconfig.transform.azure.JsonObject;
import java.util.Optional;

/** The configuration for Azure Stack Hub, an object of JSON. On OpenShift it gets a type of virtual machines where it has none. */
@Transformer(AzureStackTransformer.NAME)
final class AzureStackTransformer implements CloudConfigTransformer {
    /** By this name descriptors select the transformer. */
    public static final String NAME = "azurestack";

    @Override
    public TransformedConfig transform(String source, TransformerFacts facts) {
        AzureCloudName.requireStack(facts.infrastructure());
        JsonObject conf = AzureCloudConf.read(source);
        return new TransformedConfig(
                facts.isOpenShift() ? AzureCloudConf.withVmType(conf).text() : AzureCloudConf.unchanged(source, conf),
                AzureCloudConf.warnings(conf, facts));
    }

    @Override
    public Optional<Boolean> hasCredentials(String config) {
        return Optional.of(AzureCloudConf.hasCredentials(config));
    }
}
